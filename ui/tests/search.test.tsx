import { afterEach, describe, expect, it } from "vitest";
import type { Spot, ThreadLine } from "../src/generated/model";
import { setOpenDialog } from "../src/conversation/actions";
import { mirror } from "../src/mirror";
import { selectNone } from "../src/sidebar/selection";
import { rangeOf, ranges } from "../src/thread/highlight";
import { lineOfHit } from "../src/thread/Output";
import { go, setPref, marked, openThread, setDialog, setFinding, setMarked, setOver, soughtRow } from "../src/view";
import { threads } from "../dev/data";
import { has, part, press, settle, type } from "./fake";
import { leave, show, violations } from "./whole";

afterEach(() => {
  leave();
  setDialog(null);
  setOpenDialog(null);
  setFinding(false);
  setMarked(null);
  setOver(null);
  selectNone();
  setPref("sort", "recent");
  setPref("source", null);
  go({ kind: "none" });
});

const soon = (ms = 260): Promise<void> => new Promise((done) => setTimeout(done, ms));
const line = (more: Partial<ThreadLine>): ThreadLine => ({ ...(threads[0] as ThreadLine), pinned: false, ...more });

describe("the search", () => {
  const found = {
    hits: [
      {
        thread: "t-fish",
        title: "From the server",
        cwd: "/home/rowan/code/harbor-cli",
        source: "cli",
        madeBy: "person" as const,
        model: null,
        updatedMs: 1,
        archived: true,
        snippet: [
          { text: "a <b>", hit: false },
          { text: "zebra", hit: true },
        ],
        spot: null as Spot | null,
      },
    ],
    more: false,
    next: null,
    readOnlyNewest: 12,
  };

  it("marks the words in a hit, and Enter opens its message", async () => {
    const fake = await show("empty");
    fake.results.set("search", { type: "search", found });
    fake.results.set("peek", {
      type: "peek",
      found: {
        hits: [{ spot: { turn: "t", item: "i", cursor: "c" }, snippet: [{ text: "zebra", hit: true }] }],
        more: true,
      },
    });
    fake.receipts.set("openAt", { thread: "t-fish", path: null, row: "i" });
    press(document.body, "k", { ctrlKey: true });
    await settle();
    type(part("palette-input"), "zebra");
    await soon();
    await soon();
    const hit = part("hit");
    expect(hit.dataset["group"]).toBe("messages");
    expect(hit.querySelector("mark")?.textContent).toBe("zebra");
    expect(hit.querySelector("b")).toBe(null);
    expect(part("palette").textContent).toContain("Only the newest 12 threads were searched.");
    expect(part("preview").textContent).toContain("This thread has more matches");
    expect(await violations()).toEqual([]);
    press(part("palette-input"), "Enter");
    await settle();
    await settle();
    expect(fake.of("openAt")).toEqual([
      { type: "openAt", thread: "t-fish", spot: { turn: "t", item: "i", cursor: "c" } },
    ]);
    expect([openThread(), soughtRow(), marked()?.text]).toEqual(["t-fish", "i", "zebra"]);
    expect(has("palette")).toBe(false);
  });

  it("opens at the words that are shown, although others come before them", async () => {
    const fake = await show("empty");
    const spot = { turn: "t-2", item: "i-2", cursor: null };
    fake.results.set("search", {
      type: "search",
      found: { ...found, hits: found.hits.map((hit) => ({ ...hit, spot })) },
    });
    fake.results.set("peek", {
      type: "peek",
      found: {
        hits: [{ spot: { turn: "t", item: "i", cursor: "c" }, snippet: [{ text: "zebra", hit: true }] }],
        more: false,
      },
    });
    setDialog("palette");
    await settle();
    type(part("palette-input"), "zebra");
    await soon();
    press(part("palette-input"), "Enter");
    await settle();
    expect(fake.of("openAt").map((intent) => intent.spot)).toEqual([spot]);
  });

  it("never opens a stale hit that no longer matches", async () => {
    const fake = await show("empty");
    fake.results.set("search", { type: "search", found });
    setDialog("palette");
    await settle();
    type(part("palette-input"), "zebra");
    await soon();
    expect(part("hit").dataset["group"]).toBe("messages");
    type(part("palette-input"), "zeb");
    expect(part("hit").dataset["group"]).toBe("messages");
    type(part("palette-input"), "zebra crossing");
    expect(has("hit")).toBe(false);
    press(part("palette-input"), "Enter");
    await settle();
    expect([openThread(), has("palette")]).toEqual([null, true]);
  });

  it("keeps what was chosen when more is found before it", async () => {
    const fake = await show("main", false);
    const [first, second] = Object.values(mirror.threads).filter((one) => !one.archived);
    if (!first || !second) throw new Error("no threads");
    const title = (one: ThreadLine, words: string): void =>
      fake.send({ type: "threadsPut", threads: [{ ...JSON.parse(JSON.stringify(one)), title: words }] });
    title(first, "a zebra here");
    title(second, "a zebra there");
    fake.results.set("search", { type: "search", found });
    setDialog("palette");
    await settle();
    type(part("palette-input"), "zebra");
    press(part("palette-input"), "ArrowDown");
    const chosen = (): string | undefined =>
      document.querySelector<HTMLElement>("[data-part=hit][aria-selected=true]")?.dataset["thread"];
    const id = chosen();
    expect([first.id, second.id]).toContain(id);
    await soon();
    expect(part("hit").dataset["group"]).toBe("messages");
    expect(chosen()).toBe(id);
    press(part("palette-input"), "Enter");
    await settle();
    expect(openThread()).toBe(id);
  });

  it("goes on where it ended, for messages and for titles, and stays open", async () => {
    const fake = await show("empty");
    const next = { active: "page 2", archived: null };
    fake.results.set("search", { type: "search", found: { ...found, more: true, next, readOnlyNewest: null } });
    fake.send({
      type: "threadsPut",
      threads: Array.from({ length: 60 }, (_, n) => line({ id: `z-${n}`, title: `zebra ${n}`, source: "cli" })),
    });
    setDialog("palette");
    await settle();
    type(part("palette-input"), "zebra");
    await soon();
    const hits = (group: string): HTMLElement[] => [
      ...document.querySelectorAll<HTMLElement>(`[data-part=hit][data-group=${group}]`),
    ];
    const more = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-part=more-hits]")];
    expect([hits("messages").length, hits("threads").length, more().length]).toEqual([1, 50, 2]);
    const [hit] = found.hits;
    if (!hit) throw new Error("no hit");
    fake.results.set("search", { type: "search", found: { ...found, hits: [hit, { ...hit, thread: "z-1" }] } });
    press(part("palette-input"), "ArrowDown");
    press(part("palette-input"), "Enter");
    await settle();
    expect(fake.queries.filter((one) => one.type === "search").at(-1)).toEqual({
      type: "search",
      text: "zebra",
      scope: "all",
      from: next,
    });
    expect(hits("messages").map((one) => one.dataset["thread"])).toEqual(["t-fish", "z-1"]);
    expect(hits("messages")[1]?.getAttribute("aria-selected")).toBe("true");
    expect(await violations()).toEqual([]);
    more()[0]?.click();
    await settle();
    expect([hits("threads").length, more().length, has("palette")]).toEqual([60, 0, true]);
  });

  it("asks for the archive alone when told so", async () => {
    const fake = await show("empty");
    fake.results.set("search", { type: "search", found });
    setDialog("palette");
    await settle();
    type(part("palette-input"), "zebra");
    [...part("palette").querySelectorAll<HTMLElement>(".segmented button")]
      .find((one) => one.textContent === "Archived")
      ?.click();
    await soon();
    expect(fake.queries.filter((one) => one.type === "search")).toEqual([
      { type: "search", text: "zebra", scope: "archived" },
    ]);
  });
});

