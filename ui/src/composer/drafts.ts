// The unsent text and attachments of each thread. The page holds them while they are typed and saves them soon after,
// so that a crash loses a word at most.

import { createStore } from "solid-js/store";
import type { Attached, Change, ThreadId } from "../generated/model";
import { act } from "../host";
import { toast } from "../kit/toasts";
import { joined, mirror } from "../mirror";
import { w } from "../words/words";

const NEW = "new";
const SOON_MS = 400;

type Draft = { text?: string; attached?: Attached[]; kept?: boolean };

const [drafts, setDrafts] = createStore<Record<string, Draft>>({});
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

const key = (thread: ThreadId | null): string => thread ?? NEW;

/** The text in the composer: what was typed here, or else what Rust saved. */
export function draftOf(thread: ThreadId | null): string {
  return drafts[key(thread)]?.text ?? (thread ? mirror.open[thread]?.draft : mirror.newDraft) ?? "";
}

export function attachedOf(thread: ThreadId | null): Attached[] {
  return drafts[key(thread)]?.attached ?? (thread ? mirror.open[thread]?.attached : mirror.newAttached) ?? [];
}

/** Whether Rust has the draft on disk. */
export const isKept = (thread: ThreadId | null): boolean => drafts[key(thread)]?.kept ?? true;

export function setDraft(thread: ThreadId | null, text: string): void {
  // A skill or an app is attached only as long as the text names it.
  const attached = attachedOf(thread);
  const left = attached.filter((one) => !("name" in one) || names(text, one.name));
  change(thread, left.length < attached.length ? { text, attached: left } : { text });
}

export function setAttached(thread: ThreadId | null, attached: Attached[]): void {
  change(thread, { attached });
}

export function addAttached(thread: ThreadId | null, more: Attached[]): void {
  const have = attachedOf(thread);
  const fresh = more.filter((one) => !have.some((held) => same(held, one)));
  if (fresh.length) setAttached(thread, [...have, ...fresh]);
}

/**
 * Empties the composer except for `stays`, because its message is being sent. Rust keeps that message until it has
 * arrived.
 */
export function emptyForSending(thread: ThreadId | null, stays: Attached[]): void {
  const name = key(thread);
  clearTimeout(waiting.get(name));
  waiting.delete(name);
  setDrafts(name, { text: "", attached: stays, kept: false });
}

/** Applies Rust's changes of drafts, after the mirror. They do not replace what was typed here. */
export function reconcileDrafts(changes: Change[]): void {
  let back = false;
  for (const change of changes) {
    if (change.type === "threadPut") takeReturned(change.thread.id);
    else if (change.type === "draftPut") takeOverSaved(key(change.thread));
    else if (change.type === "draftBack") {
      takeBack(change.thread, change.text, change.attached);
      back ||= change.unsent;
    }
  }
  if (back) toast({ tone: "danger", icon: "error", title: w.composer.notSent, detail: w.composer.cameBack });
}

/** Takes over a draft that came back while the thread was not shown. */
function takeReturned(thread: ThreadId): void {
  const held = drafts[thread];
  if (held?.kept && !held.text && !held.attached?.length && !waiting.has(thread)) setDrafts(thread, undefined as never);
}

/** Takes over a draft that another window wrote or sent, unless something newer is being typed here. */
function takeOverSaved(name: string): void {
  if (drafts[name]?.kept && !waiting.has(name)) setDrafts(name, undefined as never);
}

function takeBack(thread: ThreadId | null, text: string, attached: Attached[]): void {
  const held = drafts[key(thread)];
  if (held) setAll(thread, joined(text, held.text ?? ""), [...attached, ...(held.attached ?? [])]);
}

/** Sets text and attachments, for example when a message comes back. */
export function setAll(thread: ThreadId | null, text: string, attached: Attached[]): void {
  change(thread, { text, attached });
}

function change(thread: ThreadId | null, draft: Draft): void {
  const name = key(thread);
  setDrafts(name, { ...drafts[name], ...draft, kept: false });
  clearTimeout(waiting.get(name));
  waiting.set(
    name,
    setTimeout(() => flush(thread), SOON_MS),
  );
}

/** Saves at once what was typed and not saved yet. */
export function flush(thread: ThreadId | null): void {
  const name = key(thread);
  if (!waiting.has(name)) return;
  clearTimeout(waiting.get(name));
  waiting.delete(name);
  // A draft that could not be saved is still on screen. A message at every key press would not help.
  act({ type: "saveDraft", thread, text: draftOf(thread), attached: [...attachedOf(thread)] }).then(
    () => waiting.has(name) || setDrafts(name, "kept", true),
    () => undefined,
  );
}

export function flushAll(): void {
  for (const name of waiting.keys()) flush(name === NEW ? null : name);
}

const names = (text: string, name: string): boolean => text.includes(`$${name}`);

const same = (a: Attached, b: Attached): boolean =>
  a.kind === b.kind &&
  ("path" in a && "path" in b ? a.path === b.path : "url" in a && "url" in b ? a.url === b.url : false);
