import { afterEach, describe, expect, it } from "vitest";
import { choicesFor } from "../src/composer/choices";
import { draftOf, setAll } from "../src/composer/drafts";
import type { Spot, ThreadLine } from "../src/generated/model";
import { going } from "../src/keep/Going";
import { archive, setAsking } from "../src/keep/keep";
import { mirror } from "../src/mirror";
import { sideItems, threadOrder } from "../src/rows";
import { chosen, shownOrder } from "../src/sidebar/lines";
import { selectNone } from "../src/sidebar/selection";
import { rangeOf, ranges } from "../src/thread/highlight";
import { lineOfHit } from "../src/thread/Output";
import { go, keep, kept, marked, openThread, setDialog, setFinding, setMarked, setOver, sought } from "../src/view";
import { threads } from "../dev/data";
import { has, part, press, settle, toasted, type } from "./fake";
import { choose, leave, row, show, violations } from "./whole";

afterEach(() => {
  leave();
  setDialog(null);
  setAsking(null);
  setFinding(false);
  setMarked(null);
  setOver(null);
  selectNone();
  keep("sort", "recent");
  keep("source", null);
  go({ kind: "none" });
});

const soon = (ms = 260): Promise<void> => new Promise((done) => setTimeout(done, ms));
const line = (more: Partial<ThreadLine>): ThreadLine => ({ ...(threads[0] as ThreadLine), pinned: false, ...more });

describe("the list", () => {
  const all = [
    line({ id: "a", title: "Beta 10", updatedMs: 3, createdMs: 1, source: "cli", model: "m1", cwd: "/p" }),
    line({ id: "b", title: "beta 9", updatedMs: 2, createdMs: 3, source: "exec", model: "m2", cwd: "/p" }),
    line({ id: "c", title: "Alpha", updatedMs: 1, createdMs: 2, source: "subAgent", model: "m1", cwd: "/q" }),
    line({ id: "d", title: "Gone", updatedMs: 9, goingMs: 5, cwd: "/p" }),
  ];
  const ids = (choice: Partial<Parameters<typeof chosen>[1]>): string[] =>
    chosen(all, { project: null, source: null, model: null, ...choice }).map((one) => one.id);

  it("leaves out what scripts and agents made, unless asked, and what is being deleted always", () => {
    expect(ids({})).toEqual(["a"]);
    expect(ids({ source: "all" })).toEqual(["a", "b", "c"]);
    expect(ids({ source: "exec" })).toEqual(["b"]);
    expect(ids({ source: "all", project: "/p" })).toEqual(["a", "b"]);
    expect(ids({ source: "all", model: "m1" })).toEqual(["a", "c"]);
  });

  it("calls nothing a sub-agent for having no title yet", async () => {
    const fake = await show("empty");
    fake.send({ type: "threadsPut", threads: [line({ id: "bare", title: "", source: "vscode" })] });
    expect(row("bare").querySelector(".label")?.textContent).toBe("Untitled thread");
  });

  it("is sorted by recency, creation or name", () => {
    const order = (sort: "recent" | "created" | "name"): string[] =>
      threadOrder(
        sideItems(
          all.filter((one) => one.cwd === "/p" && one.goingMs === null),
          "active",
          {},
          {},
          sort,
        ),
      );
    expect(order("recent")).toEqual(["a", "b"]);
    expect(order("created")).toEqual(["b", "a"]);
    expect(order("name")).toEqual(["b", "a"]);
  });

  it("says together what was deleted together", () => {
    const lines = [
      line({ id: "x", title: "X", goingMs: 7 }),
      line({ id: "y", title: "Y", goingMs: 7 }),
      line({ id: "z", title: "Z", goingMs: 6 }),
    ];
    expect(going(lines).map((one) => one.threads)).toEqual([["z"], ["x", "y"]]);
    // On its way to the server: nothing brings it back.
    expect(going([line({ id: "x", title: "X", goingMs: 0 })])).toEqual([]);
  });
});

