import { describe, expect, it } from "vitest";
import {
  beforeTyped,
  hasContent,
  hintOf,
  intentOf,
  keyAction,
  lengthOf,
  partsOf,
  placeholderOf,
} from "../src/composer/message";
import { type Attached, type Choices, MOST_CHARACTERS } from "../src/generated/model";
import { w } from "../src/words/words";

const picture: Attached = { kind: "image", path: "/p.png" };
const skill: Attached = { kind: "skill", name: "changelog", path: "/s" };
const choices = { model: "m" } as unknown as Choices;

describe("a message", () => {
  it("needs words or something that goes along", () => {
    expect([hasContent(" ", []), hasContent("", [picture]), hasContent("a", [])]).toEqual([false, true, true]);
  });
  it("that is a command needs its words", () => {
    expect([hasContent("! ", [picture]), hasContent("!ls", [])]).toEqual([false, true]);
  });
  it("that is a command leaves its pictures for the next", () => {
    expect(partsOf("!ls", [picture, skill])).toEqual({ stays: [picture], sent: [skill] });
    expect(partsOf("ls", [picture, skill])).toEqual({ stays: [], sent: [picture, skill] });
  });
  it("becomes the intent that fits where it is written", () => {
    const [folder, thread] = [{ kind: "folder", cwd: "/p" } as const, { kind: "thread", thread: "t" } as const];
    const prompt = { text: "Hi", attached: [picture] };
    expect(intentOf(folder, "Hi", [picture], "send", choices)).toEqual({
      type: "startThread",
      cwd: "/p",
      prompt,
      choices,
    });
    expect(intentOf(thread, "Hi", [picture], "queue", choices)).toEqual({
      type: "queue",
      thread: "t",
      prompt,
      choices,
    });
    expect(intentOf(thread, "Hi", [picture], "steer", choices)).toEqual({ type: "send", thread: "t", prompt, choices });
    expect(intentOf(folder, "!ls -l", [], "send", choices)).toEqual({
      type: "shell",
      at: folder,
      command: "ls -l",
      choices,
    });
  });
  it("comes back before what was typed meanwhile", () => {
    expect([beforeTyped("first", ""), beforeTyped("first", "then")]).toEqual(["first", "first\nthen"]);
  });
  it("is counted by letters where the limit is near", () => {
    expect(lengthOf("😀".repeat(MOST_CHARACTERS))).toBe(MOST_CHARACTERS);
  });
});

describe("a key in the field", () => {
  const press = (key: string, more: KeyboardEventInit, enterSends = true, running = false): string | null =>
    keyAction(new KeyboardEvent("keydown", { key, ...more }), { enterSends, running });
  it("sends on Enter, or on Shift Enter where the setting says so", () => {
    expect([press("Enter", {}), press("Enter", { shiftKey: true })]).toEqual(["usual", null]);
    expect([press("Enter", {}, false), press("Enter", { shiftKey: true }, false)]).toEqual([null, "usual"]);
  });
  it("does the other thing with Ctrl or Cmd while a turn runs", () => {
    expect([press("Enter", { ctrlKey: true }), press("Enter", { ctrlKey: true }, true, true)]).toEqual([null, "other"]);
    expect(press("Enter", { metaKey: true }, true, true)).toBe("other");
  });
  it("walks through what was said by the arrows alone", () => {
    expect([press("ArrowUp", {}), press("ArrowDown", {}), press("ArrowUp", { shiftKey: true })]).toEqual([
      "earlier",
      "later",
      null,
    ]);
  });
  it("stops on Escape only what runs", () => {
    expect([press("Escape", {}), press("Escape", {}, true, true)]).toEqual([null, "escape"]);
  });
});

describe("the words of the composer", () => {
  const now = { enterSends: true, running: false, shell: false, pictures: false, usual: "send" as const };
  it("say first that Escape was pressed once", () => {
    expect(hintOf({ ...now, running: true, usual: "queue", escaped: true })).toBe(w.composer.hintEsc);
  });
  it("say that pictures wait while a command is typed", () => {
    expect(hintOf({ ...now, shell: true, pictures: true, escaped: false })).toBe(
      w.composer.hintShellStays(w.keys.enter),
    );
  });
  it("ask for an answer before anything else", () => {
    expect(placeholderOf({ asking: true, running: true, usual: "queue" })).toBe(w.composer.placeholderAsk);
    expect(placeholderOf({ asking: false, running: true, usual: "queue" })).toBe(w.composer.placeholderQueue);
    expect(placeholderOf({ asking: false, running: true, usual: "steer" })).toBe(w.composer.placeholderRunning);
  });
});
