// What was written and not sent, per thread: words, and what goes with them. The window holds it while it is typed;
// Rust keeps it soon after, so that a crash loses a word at most.

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

/** What stands in the composer: what was typed here, else what Rust kept. */
export function draftOf(thread: ThreadId | null): string {
  return drafts[key(thread)]?.text ?? (thread ? mirror.open[thread]?.draft : mirror.newDraft) ?? "";
}

export function attachedOf(thread: ThreadId | null): Attached[] {
  return drafts[key(thread)]?.attached ?? (thread ? mirror.open[thread]?.attached : mirror.newAttached) ?? [];
}

/** Rust has it on disk. */
export const isKept = (thread: ThreadId | null): boolean => drafts[key(thread)]?.kept ?? true;

export function setDraft(thread: ThreadId | null, text: string): void {
  // A skill or an app goes along as long as it is named.
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

/** It is on its way: the composer is empty but for what `stays`, and Rust keeps what it holds until it has arrived. */
export function letGo(thread: ThreadId | null, stays: Attached[]): void {
  const name = key(thread);
  clearTimeout(waiting.get(name));
  waiting.delete(name);
  setDrafts(name, { text: "", attached: stays, kept: false });
}

/** What Rust tells of drafts, after the mirror took it in. What was typed here is not replaced by it. */
export function reconcileDrafts(changes: Change[]): void {
  let back = false;
  for (const change of changes) {
    if (change.type === "threadPut") yieldTo(change.thread.id);
    else if (change.type === "draftPut") follow(key(change.thread));
    else if (change.type === "draftBack") {
      takeBack(change.thread, change.text, change.attached);
      back ||= change.unsent;
    }
  }
  if (back) toast({ tone: "danger", icon: "error", title: w.composer.notSent, detail: w.composer.cameBack });
}

/** Something may have come back while the thread was not on screen. */
function yieldTo(thread: ThreadId): void {
  const held = drafts[thread];
  if (held?.kept && !held.text && !held.attached?.length && !waiting.has(thread)) setDrafts(thread, undefined as never);
}

/** Another window wrote on, or sent it. What is being typed here is newer. */
function follow(name: string): void {
  if (drafts[name]?.kept && !waiting.has(name)) setDrafts(name, undefined as never);
}

function takeBack(thread: ThreadId | null, text: string, attached: Attached[]): void {
  const held = drafts[key(thread)];
  if (held) setAll(thread, joined(text, held.text ?? ""), [...attached, ...(held.attached ?? [])]);
}

/** Words and all, as when a message comes back. */
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

/** Writes at once what was typed and not yet kept. */
export function flush(thread: ThreadId | null): void {
  const name = key(thread);
  if (!waiting.has(name)) return;
  clearTimeout(waiting.get(name));
  waiting.delete(name);
  // A draft that could not be kept is still on screen; to say so on every key would help nobody.
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