describe("the filters", () => {
  it("reach every project, the most used first, and letters find one", async () => {
    const fake = await show("empty");
    const names = [...Array.from({ length: 40 }, (_, n) => `loft-${String(n).padStart(2, "0")}`), "zither", "zoo"];
    const lines = names.map((name) => line({ id: `t-${name}`, cwd: `/code/${name}`, source: "cli" }));
    fake.send({ type: "threadsPut", threads: [...lines, line({ id: "t-again", cwd: "/code/zoo", source: "cli" })] });
    part("filter-menu").click();
    await settle();
    const labels = (): string[] =>
      [...document.querySelectorAll(".menu .menu-item")].map((one) => one.textContent?.trim() ?? "");
    expect(labels()).toEqual(expect.arrayContaining(names));
    expect(labels().indexOf("zoo")).toBeLessThan(labels().indexOf("loft-00"));
    const typed = (...letters: string[]): string | undefined => {
      for (const letter of letters) press(document.activeElement as Element, letter);
      return document.activeElement?.textContent?.trim();
    };
    expect(typed("l", "o", "f", "t", "-", "3", "7")).toBe("loft-37");
    press(document.activeElement as Element, "Escape");
    part("filter-menu").click();
    await settle();
    expect([typed("z"), typed("z"), typed("z")]).toEqual(["zoo", "zither", "zoo"]);
    (document.activeElement as HTMLElement).click();
    expect(kept.project).toBe("/code/zoo");
    keep("project", null);
    setDialog("palette");
    await settle();
    part("palette").querySelector<HTMLElement>(".palette-bar .pick")?.click();
    await settle();
    expect(labels()).toEqual(expect.arrayContaining(names));
  });
});

