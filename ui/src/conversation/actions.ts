// What a person does with a whole conversation, wherever it is offered: in the list, in the head, in the search.

import { createSignal } from "solid-js";
import { attachedOf, draftOf, setAll } from "../composer/drafts";
import type { Receipt, ThreadId, TurnId } from "../generated/model";
import { act, failureOf } from "../host";
import { toastError, toast } from "../kit/toasts";
import { joined, mirror } from "../mirror";
import { titleOf } from "../titles";
import { shownOrder } from "../sidebar/lines";
import { go, openThread, stepsTaken } from "../view";
import { w } from "../words/words";

/** As long as a deletion can be undone. */
const UNDO_MS = 10_000;

/** What is asked before it is done. */
export type OpenDialog =
  | { kind: "delete"; threads: ThreadId[] }
  | { kind: "archive"; threads: ThreadId[] }
  | { kind: "export"; threads: ThreadId[] }
  | { kind: "goBack"; thread: ThreadId; turn: TurnId }
  | { kind: "forkBefore"; thread: ThreadId; turn: TurnId }
  | { kind: "goal"; thread: ThreadId }
  | { kind: "details"; thread: ThreadId }
  | { kind: "project"; threads: ThreadId[] }
  /** `refused`: a name that was typed elsewhere and not taken, and why. */
  | { kind: "rename"; thread: ThreadId; refused?: { name: string; why: string } };

export const [openDialog, setOpenDialog] = createSignal<OpenDialog | null>(null);

/** Asked when nothing else is: what a person writes in another question stays. */
const next: OpenDialog[] = [];
export function queueDialog(question: OpenDialog): void {
  if (openDialog()) next.push(question);
  else setOpenDialog(question);
}
export function closeDialog(): void {
  setOpenDialog(next.shift() ?? null);
}

/** Something runs or waits for an answer there: it is stopped when the thread goes. */
export const isAtWork = (thread: ThreadId): boolean => {
  const mark = mirror.threads[thread]?.mark;
  return mark === "running" || mark === "waiting";
};

/** The thread whose record of requests is looked at. */
export const [recordOf, setRecordOf] = createSignal<ThreadId | null>(null);

/** The thread whose name is being written, and where. */
export const [renaming, setRenaming] = createSignal<{ thread: ThreadId; where: "list" | "head" } | null>(null);
export const isRenaming = (thread: ThreadId, where: "list" | "head"): boolean =>
  renaming()?.thread === thread && renaming()?.where === where;

/** Why what is changed in a thread cannot be changed in this one. */
export const archivedOff = (thread: ThreadId): string | undefined =>
  mirror.threads[thread]?.archived ? w.keep.restoreFirst : undefined;

/** Asks first where that would stop something: undo does not start it again. */
export function archive(threads: ThreadId[]): void {
  if (threads.some(isAtWork)) setOpenDialog({ kind: "archive", threads });
  else void archiveNow(threads);
}

/** Many, or one at work, are deleted only after a question. One at rest goes at once, because it can be had back. */
export const asksToDelete = (threads: ThreadId[]): boolean => threads.length > 1 || threads.some(isAtWork);

export function remove(threads: ThreadId[]): void {
  if (asksToDelete(threads)) setOpenDialog({ kind: "delete", threads });
  else void act({ type: "delete", threads }).catch(toastError);
}

/** What is open and archived is left for the next of the list. */
export async function archiveNow(threads: ThreadId[]): Promise<void> {
  const open = openThread();
  const left = open !== null && threads.includes(open) ? open : null;
  const next = left ? nextAfter(shownOrder(), threads, left) : null;
  const first = mirror.threads[threads[0] ?? ""];
  const title = first ? titleOf(first) : "";
  try {
    await act({ type: "archive", threads });
  } catch (error) {
    return toastError(error);
  }
  if (left && openThread() === left) go(next ? { kind: "thread", id: next } : { kind: "none" });
  const from = stepsTaken();
  const undo = async (): Promise<void> => {
    try {
      await act({ type: "unarchive", threads });
      if (left && from === stepsTaken()) go({ kind: "thread", id: left });
    } catch (error) {
      toastError(error);
    }
  };
  toast({
    tone: "plain",
    icon: "archive",
    title: w.archiving.done(threads.length, title),
    lastsMs: UNDO_MS,
    action: { label: w.deleting.undo, run: () => void undo() },
  });
}

/** The first that stays below it, else the last above it. */
export function nextAfter(order: ThreadId[], going: ThreadId[], from: ThreadId): ThreadId | null {
  const at = order.indexOf(from);
  const stays = (id: ThreadId): boolean => !going.includes(id);
  return order.slice(at + 1).find(stays) ?? order.slice(0, Math.max(0, at)).findLast(stays) ?? null;
}

/** Goes to the fork once it is there. `along`: what was written and not sent goes there too. */
export async function fork(thread: ThreadId, turn: TurnId | null, along = false): Promise<void> {
  await follow(act({ type: "fork", thread, turn }), (made) => along && moveDraft(thread, made));
}

/** The fork brings the prompt of the turn along, as its draft. */
export const forkBefore = (thread: ThreadId, turn: TurnId): Promise<void> =>
  follow(act({ type: "forkBefore", thread, turn }));

async function follow(forking: Promise<Receipt>, made: (fork: ThreadId) => void = () => undefined): Promise<void> {
  try {
    const receipt = await forking;
    if (!receipt.thread) return;
    made(receipt.thread);
    go({ kind: "thread", id: receipt.thread });
    toast({ tone: "plain", icon: "fork", title: w.keep.forked });
  } catch (error) {
    toastError(error);
  }
}

/** What was written in one thread is written in another, `null`: in a new one. */
export function moveDraft(from: ThreadId, to: ThreadId | null): void {
  const [text, attached] = [draftOf(from), attachedOf(from)];
  if (!text && !attached.length) return;
  setAll(to, joined(text, draftOf(to)), [...attached, ...attachedOf(to)]);
  setAll(from, "", []);
}

/** What was said there comes back into the composer, before what is being written. */
export function goBack(thread: ThreadId, turn: TurnId): void {
  act({ type: "goBack", thread, turn }).catch((error: unknown) => {
    if (failureOf(error).code === "onlyForks") queueDialog({ kind: "forkBefore", thread, turn });
    else toastError(error);
  });
}
