import { afterEach, describe, expect, it } from "vitest";
import type { ThreadLine } from "../src/generated/model";
import { archive, setOpenDialog } from "../src/conversation/actions";
import { mirror } from "../src/mirror";
import { shownOrder } from "../src/sidebar/lines";
import { selectNone } from "../src/sidebar/selection";
import { go, setPref, openThread, setDialog, setFinding, setMarked, setOver } from "../src/view";
import { has, part, press, settle, toasted, type } from "./fake";
import { choose, leave, row, show, violations } from "./whole";

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

  it("keeps a typed name that was refused, with the reason", async () => {
    const fake = await show("empty");
    fake.refuse.set("rename", { code: "serverGone", message: "Codex is not running." });
    setOpenDialog({ kind: "rename", thread: "t-fish" });
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

  it("asks again about a refused name, after any other question", async () => {
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

  it("at work is deleted or archived only after a warning", async () => {
    const fake = await show("empty");
    const mark = (mark: ThreadLine["mark"]): void =>
      fake.send({ type: "threadsPut", threads: [{ ...(mirror.threads["t-fish"] as ThreadLine), mark }] });
    const asked = (): string => document.querySelector("dialog")?.textContent ?? "";
    for (const at of ["running", "waiting"] as const) {
      mark(at);
      setOpenDialog({ kind: "delete", threads: ["t-fish"] });
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
    setOpenDialog({ kind: "delete", threads: ["t-fish"] });
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