describe("a row", () => {
  it("has a menu that pins, archives, marks and forks", async () => {
    const fake = await show("empty");
    row("t-fish").parentElement?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
    await settle();
    expect(await violations()).toEqual([]);
    choose("Pin");
    press(row("t-fish"), "ContextMenu");
    choose("Archive");
    press(row("t-fish"), "F10", { shiftKey: true });
    choose("Mark as unread");
    fake.receipts.set("fork", { thread: "t-fork", path: null, row: null });
    press(row("t-fish"), "ContextMenu");
    choose("Fork");
    await settle();
    expect(fake.of("pin")).toEqual([{ type: "pin", threads: ["t-fish"], pinned: true }]);
    expect(fake.of("archive")).toEqual([{ type: "archive", threads: ["t-fish"] }]);
    expect(fake.of("markUnread")).toEqual([{ type: "markUnread", threads: ["t-fish"], unread: true }]);
    expect(fake.of("fork")).toEqual([{ type: "fork", thread: "t-fish", turn: null }]);
    expect(openThread()).toBe("t-fork");
  });

  it("is renamed where it stands: Enter keeps, Esc does not", async () => {
    const fake = await show("empty");
    press(row("t-fish"), "F2");
    await settle();
    type(part("rename-here"), "  Fish  ");
    press(part("rename-here"), "Enter");
    await settle();
    press(row("t-fish"), "F2");
    await settle();
    type(part("rename-here"), "Other");
    press(part("rename-here"), "Escape");
    await settle();
    expect(fake.of("rename")).toEqual([{ type: "rename", thread: "t-fish", name: "Fish" }]);
    expect(has("rename-here")).toBe(false);
  });

  it("keeps the name that was typed where it cannot be given, with the reason", async () => {
    const fake = await show("empty");
    fake.refuse.set("rename", { code: "serverGone", message: "Codex is not running." });
    setAsking({ kind: "rename", thread: "t-fish" });
    await settle();
    type(part("thread-name"), "Fish");
    part("dialog-yes").click();
    await settle();
    expect((part("thread-name") as HTMLInputElement).value).toBe("Fish");
    expect(document.body.textContent).toContain("Codex is not running.");
    fake.refuse.clear();
    part("dialog-yes").click();
    await settle();
    expect(fake.of("rename")).toHaveLength(2);
    expect(has("thread-name")).toBe(false);
  });

  it("asks again about a name typed where it stands that is not taken, and not before another question is done", async () => {
    const fake = await show("empty");
    fake.refuse.set("rename", { code: "serverGone", message: "Codex is not running." });
    const rename = async (name: string): Promise<void> => {
      press(row("t-fish"), "F2");
      await settle();
      type(part("rename-here"), name);
      press(part("rename-here"), "Enter");
      await settle();
    };
    await rename("Fish");
    const name = (): HTMLInputElement => part("thread-name") as HTMLInputElement;
    expect(name().value).toBe("Fish");
    expect(document.activeElement).toBe(name());
    expect(document.querySelector("dialog")?.textContent).toContain("Codex is not running.");
    type(name(), "Fish and chips");
    await rename("Other");
    expect(name().value).toBe("Fish and chips");
    part("dialog-no").click();
    await settle();
    expect(name().value).toBe("Other");
    fake.refuse.clear();
    part("dialog-yes").click();
    await settle();
    expect(has("thread-name")).toBe(false);
    expect(fake.of("rename").map((one) => one.name)).toEqual(["Fish", "Other", "Other"]);
  });

  it("at rest is deleted without a question, and comes back by undo", async () => {
    const fake = await show("empty");
    go({ kind: "thread", id: "t-fish" });
    row("t-fish").focus();
    press(row("t-fish"), "Delete");
    await settle();
    expect(has("dialog-no")).toBe(false);
    expect((document.activeElement as HTMLElement).dataset["part"]).toMatch(/^(thread-row|project)$/);
    expect(document.activeElement).not.toBe(row("t-fish"));
    expect(fake.of("delete")).toEqual([{ type: "delete", threads: ["t-fish"] }]);
    fake.send({
      type: "threadsPut",
      threads: [{ ...(mirror.threads["t-fish"] as ThreadLine), goingMs: Date.now() + 10_000 }],
    });
    await settle();
    expect(document.querySelector("[data-thread=t-fish]")).toBe(null);
    expect(openThread()).toBe(null);
    expect(part("undo-toast").textContent).toContain("10 s");
    part("undo").click();
    expect(fake.of("keepThreads")).toEqual([{ type: "keepThreads", threads: ["t-fish"] }]);
  });

  it("in which Codex is at work is deleted or archived only after it was said that this stops it", async () => {
    const fake = await show("empty");
    const mark = (mark: ThreadLine["mark"]): void =>
      fake.send({ type: "threadsPut", threads: [{ ...(mirror.threads["t-fish"] as ThreadLine), mark }] });
    const asked = (): string => document.querySelector("dialog")?.textContent ?? "";
    for (const at of ["running", "waiting"] as const) {
      mark(at);
      setAsking({ kind: "delete", threads: ["t-fish"] });
      await settle();
      expect(asked()).toContain("It will be stopped now");
      expect(document.activeElement).toBe(part("dialog-no"));
      expect(await violations()).toEqual([]);
      part("dialog-no").click();
      archive(["t-fish"]);
      await settle();
      expect(asked()).toContain("Codex is working in this thread and will be stopped.");
      expect(document.activeElement).toBe(part("dialog-no"));
      expect(await violations()).toEqual([]);
      part("dialog-no").click();
    }
    expect(fake.of("archive")).toEqual([]);
    archive(["t-fish"]);
    await settle();
    part("dialog-yes").click();
    expect(fake.of("archive")).toEqual([{ type: "archive", threads: ["t-fish"] }]);
    mark("none");
    archive(["t-fish"]);
    expect(fake.of("archive").length).toBe(2);
    setAsking({ kind: "delete", threads: ["t-fish"] });
    await settle();
    expect(asked()).not.toContain("stopped");
  });

  it("is chosen with others, and all are archived or exported at once", async () => {
    const fake = await show("empty");
    const [first, second] = shownOrder() as [string, string];
    row(first).dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey: true }));
    row(second).dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true }));
    await settle();
    expect(part("selection").textContent).toContain("2 selected");
    expect(await violations()).toEqual([]);
    fake.results.set("downloads", { type: "downloads", path: "/home/rowan/Downloads" });
    fake.refuse.set("export", { code: "refused", message: "The disk is full." });
    part("selected-more").click();
    await settle();
    choose("Export…");
    await settle();
    expect(await violations()).toEqual([]);
    part("dialog-yes")
      .closest("form")
      ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await settle();
    expect(part("dialog").textContent).toContain("The disk is full.");
    expect(fake.of("export")).toEqual([
      { type: "export", threads: [first, second], format: "markdown", folder: "/home/rowan/Downloads" },
    ]);
    fake.refuse.delete("export");
    fake.receipts.set("export", {
      thread: null,
      path: "/home/rowan/Downloads",
      row: null,
      problems: ["Tides: This thread is no longer there."],
    });
    part("dialog-yes")
      .closest("form")
      ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await settle();
    expect(toasted()).toContain("1 of 2 could not be exported");
    expect(toasted()).toContain("Tides: This thread is no longer there.");
    [...document.querySelectorAll<HTMLElement>("[data-part=toast] button")]
      .find((one) => one.textContent?.includes("Show"))
      ?.click();
    expect(fake.of("revealExport")).toEqual([{ type: "revealExport", path: "/home/rowan/Downloads" }]);
    part("archive-selected").click();
    await settle();
    // In one of them Codex is at work.
    expect(fake.of("archive")).toEqual([]);
    part("dialog-yes").click();
    await settle();
    expect(fake.of("archive")).toEqual([{ type: "archive", threads: [first, second] }]);
    expect(has("selection")).toBe(false);
  });
});

