// A message before it is sent: its length, its attachments, and the intent it becomes. Pure.

import { type Attached, type Choices, type Ground, type Intent, MOST_CHARACTERS } from "../generated/model";
import { chord } from "../keys";
import { w } from "../words/words";

/** From this length on the number of remaining characters is shown. */
export const TELL_FROM = MOST_CHARACTERS - 10_000;
const SHIFT_ENTER = `${w.keys.shift}+${w.keys.enter}`;

export type How = "send" | "queue" | "steer";

/** Whether the text is a person's own command. */
export const isShell = (text: string): boolean => text.startsWith("!");

/** The length in characters, as the server counts, instead of UTF-16 units. Short texts are not counted exactly. */
export const lengthOf = (text: string): number => (text.length > TELL_FROM / 2 ? [...text].length : text.length);

/** Attachments that are not named in the text. */
export const pictured = (attached: Attached[]): Attached[] => attached.filter((one) => !("name" in one));

export function hasContent(text: string, attached: Attached[]): boolean {
  return isShell(text) ? text.slice(1).trim() !== "" : text.trim() !== "" || attached.length > 0;
}

/** A shell command is sent without attachments, which wait for the next message. */
export function partsOf(text: string, attached: Attached[]): { stays: Attached[]; sent: Attached[] } {
  if (!isShell(text)) return { stays: [], sent: [...attached] };
  return { stays: pictured(attached), sent: attached.filter((one) => "name" in one) };
}

export function intentOf(at: Ground, text: string, attached: Attached[], how: How, choices: Choices): Intent {
  if (isShell(text)) return { type: "shell", at, command: text.slice(1), choices };
  const prompt = { text, attached };
  if (at.kind === "folder") return { type: "startThread", cwd: at.cwd, prompt, choices };
  return { type: how === "queue" ? "queue" : "send", thread: at.thread, prompt, choices };
}

/** A text that could not be sent goes before the text that was typed meanwhile. */
export const beforeTyped = (text: string, meanwhile: string): string => (meanwhile ? `${text}\n${meanwhile}` : text);

type Sending = { enterSends: boolean; running: boolean };

/** What a key does in the field. `other`: what Enter does not do while a turn is running. */
export function keyAction(event: KeyboardEvent, { enterSends, running }: Sending) {
  const bare = !event.altKey && !event.ctrlKey && !event.metaKey;
  if (event.key === "Enter" && bare && event.shiftKey !== enterSends) return "usual";
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && running)
    return "other";
  if (event.key === "ArrowUp" && bare && !event.shiftKey) return "earlier";
  if (event.key === "ArrowDown" && bare && !event.shiftKey) return "later";
  if (event.key === "Escape" && running) return "escape";
  return null;
}

export const sendKey = (enterSends: boolean): string => (enterSends ? w.keys.enter : SHIFT_ENTER);

type Situation = Sending & {
  shell: boolean;
  /** Pictures wait here while a shell command is typed. */
  pictures: boolean;
  /** What Enter does. */
  usual: How;
  /** Escape was pressed once. */
  escaped: boolean;
};

export function hintOf(now: Situation): string {
  const key = sendKey(now.enterSends);
  if (now.escaped) return w.composer.hintEsc;
  if (now.shell) return w.composer[now.pictures ? "hintShellStays" : "hintShell"](key);
  if (now.running) return w.composer.hintRunning[now.usual === "queue" ? "queue" : "steer"](key, chord(w.keys.enter));
  return w.composer.hintSend(key, now.enterSends ? SHIFT_ENTER : w.keys.enter);
}

/** `asking`: the thread waits for an answer of the person. */
export function placeholderOf(now: { asking: boolean; running: boolean; usual: How }): string {
  if (now.asking) return w.composer.placeholderAsk;
  if (!now.running) return w.composer.placeholder;
  return now.usual === "queue" ? w.composer.placeholderQueue : w.composer.placeholderRunning;
}
