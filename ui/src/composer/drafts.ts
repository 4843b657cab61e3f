// Unsent text, per thread. The window holds it while it is typed; Rust keeps it soon after, so that a crash loses
// a word at most.

import { createStore } from "solid-js/store";
import type { ThreadId } from "../generated/model";
import { act } from "../host";
import { mirror } from "../mirror";

const NEW = "new";
const SOON_MS = 400;

const [drafts, setDrafts] = createStore<Record<string, string>>({});
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

const key = (thread: ThreadId | null): string => thread ?? NEW;

/** What stands in the composer: what was typed here, else what Rust kept. */
export function draftOf(thread: ThreadId | null): string {
  return drafts[key(thread)] ?? (thread ? mirror.open[thread]?.draft : mirror.newDraft) ?? "";
}

export function setDraft(thread: ThreadId | null, text: string): void {
  const name = key(thread);
  setDrafts(name, text);
  clearTimeout(waiting.get(name));
  waiting.set(
    name,
    setTimeout(() => flush(thread), SOON_MS),
  );
}

/** Writes at once what was typed and not yet kept. */
export function flush(thread: ThreadId | null): void {
  const name = key(thread);
  if (!waiting.has(name)) return;
  clearTimeout(waiting.get(name));
  waiting.delete(name);
  // A draft that could not be kept is still on screen; to say so on every key would help nobody.
  act({ type: "saveDraft", thread, text: drafts[name] ?? "" }).catch(() => undefined);
}

export function flushAll(): void {
  for (const name of waiting.keys()) flush(name === NEW ? null : name);
}