describe("a thread", () => {
  it("is forked and gone back from a turn, and the prompt comes before what is being written", async () => {
    const fake = await show("main");
    const thread = openThread() ?? "";
    const [turn] = Object.keys(mirror.open[thread]?.turns ?? {});
    const area = part("composer-input") as HTMLTextAreaElement;
    type(area, "half a thought");
    part("turn-menu").click();
    choose("Fork from here");
    await settle();
    expect(fake.of("fork")[0]?.turn).toBe(turn);
    part("turn-menu").click();
    expect(document.querySelector(".menu [aria-disabled=true]")?.textContent).toBe(
      "Go back to before this turn…Codex is working in this thread. Stop it first.",
    );
    part("turn-menu").click();
    fake.send({ type: "threadsPut", threads: [{ ...(mirror.threads[thread] as ThreadLine), mark: "none" }] });
    part("turn-menu").click();
    choose("Go back to before this turn…");
    await settle();
    expect(await violations()).toEqual([]);
    part("dialog-yes").click();
    await settle();
    expect(fake.of("goBack")[0]?.turn).toBe(turn);
    expect(area.value).toBe("half a thought");
    fake.send({ type: "draftBack", thread, text: "Say it again", attached: [], unsent: false });
    await settle();
    expect(area.value).toBe("Say it again\nhalf a thought");
    expect(toasted()).not.toContain("was not sent");
  });

  it("has a goal and details", async () => {
    const fake = await show("main");
    part("head-menu").click();
    choose("Goal…");
    await settle();
    expect(await violations()).toEqual([]);
    const field = document.querySelector<HTMLInputElement>("dialog input");
    if (!field) throw new Error("no field");
    type(field, "Ship it");
    field.closest("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    expect(fake.of("setGoal")).toMatchObject([
      { objective: "Ship it", active: false, choices: choicesFor(openThread()) },
    ]);
    await settle();
    expect(has("goal-input")).toBe(false);
    setAsking({ kind: "details", thread: openThread() ?? "" });
    await settle();
    expect(part("details").textContent).toContain("no such sight");
    expect(await violations()).toEqual([]);
  });

  it("that another Codex holds offers a fork", async () => {
    const fake = await show("main");
    const id = openThread() ?? "";
    const head = mirror.open[id]?.head;
    if (!head) throw new Error("no head");
    fake.send({
      type: "headPut",
      thread: id,
      head: { ...structuredClone(JSON.parse(JSON.stringify(head))), state: { kind: "locked" } },
    });
    await settle();
    // What could not be sent goes along.
    setAll(id, "mine too", []);
    fake.receipts.set("fork", { thread: "the-fork", path: null, row: null });
    part("fork-instead").click();
    expect(fake.of("fork")).toHaveLength(1);
    await settle();
    expect([openThread(), draftOf("the-fork"), draftOf(id)]).toEqual(["the-fork", "mine too", ""]);
  });

  it("that is lost gives back what was written in it", async () => {
    const fake = await show("main");
    const id = openThread() ?? "";
    setAll(id, "half a thought", []);
    const head = mirror.open[id]?.head;
    if (!head) throw new Error("no head");
    fake.send({
      type: "headPut",
      thread: id,
      head: { ...structuredClone(JSON.parse(JSON.stringify(head))), state: { kind: "locked" } },
    });
    fake.send({ type: "threadLost", thread: id, message: "This thread was deleted." });
    await settle();
    expect(document.body.textContent).toContain("This thread was deleted.");
    expect([has("fork-instead"), has("head-state")]).toEqual([false, false]);
    expect(await violations()).toEqual([]);
    part("take-along").click();
    await settle();
    expect([openThread(), draftOf(null), draftOf(id)]).toEqual([null, "half a thought", ""]);
    expect(kept.folder).toBe(mirror.open[id]?.head.cwd);
    keep("folder", null);
    setAll(null, "", []);
  });

  it("is searched by Ctrl F, over all of it, to and fro", async () => {
    const fake = await show("main");
    const id = openThread() ?? "";
    const spot = (n: number) => ({ turn: "turn-1", item: `item-${n}`, cursor: null });
    const hits = [1, 2, 3].map((n) => ({ spot: spot(n), snippet: [{ text: "retry", hit: true }] }));
    fake.results.set("find", { type: "find", found: { hits, more: false } });
    const rowId = mirror.open[id]?.order[0] ?? "";
    fake.receipts.set("openAt", { thread: id, path: null, row: rowId });
    press(document.body, "f", { ctrlKey: true });
    await settle();
    expect(document.activeElement).toBe(part("find-input"));
    expect(await violations()).toEqual([]);
    type(part("find-input"), "retry");
    await soon();
    expect(part("find-count").textContent).toBe("3 of 3");
    for (const shiftKey of [false, true, true]) {
      press(part("find-input"), "Enter", { shiftKey });
      await settle();
    }
    expect(part("find-count").textContent).toBe("2 of 3");
    expect(fake.of("openAt").map((intent) => intent.spot.item)).toEqual(["item-3", "item-1", "item-3", "item-2"]);
    expect(document.querySelector("[data-found=true] [data-row]")?.getAttribute("data-row")).toBe(rowId);
    press(part("find-input"), "Escape");
    await settle();
    expect(has("find-bar")).toBe(false);
    expect(marked()).toBe(null);
  });

  it("is read on where it was opened in its middle", async () => {
    const fake = await show("main");
    const id = openThread() ?? "";
    const have = mirror.open[id];
    const first = have?.rows[have.order[0] ?? ""];
    if (!have || !first) throw new Error("no row");
    fake.send({
      type: "newerPut",
      thread: id,
      turns: [],
      rows: [{ ...structuredClone(JSON.parse(JSON.stringify(first))), id: "newer-row" }],
      newer: false,
    });
    await settle();
    expect(mirror.open[id]?.order.at(-1)).toBe("newer-row");
  });
});

describe("the search", () => {
  const found = {
    hits: [
      {
        thread: "t-fish",
        title: "From the server",
        cwd: "/home/rowan/code/harbor-cli",
        source: "cli",
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

  it("shows what was said with its words marked, and Enter opens the very message", async () => {
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
    expect([openThread(), sought(), marked()?.text]).toEqual(["t-fish", "i", "zebra"]);
    expect(has("palette")).toBe(false);
  });

  it("opens where the words that are shown stand, although others come before them in the thread", async () => {
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

  it("never opens what was found for fewer letters and does not hold what is typed now", async () => {
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
  it("goes on in another element of the same block, and never into the next block", () => {
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
