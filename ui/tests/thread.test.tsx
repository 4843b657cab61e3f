import { afterEach, describe, expect, it } from "vitest";
import { choicesFor } from "../src/composer/choices";
import { draftOf, setAll } from "../src/composer/drafts";
import type { ThreadLine } from "../src/generated/model";
import { setOpenDialog } from "../src/conversation/actions";
import { mirror } from "../src/mirror";
import { selectNone } from "../src/sidebar/selection";
import { go, setPref, prefs, marked, openThread, setDialog, setFinding, setMarked, setOver } from "../src/view";
import { has, part, press, settle, toasted, type } from "./fake";
import { choose, leave, show, violations } from "./whole";

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

describe("a thread", () => {
  it("is forked or reverted from a turn", async () => {
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
    setOpenDialog({ kind: "details", thread: openThread() ?? "" });
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
    expect(prefs.folder).toBe(mirror.open[id]?.head.cwd);
    setPref("folder", null);
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
