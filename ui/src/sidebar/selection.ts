// Threads that are chosen together, by Ctrl or Shift and a click, by Ctrl Space, or from their menu.

import { createStore, reconcile } from "solid-js/store";
import type { ThreadId } from "../generated/model";
import { mirror } from "../mirror";

const [selection, setSelection] = createStore<Record<ThreadId, boolean>>({});
let last: ThreadId | null = null;

export const isSelected = (id: ThreadId): boolean => selection[id] === true;

/** Only what is still there. */
export const selected = (): ThreadId[] => Object.keys(selection).filter((id) => selection[id] && mirror.threads[id]?.goingMs === null);

export function toggle(id: ThreadId): void {
  setSelection(id, !selection[id]);
  last = id;
}

/** From the one that was chosen last to this one. */
export function selectTo(id: ThreadId, order: ThreadId[]): void {
  const from = order.indexOf(last ?? id);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(id);
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) setSelection(one, true);
}

export function selectNone(): void {
  setSelection(reconcile({}));
  last = null;
}
