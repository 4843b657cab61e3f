import { afterEach, describe, expect, it } from "vitest";
import { threads } from "../dev/data";
import type { Occurrences, Receipt, Search, QueryResult, ThreadLine } from "../src/generated/model";
import { mirror } from "../src/mirror";
import { chosen, projectsOf } from "../src/sidebar/lines";
import { ranges } from "../src/thread/highlight";
import { finding, go, setPref, marked, openThread, setDialog, setFinding, setMarked } from "../src/view";
import { fakeHost, has, part, press, settle, toasted, type } from "./fake";
import { leave, show } from "./whole";

afterEach(() => {
  leave();
  setDialog(null);
  setFinding(false);
  setMarked(null);
  go({ kind: "none" });
});

/** Longer than anybody waits before asking. */
const soon = (): Promise<void> => new Promise((done) => setTimeout(done, 260));
const until = async (is: () => boolean): Promise<void> => {
  while (!is()) await soon();
};
const spot = { turn: "t", item: "i", cursor: null };
const hits = (...over: string[]): Search => ({
  hits: over.map((thread) => ({
    thread,
    title: thread,
    cwd: "/p",
    source: "exec",
    madeBy: "script",
    model: "m1",
    updatedMs: 1,
    archived: false,
    snippet: [{ text: "zebra", hit: true }],
    spot,
  })),
  more: false,
  next: null,
  readOnlyNewest: null,
});
const places = (...items: string[]): Occurrences => ({
  hits: items.map((item) => ({ spot: { ...spot, item }, snippet: [{ text: item, hit: true }] })),
  more: false,
});
/** An answer that comes when the test says so. */
function later<T>(): { answer: T; give: (value: T) => void; refuse: (message: string) => void } {
  let give: (value: T) => void = () => undefined;
  let refuse: (message: string) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    give = yes;
    refuse = (message) => no({ code: "refused", message });
  });
  return { answer: promise as unknown as T, give, refuse };
}

async function searched(text: string): Promise<void> {
  setDialog("palette");
  await settle();
  type(part("palette-input"), text);
  await soon();
}

describe("a hit", () => {
  it("is marked although the thread before it was searched too", async () => {
    const fake = await show("main");
    setFinding(true);
    await settle();
    fake.results.set("search", { type: "search", found: hits("t-fish") });
    fake.receipts.set("openAt", { thread: "t-fish", path: null, row: "i" });
    await searched("zebra");
    press(part("palette-input"), "Enter");
    await settle();
    expect([openThread(), marked()?.thread, marked()?.text, finding()]).toEqual(["t-fish", "t-fish", "zebra", false]);
  });

  it("that comes late does not pull anybody away from where they went", async () => {
    const fake = await show("main");
    const other = threads.find((line) => line.id !== openThread())?.id ?? "";
    const receipt = later<Receipt>();
    fake.results.set("search", { type: "search", found: hits("t-fish") });
    fake.receipts.set("openAt", receipt.answer);
    await searched("zebra");
    press(part("palette-input"), "Enter");
    await until(() => has("opening-toast"));
    go({ kind: "thread", id: other });
    receipt.give({ thread: "t-fish", path: null, row: "i" });
    await until(() => !has("opening-toast"));
    expect([openThread(), marked()]).toEqual([other, null]);
    expect(fake.of("closeThread").map((intent) => intent.thread)).toContain("t-fish");
  });

  it("whose place is gone opens its thread all the same", async () => {
    const fake = await show("main");
    fake.results.set("search", { type: "search", found: hits("t-fish") });
    fake.refuse.set("openAt", { code: "refused", message: "This part of the thread no longer exists." });
    await searched("zebra");
    press(part("palette-input"), "Enter");
    await settle();
    await settle();
    expect(openThread()).toBe("t-fish");
    expect(toasted()).toContain("no longer exists");
  });
});

describe("a search", () => {
  it("that failed says so and can be tried again", async () => {
    const fake = await show("empty");
    const failing = later<QueryResult>();
    fake.results.set("search", failing.answer as Extract<QueryResult, { type: "search" }>);
    await searched("zebra");
    failing.refuse("The server is busy.");
    await settle();
    expect(part("palette").textContent).toContain("The server is busy.");
    expect(part("palette").textContent).not.toContain("Searched");
    fake.results.set("search", { type: "search", found: hits("t-fish") });
    part("search-again").click();
    await soon();
    expect(part("hit").dataset["thread"]).toBe("t-fish");
  });

  it("says how far it looked, and no further", async () => {
    const fake = await show("main");
    fake.results.set("search", { type: "search", found: hits() });
    const count = Object.values(mirror.threads).filter((line) => !line.archived && line.goingMs === null).length;
    await searched("no such animal");
    expect(part("palette").textContent).toContain("archived included");
    [...part("palette").querySelectorAll<HTMLElement>(".segmented button")]
      .find((one) => one.textContent === "Active")
      ?.click();
    await soon();
    expect(part("palette").textContent).toContain(`Searched ${count} threads, archived not included.`);
    type(part("palette-input"), "ß");
    await soon();
    expect(part("palette").textContent).toContain("titles only");
  });

  it("leaves out by its filters also what no list told of", async () => {
    const fake = await show("main");
    fake.results.set("search", { type: "search", found: hits("t-unlisted") });
    await searched("zebra");
    expect(part("hit").dataset["thread"]).toBe("t-unlisted");
    part("palette").querySelectorAll<HTMLElement>(".palette-bar .pick")[1]?.click();
    await settle();
    [...document.querySelectorAll<HTMLElement>(".menu .menu-item")]
      .find((one) => one.textContent?.trim() === "Started by you")
      ?.click();
    await settle();
    expect(document.querySelector("[data-part=hit][data-thread=t-unlisted]")).toBe(null);
  });

  it("looks for one letter where a letter is a word", async () => {
    const fake = await show("empty");
    fake.results.set("search", { type: "search", found: hits("t-fish") });
    await searched("猫");
    expect(fake.queries.filter((one) => one.type === "search").map((one) => one.text)).toEqual(["猫"]);
    type(part("palette-input"), "x");
    await soon();
    expect(fake.queries.filter((one) => one.type === "search").length).toBe(1);
  });
});