describe("a mark", () => {
  it("goes on in another element of its block, never into the next block", () => {
    const page = document.createElement("div");
    page.innerHTML = "<p>a <b>zeb</b>ra</p><p>zeb</p><p>ra</p>";
    expect(ranges(page, "zebra").map(String)).toEqual(["zebra"]);
  });
  it("lies on the very hit, counted from the end of its row", () => {
    const page = document.createElement("div");
    page.innerHTML = '<div data-row="r-1"><h4>zebra, in its head</h4><p>zebra one, zebra two</p></div>';
    const at = (rest: number | null) => rangeOf(page, "zebra", { row: "r-1", rest })?.startOffset;
    expect([at(2), at(1), at(9), at(null)]).toEqual([0, 11, 0, 0]);
    expect(rangeOf(page, "zebra", { row: "r-1", rest: 2 })?.startContainer.parentElement?.tagName).toBe("P");
    page.querySelector("p")?.setAttribute("data-seeking", "true");
    expect(rangeOf(page, "zebra", { row: "r-1", rest: 1 }), "it is still looked for").toBeNull();
  });
  it("knows the line of an output that a hit stands in", () => {
    const text = "one zebra\ntwo\nthree Zebra zebra";
    expect([3, 2, 1, 4, null].map((rest) => lineOfHit(text, " zebra ", rest))).toEqual([0, 2, 2, null, 0]);
  });
  it("lies on every place inside one text, whatever its case", () => {
    const page = document.createElement("div");
    page.append("A Zebra and a zebra", document.createElement("b"), "zeb");
    expect(ranges(page, "zebra").map((one) => [one.startOffset, one.endOffset])).toEqual([
      [2, 7],
      [14, 19],
    ]);
  });
});
