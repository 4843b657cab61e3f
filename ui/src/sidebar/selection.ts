// Selecting several threads: by Ctrl or Shift and a click, by Ctrl Space, or from their menu.

import { createStore, reconcile } from "solid-js/store";
import type { ThreadId } from "../generated/model";
import { mirror } from "../mirror";
import { shownOrder } from "./lines";

const [selection, setSelection] = createStore<Record<ThreadId, boolean>>({});
let last: ThreadId | null = null;

export const isSelected = (id: ThreadId): boolean => selection[id] === true;

export const isChoosing = (): boolean => Object.values(selection).some(Boolean);

/** Only threads that exist and are shown, because nothing may happen to a thread that nobody sees selected. */
export function selected(): ThreadId[] {
  return isChoosing() ? shownOrder().filter((id) => selection[id] && mirror.threads[id]?.goingMs === null) : [];
}

export function toggle(id: ThreadId): void {
  setSelection(id, !selection[id]);
  last = id;
}

/** Selects the range from the last selected thread to this one. */
export function selectTo(id: ThreadId, order: ThreadId[]): void {
  const from = order.indexOf(last ?? id);
  const to = order.indexOf(id);
  if (from < 0 || to < 0) return toggle(id);
  for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) setSelection(one, true);
}

/** Clears the selection. `from`: where the next range begins. */
export function selectNone(from: ThreadId | null = null): void {
  setSelection(reconcile({}));
  last = from;
}
