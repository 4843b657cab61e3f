// Queued messages that are being edited.
//
// Invariant: an edit ends by being saved, by being discarded by the person, or in the composer. A queue that continues
// meanwhile loses none of it.

import { createStore } from "solid-js/store";
import type { Queued, QueuedId, ThreadId } from "../generated/model";
import { act } from "../host";
import { toastError, toast } from "../kit/toasts";
import { joined, mirror } from "../mirror";
import { w } from "../words/words";
import { attachedOf, draftOf, setAll } from "./drafts";

type Edit = { thread: ThreadId; was: string; text: string; saving: boolean };

const [edits, setEdits] = createStore<Record<QueuedId, Edit>>({});

export const editOf = (id: QueuedId): Edit | undefined => edits[id];

export function beginEdit(thread: ThreadId, one: Queued): void {
  setEdits(one.id, { thread, was: one.text, text: one.text, saving: false });
}

export const typeEdit = (id: QueuedId, text: string): void => setEdits(id, "text", text);

export const dropEdit = (id: QueuedId): void => setEdits(id, undefined as never);

/** Returns true once the queue has the new text. */
export async function saveEdit(id: QueuedId): Promise<boolean> {
  const edit = edits[id];
  if (!edit || edit.saving) return false;
  const { thread, text } = edit;
  setEdits(id, "saving", true);
  try {
    await act({ type: "editQueued", thread, queued: id, text });
    dropEdit(id);
    return true;
  } catch (error) {
    setEdits(id, "saving", false);
    if (waits(thread, id)) toastError(error);
    else moveEditsToComposer(thread);
    return false;
  }
}

/** Moves edits of messages that have left the thread's queue into the composer. */
export function moveEditsToComposer(thread: ThreadId): void {
  for (const [id, edit] of Object.entries(edits)) {
    // If an edit is being saved, the answer to that decides.
    if (edit.thread !== thread || edit.saving || waits(thread, id)) continue;
    const { was, text } = edit;
    dropEdit(id);
    if (text === was || !text.trim()) continue;
    setAll(thread, joined(text, draftOf(thread)), [...attachedOf(thread)]);
    toast({ tone: "danger", icon: "pencil", title: w.queue.left, detail: w.queue.leftHint });
  }
}

/** Whether the message still waits. The queue of a thread that is not open is unknown. */
const waits = (thread: ThreadId, id: QueuedId): boolean =>
  mirror.open[thread]?.queue.some((one) => one.id === id) ?? true;
