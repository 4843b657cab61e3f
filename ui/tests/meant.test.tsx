// What is asked and offered about whole threads: which of them are meant, and what stands while an answer is on its way.

import { afterEach, describe, expect, it } from "vitest";
import { commandsFor } from "../src/composer/commands";
import type { ThreadLine } from "../src/generated/model";
import { setOpenDialog } from "../src/conversation/actions";
import { mirror } from "../src/mirror";
import { shownOrder } from "../src/sidebar/lines";
import { selectNone } from "../src/sidebar/selection";
import { go, setPref, openThread } from "../src/view";
import { fakeHost, has, part, press, settle, toasted, type } from "./fake";
import { choose, leave, row, show, violations } from "./whole";

afterEach(() => {
  leave();
  setOpenDialog(null);
  selectNone();
  go({ kind: "none" });
});

describe("a row", () => {
  it("is the one that Delete deletes, whatever else is chosen", async () => {
    const fake = await show("empty");
    const [first, second, third] = shownOrder() as [string, string, string];
    const click = (id: string, more: MouseEventInit = {}): boolean =>
      row(id).dispatchEvent(new MouseEvent("click", { bubbles: true, ...more }));
    const asked = (): string => document.querySelector("dialog")?.textContent ?? "";
    const title = (id: string): string => mirror.threads[id]?.title ?? "";
    click(first, { ctrlKey: true });
    click(second, { ctrlKey: true });
    press(row(third), "Delete");
    await settle();
    expect(asked()).toContain(title(third));
    expect(asked()).not.toContain(title(first));
    part("dialog-yes").click();
    press(row(second), "Delete");
    await settle();
    expect([title(first), title(second)].every((one) => asked().includes(one))).toBe(true);
    part("dialog-yes").click();
    expect(fake.of("delete").map((one) => one.threads)).toEqual([[third], [first, second]]);
    // What the list does not show is not chosen for anything.
    setPref("project", "/nowhere");
    await settle();
    expect(has("selection")).toBe(false);
    setPref("project", null);
    await settle();
    expect(has("selection")).toBe(true);
    click(third);
    await settle();
    expect(has("selection")).toBe(false);
    click(first, { shiftKey: true });
    await settle();
    expect(part("selection").textContent).toContain("3 selected");
  });

  it("names three of many that are deleted and counts the others", async () => {
    await show("empty");
    const ids = shownOrder().slice(0, 5);
    setOpenDialog({ kind: "delete", threads: ids });
    await settle();
    const asked = document.querySelector("dialog")?.textContent ?? "";
    expect(ids.map((id) => asked.includes(mirror.threads[id]?.title ?? ""))).toEqual([true, true, true, false, false]);
    expect(asked).toContain("and 2 more");
  });

  it("that is archived offers nothing that an archived one cannot do", async () => {
    const fake = await show("empty");
    fake.send({ type: "threadsPut", threads: [{ ...(mirror.threads["t-fish"] as ThreadLine), archived: true }] });
    setPref("filter", "archived");
    await settle();
    press(row("t-fish"), "F2");
    press(row("t-fish"), "ContextMenu");
    await settle();
    expect(await violations()).toEqual([]);
    const off = [...document.querySelectorAll<HTMLElement>(".menu [aria-disabled=true]")];
    expect(off.map((one) => one.textContent)).toEqual([
      "RenameThis thread is archived. Restore it first.",
      "ForkThis thread is archived. Restore it first.",
    ]);
    for (const one of off) one.click();
    choose("Restore from archive");
    expect([has("rename-here"), fake.of("fork").length, fake.of("unarchive").length]).toEqual([false, 0, 1]);
    const names = commandsFor("t-fish", { insert: () => undefined }).map((one) => one.name);
    expect(names.filter((name) => ["compact", "goal", "fork", "rename", "archive"].includes(name))).toEqual([]);
    setPref("filter", "active");
  });

  it("offers a goal only where Codex knows goals", async () => {
    const fake = await show("empty");
    const offers = (): boolean => commandsFor("t-fish", { insert: () => undefined }).some((one) => one.name === "goal");
    expect(offers()).toBe(true);
    fake.send({ type: "serverPut", server: { ...mirror.server, knowsGoals: false } });
    await settle();
    expect(offers()).toBe(false);
  });
});

