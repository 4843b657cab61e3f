// The lines that a list draws, and whether the new ones stand before the first.
//
// Older lines are taken in at the beginning of a frame, because the list knows what it drew by number until the scroll
// event of its last correction has come: in between it would draw twenty other lines, and then these again.

import { createComputed, createSignal, on, onCleanup, untrack } from "solid-js";
import { type EntryKey, grewAtStart } from "../rows";

export type Lines = { keys: EntryKey[]; shift: boolean };

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
