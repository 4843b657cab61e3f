// Where one was reading, found again: once its row is here, and fetched where it lies in a page that is not loaded.
//
// Refuses: moving anything. It says at which line to stand, once, and holds no rows back but while it fetches.

import { createEffect, createSignal } from "solid-js";
import { act } from "../host";
import type { Thread } from "../mirror";
import { type EntryKey, keyParts } from "../rows";
import { prefs } from "../view";

export type Standpoint = { key: EntryKey; offset: number } | "end";

export interface WayBack {
  /** `null` until it is known. */
  to: () => Standpoint | null;
  /** Other rows are here than those one read: to show them would be a jump. */
  fetching: () => boolean;
  /** Something else counts more than where one was. */
  letGo: () => void;
}

/** `lines`: all there are, whether they are drawn or not. */
export function wayBack(thread: () => Thread, lines: () => EntryKey[]): WayBack {
  const spot = prefs.spots[thread().id];
  const [to, setTo] = createSignal<Standpoint | null>(spot && !spot.atEnd ? null : "end");
  const [asked, setAsked] = createSignal(false);
  /** The line that the server has at the place, by the name it has now. */
  const [line, setLine] = createSignal<EntryKey | null>(null);
  const letGo = (): void => void (to() === null && setTo("end"));
  const fetch = (turn: string, item: string): void => {
    setAsked(true);
    act({ type: "openAt", thread: thread().id, spot: { turn, item, cursor: null } })
      .then(({ row }) => (row ? setLine(`row:${row}`) : letGo()))
      // A place that is gone was nobody's question.
      .catch(letGo);
  };
  createEffect(() => {
    if (!spot || to() !== null || thread().order.length === 0) return;
    const { kind, id } = keyParts(spot.key);
    const { turn } = spot;
    // Where two turns share a name for an item, which of the rows is called by its turn as well depends on what is loaded.
    const item = kind === "row" && turn && id.startsWith(`${turn}/`) ? id.slice(turn.length + 1) : id;
    const names: EntryKey[] = kind === "row" ? [`row:${item}`, `row:${turn}/${item}`] : [spot.key as EntryKey];
    const isHere = (key: EntryKey): boolean => lines().includes(key) && (!turn || turnOf(thread(), key) === turn);
    const key = names.find(isHere);
    const now = line();
    if (key) setTo({ key, offset: spot.offset });
    else if (now && isHere(now)) setTo({ key: now, offset: 0 });
    else if (!turn) letGo();
    else if (!asked()) fetch(turn, item);
  });
  return { to, fetching: () => asked() && to() === null, letGo };
}

/** The turn a line belongs to, to ask for it by. */
export function turnOf(thread: Thread, key: EntryKey): string | null {
  const { kind, id } = keyParts(key);
  if (kind === "row") return thread.rows[id]?.turn ?? null;
  return kind === "trouble" ? id : null;
}