describe("the list", () => {
  it("of a person who only runs scripts offers to show them", async () => {
    const fake = await show("demo");
    fake.send({
      type: "threadsPut",
      threads: [
        {
          ...(threads[0] as ThreadLine),
          id: "by-script",
          source: "exec",
          madeBy: "script",
          archived: false,
          goingMs: null,
        },
      ],
    });
    await settle();
    expect(part("sidebar").textContent).not.toContain("No threads yet");
    part("show-quiet").click();
    await settle();
    expect(part("thread-row").dataset["thread"]).toBe("by-script");
    setPref("source", null);
  });

  it("is narrowed to a project that somebody made", () => {
    const own: ThreadLine = {
      ...(threads[0] as ThreadLine),
      cwd: "/p",
      source: "cli",
      madeBy: "person",
      goingMs: null,
    };
    const lines: ThreadLine[] = [
      { ...own, id: "a", project: { id: "7", name: "Harbour" } },
      { ...own, id: "b" },
    ];
    const [made] = projectsOf(lines);
    expect(made).toEqual(["project:7", "Harbour"]);
    const ids = (project: string): string[] =>
      chosen(lines, { project, source: null, model: null }).map((one) => one.id);
    expect([ids("project:7"), ids("/p")]).toEqual([["a"], ["a", "b"]]);
  });
});

describe("a mark", () => {
  const marks = (html: string, words: string): string[] => {
    const box = document.createElement("div");
    box.innerHTML = html;
    return ranges(box, words).map((range) => range.toString());
  };

  it("lies on words however wide the spaces between them are", () => {
    expect(marks("<p>then <b>run</b> <code>cargo</code>\ntest</p>", "run cargo test")).toEqual(["run cargo\ntest"]);
    expect(marks("<pre>run\tcargo\ntest</pre>", "run cargo")).toEqual(["run\tcargo"]);
    expect(marks("<pre>run\tcargo\ntest</pre>", "cargo test")).toEqual([]);
  });

  it("takes what is typed as it is", () => {
    expect(marks("<p>a+b (c) [d] $x .* C:\\n</p>", "b (c) [d] $x .* c:\\n")).toEqual(["b (c) [d] $x .* C:\\n"]);
    expect(marks("<p>anything</p>", ".*")).toEqual([]);
  });
});

describe("the bar that finds", () => {
  async function bar(): Promise<ReturnType<typeof fakeHost>> {
    const fake = await show("main");
    setFinding(true);
    await settle();
    fake.results.set("find", { type: "find", found: places("one", "two", "three") });
    type(part("find-input"), "retry");
    await soon();
    expect(part("find-count").textContent).toBe("3 of 3");
    return fake;
  }

  it("does not go through what was found for the words before", async () => {
    const fake = await bar();
    const before = fake.of("openAt").length;
    const found = later<QueryResult>();
    fake.results.set("find", found.answer as Extract<QueryResult, { type: "find" }>);
    type(part("find-input"), "retry later");
    press(part("find-input"), "Enter");
    await soon();
    press(part("find-input"), "Enter");
    expect(fake.of("openAt").length).toBe(before);
    found.give({ type: "find", found: places("four") });
    await settle();
    expect(
      fake
        .of("openAt")
        .map((intent) => intent.spot.item)
        .slice(before),
    ).toEqual(["four"]);
  });

  it("forgets what it found when it cannot find", async () => {
    const fake = await bar();
    const failing = later<QueryResult>();
    fake.results.set("find", failing.answer as Extract<QueryResult, { type: "find" }>);
    type(part("find-input"), "retry later");
    await soon();
    failing.refuse("The server is busy.");
    await settle();
    await settle();
    expect([part("find-count").textContent, marked()]).toEqual(["", null]);
  });

  it("goes with the thread that it was opened in", async () => {
    await bar();
    go({ kind: "thread", id: threads.find((line) => line.id !== openThread())?.id ?? "" });
    await settle();
    expect(has("find-bar")).toBe(false);
  });
});