describe("an export that is let go on in the background", () => {
  const begin = async (fake: ReturnType<typeof fakeHost>): Promise<void> => {
    fake.hold("export");
    fake.results.set("downloads", { type: "downloads", path: "/home/rowan/Downloads" });
    setOpenDialog({ kind: "export", threads: ["t-fish"] });
    await settle();
    part("dialog-yes")
      .closest("form")
      ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await settle();
    expect([part("dialog-yes").textContent, part("dialog-no").textContent]).toEqual([
      "Exporting…",
      "Continue in background",
    ]);
    part("dialog-no").click();
    setOpenDialog({ kind: "goal", thread: "t-fish" });
    await settle();
    type(part("goal-input"), "half a goal");
  };
  const goal = (): string => (part("goal-input") as HTMLInputElement).value;

  it("closes no other question when it is done, and says so", async () => {
    const fake = await show("empty");
    await begin(fake);
    fake.receipts.set("export", { thread: null, path: "/home/rowan/Downloads/fish.md", row: null });
    fake.release("export");
    await settle();
    expect(goal()).toBe("half a goal");
    expect(toasted()).toContain("Exported");
  });

  it("says too when it failed", async () => {
    const fake = await show("empty");
    await begin(fake);
    fake.refuse.set("export", { code: "refused", message: "The disk is full." });
    fake.release("export");
    await settle();
    expect(goal()).toBe("half a goal");
    expect(toasted()).toContain("The disk is full.");
  });
});

describe("a thread", () => {
  it("whose turns cannot be taken back goes on in a fork from before them", async () => {
    const fake = await show("main");
    const thread = openThread() ?? "";
    fake.refuse.set("goBack", { code: "onlyForks", message: "Go on in a fork." });
    fake.receipts.set("forkBefore", { thread: "t-fish", path: null, row: null });
    setOpenDialog({ kind: "goBack", thread, turn: "turn-1" });
    await settle();
    part("dialog-yes").click();
    await settle();
    expect(part("dialog").textContent).toContain("started with an older Codex");
    expect(document.activeElement).toBe(part("dialog-no"));
    expect(await violations()).toEqual([]);
    part("dialog-yes").click();
    await settle();
    expect(fake.of("forkBefore")).toEqual([{ type: "forkBefore", thread, turn: "turn-1" }]);
    expect([openThread(), has("dialog")]).toEqual(["t-fish", false]);
  });

  it("in which Codex is at work is not compacted, and the menu says why", async () => {
    const fake = await show("main");
    const id = openThread() ?? "";
    const item = (): HTMLElement => {
      part("head-menu").click();
      const found = [...document.querySelectorAll<HTMLElement>(".menu .menu-item")].find((one) =>
        one.textContent?.startsWith("Compact"),
      );
      if (!found) throw new Error("no Compact in the menu");
      return found;
    };
    const names = (): string[] => commandsFor(id, { insert: () => undefined }).map((one) => one.name);
    expect(mirror.threads[id]?.mark).toBe("running");
    const off = item();
    expect([off.getAttribute("aria-disabled"), off.textContent]).toEqual([
      "true",
      "CompactCodex is working in this thread. Stop it first.",
    ]);
    expect(await violations()).toEqual([]);
    off.click();
    expect([fake.of("compact").length, names().includes("compact")]).toEqual([0, false]);
    part("head-menu").click();
    fake.send({ type: "threadsPut", threads: [{ ...(mirror.threads[id] as ThreadLine), mark: "none" }] });
    item().click();
    expect([fake.of("compact").length, names().includes("compact")]).toEqual([1, true]);
  });

  it("keeps a goal that is refused in its field, with the reason", async () => {
    const fake = await show("main");
    fake.refuse.set("setGoal", { code: "needsNewerCodex", message: "This Codex cannot do that." });
    setOpenDialog({ kind: "goal", thread: openThread() ?? "" });
    await settle();
    type(part("goal-input"), "A goal of many words");
    const submit = (): boolean | undefined =>
      part("goal-input")
        .closest("form")
        ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    submit();
    await settle();
    expect((part("goal-input") as HTMLInputElement).value).toBe("A goal of many words");
    expect(part("dialog").textContent).toContain("This Codex cannot do that.");
    fake.refuse.clear();
    submit();
    await settle();
    expect(has("goal-input")).toBe(false);
  });
});
