// The lines that a list draws, and whether new ones are before the first.
//
// Older lines are inserted at the beginning of a frame, because until the scroll event of its last correction the list
// identifies drawn lines by index. In between it would draw twenty other lines, and then these again.

import { $TRACK, createComputed, createSignal, on, onCleanup, untrack } from "solid-js";
import { unwrap } from "solid-js/store";
import type { Ask } from "../generated/model";
import type { Thread } from "../mirror";
import { type EntryKey, grewAtStart, timeline } from "../rows";

export type Lines = { keys: EntryKey[]; shift: boolean };

/** All lines of a thread, as a reactive value. */
export function linesOf(thread: Thread, asks: Ask[]): EntryKey[] {
  const { head, turns, sent, order, rows, turnOrder } = thread;
  return timeline(
    { head, turns, sent, order: asPlainValue(order), rows: asPlainValue(rows), turnOrder: asPlainValue(turnOrder) },
    asks,
  );
}

/** Tracks a collection as a whole and reads it as a plain value. Tracking each of ten thousand rows would cost a frame. */
function asPlainValue<T extends object>(kept: T): T {
  void Reflect.get(kept, $TRACK);
  return unwrap(kept);
}

export function inFrames(all: () => EntryKey[]): () => Lines {
  const [lines, setLines] = createSignal<Lines>({ keys: [], shift: false });
  let frame: number | null = null;
  const take = (keys: EntryKey[]): void => void setLines((before) => ({ keys, shift: grewAtStart(before.keys, keys) }));
  createComputed(
    on(all, (keys) => {
      if (frame !== null) return;
      if (!grewAtStart(untrack(lines).keys, keys)) return take(keys);
      frame = requestAnimationFrame(() => {
        frame = null;
        take(untrack(all));
      });
    }),
  );
  onCleanup(() => frame !== null && cancelAnimationFrame(frame));
  return lines;
}
