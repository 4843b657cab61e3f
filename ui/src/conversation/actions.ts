// Actions on a whole thread, wherever they are offered: in the list, in the head, in the search.

import { createSignal } from "solid-js";
import { attachedOf, draftOf, setAll } from "../composer/drafts";
import type { Receipt, ThreadId, TurnId } from "../generated/model";
import { act, failureOf } from "../host";
import { toastError, toast } from "../kit/toasts";
import { joined, mirror } from "../mirror";
import { titleOf } from "../titles";
import { shownOrder } from "../sidebar/lines";
import { go, openThread, navigationCount } from "../view";
import { w } from "../words/words";

/** How long a deletion can be undone. */
const UNDO_MS = 10_000;

/** The dialogs that ask before an action. */
export type OpenDialog =
  | { kind: "delete"; threads: ThreadId[] }
  | { kind: "archive"; threads: ThreadId[] }
  | { kind: "export"; threads: ThreadId[] }
  | { kind: "goBack"; thread: ThreadId; turn: TurnId }
  | { kind: "forkBefore"; thread: ThreadId; turn: TurnId }
  | { kind: "goal"; thread: ThreadId }
  | { kind: "details"; thread: ThreadId }
  | { kind: "project"; threads: ThreadId[] }
  /** `refused`: a name that was typed elsewhere and was refused, with the reason. */
  | { kind: "rename"; thread: ThreadId; refused?: { name: string; why: string } };

export const [openDialog, setOpenDialog] = createSignal<OpenDialog | null>(null);

/** Dialogs that wait until the open one is closed, so that nothing typed in it is lost. */
const next: OpenDialog[] = [];
export function queueDialog(question: OpenDialog): void {
  if (openDialog()) next.push(question);
  else setOpenDialog(question);
}
export function closeDialog(): void {
  setOpenDialog(next.shift() ?? null);
}

/** Whether something is running or waiting in the thread, which would stop with it. */
export const isAtWork = (thread: ThreadId): boolean => {
  const mark = mirror.threads[thread]?.mark;
  return mark === "running" || mark === "waiting";
};

/** The thread whose record of approvals is shown. */
export const [recordOf, setRecordOf] = createSignal<ThreadId | null>(null);

/** The thread that is being renamed, and where. */
export const [renaming, setRenaming] = createSignal<{ thread: ThreadId; where: "list" | "head" } | null>(null);
export const isRenaming = (thread: ThreadId, where: "list" | "head"): boolean =>
  renaming()?.thread === thread && renaming()?.where === where;

/** Why an archived thread cannot be changed, for disabled actions. */
export const archivedOff = (thread: ThreadId): string | undefined =>
  mirror.threads[thread]?.archived ? w.keep.restoreFirst : undefined;

/** Archives threads. Asks first if that would interrupt something, because undo does not start it again. */
export function archive(threads: ThreadId[]): void {
  if (threads.some(isAtWork)) setOpenDialog({ kind: "archive", threads });
  else void archiveNow(threads);
}

/**
 * Whether deleting asks first: for several threads, or one at work. One idle thread is deleted at once, because that
 * can be undone.
 */
export const asksToDelete = (threads: ThreadId[]): boolean => threads.length > 1 || threads.some(isAtWork);

export function remove(threads: ThreadId[]): void {
  if (asksToDelete(threads)) setOpenDialog({ kind: "delete", threads });
  else void act({ type: "delete", threads }).catch(toastError);
}

/** Archives threads. If the open one is among them the next one in the list is opened. */
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
  const from = navigationCount();
  const undo = async (): Promise<void> => {
    try {
      await act({ type: "unarchive", threads });
      if (left && from === navigationCount()) go({ kind: "thread", id: left });
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

/** The first remaining thread below this one, or else the last one above it. */
export function nextAfter(order: ThreadId[], going: ThreadId[], from: ThreadId): ThreadId | null {
  const at = order.indexOf(from);
  const stays = (id: ThreadId): boolean => !going.includes(id);
  return order.slice(at + 1).find(stays) ?? order.slice(0, Math.max(0, at)).findLast(stays) ?? null;
}

/** Forks a thread and opens the fork. `along`: moves the draft there too. */
export async function fork(thread: ThreadId, turn: TurnId | null, along = false): Promise<void> {
  await follow(act({ type: "fork", thread, turn }), (made) => along && moveDraft(thread, made));
}

/** Forks the turns before this one. Its prompt becomes the fork's draft. */
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

/** Moves the draft of one thread to another, or (`null`) to a new one. */
export function moveDraft(from: ThreadId, to: ThreadId | null): void {
  const [text, attached] = [draftOf(from), attachedOf(from)];
  if (!text && !attached.length) return;
  setAll(to, joined(text, draftOf(to)), [...attached, ...attachedOf(to)]);
  setAll(from, "", []);
}

/** Goes back to before a turn. Its prompt comes back into the composer, in front of the draft. */
export function goBack(thread: ThreadId, turn: TurnId): void {
  act({ type: "goBack", thread, turn }).catch((error: unknown) => {
    if (failureOf(error).code === "onlyForks") queueDialog({ kind: "forkBefore", thread, turn });
    else toastError(error);
  });
}
