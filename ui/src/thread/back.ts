// Finds the place where a person was reading, and loads its page if necessary.
//
// It scrolls nothing. It reports once which line to show, and hides rows only while it loads.

import { createEffect, createSignal } from "solid-js";
import { act } from "../host";
import type { Thread } from "../mirror";
import { type EntryKey, keyParts } from "../rows";
import { prefs } from "../view";

export type Standpoint = { key: EntryKey; offset: number } | "end";

export interface Restore {
  /** `null` until it is known. */
  to: () => Standpoint | null;
  /** Whether the right page is being loaded. Showing the rows that are here would be a jump. */
  fetching: () => boolean;
  /** Gives up, because something else matters more. */
  cancelRestore: () => void;
}

/** `lines`: all lines, drawn or not. */
export function createRestore(thread: () => Thread, lines: () => EntryKey[]): Restore {
  const spot = prefs.spots[thread().id];
  const [to, setTo] = createSignal<Standpoint | null>(spot && !spot.atEnd ? null : "end");
  const [asked, setAsked] = createSignal(false);
  /** The line at that place, by its current key. */
  const [line, setLine] = createSignal<EntryKey | null>(null);
  const cancelRestore = (): void => void (to() === null && setTo("end"));
  const fetch = (turn: string, item: string): void => {
    setAsked(true);
    act({ type: "openAt", thread: thread().id, spot: { turn, item, cursor: null } })
      .then(({ row }) => (row ? setLine(`row:${row}`) : cancelRestore()))
      // A place that no longer exists is not reported, because nobody asked for it.
      .catch(cancelRestore);
  };
  createEffect(() => {
    if (!spot || to() !== null || thread().order.length === 0) return;
    const { kind, id } = keyParts(spot.key);
    const { turn } = spot;
    // Whether an item's row has its turn in its name depends on what is loaded, if two turns share a name for an item.
    const item = kind === "row" && turn && id.startsWith(`${turn}/`) ? id.slice(turn.length + 1) : id;
    const names: EntryKey[] = kind === "row" ? [`row:${item}`, `row:${turn}/${item}`] : [spot.key as EntryKey];
    const isHere = (key: EntryKey): boolean => lines().includes(key) && (!turn || turnOf(thread(), key) === turn);
    const key = names.find(isHere);
    const now = line();
    if (key) setTo({ key, offset: spot.offset });
    else if (now && isHere(now)) setTo({ key: now, offset: 0 });
    else if (!turn) cancelRestore();
    else if (!asked()) fetch(turn, item);
  });
  return { to, fetching: () => asked() && to() === null, cancelRestore };
}

/** The turn of a line, to request its page. */
export function turnOf(thread: Thread, key: EntryKey): string | null {
  const { kind, id } = keyParts(key);
  if (kind === "row") return thread.rows[id]?.turn ?? null;
  return kind === "trouble" ? id : null;
}
