// From the mirror to what a list shows: timeline entries, groups of the sidebar, words of the head. Pure.
//
// No DOM, clock or store is used here. Everything it needs is an argument.

import type { Ask, RowState, TurnState } from "./generated/model";
import type { Thread } from "./mirror";
import { w } from "./words/words";

/** An entry of the timeline, by a key that does not change while it is drawn. */
export type EntryKey = `row:${string}` | `ask:${string}` | `trouble:${string}` | `sent:${string}`;

type Kind = "row" | "ask" | "trouble" | "sent";

export function keyParts(key: string): { kind: Kind; id: string } {
  const at = key.indexOf(":");
  return { kind: key.slice(0, at) as Kind, id: key.slice(at + 1) };
}

/**
 * The entries in order. A request comes after its row, or else at the end of its turn, or else at the end. A turn ends
 * with its trouble, or with the fact that it was stopped, even if no rows of it are left. Messages that are being sent
 * come last.
 */
export function timeline(
  thread: Pick<Thread, "order" | "rows" | "turnOrder" | "turns" | "head" | "sent">,
  asks: Ask[],
): EntryKey[] {
  const byRow = new Map<string, Ask[]>();
  const byTurn = new Map<string, Ask[]>();
  const loose: Ask[] = [];
  for (const ask of asksInOrder(asks)) {
    if (ask.row && thread.rows[ask.row]) push(byRow, ask.row, ask);
    else if (ask.turn && thread.turns[ask.turn]) push(byTurn, ask.turn, ask);
    else loose.push(ask);
  }
  const keys: EntryKey[] = [];
  const { order, rows, turnOrder, turns } = thread;
  const places = new Map(turnOrder.map((id, at) => [id, at]));
  let ended = 0;
  let turn: string | null = null;
  /** While another Codex writes to the thread, its running turn is shown as stopped. */
  const wasStopped = (id: string): boolean =>
    turns[id]?.state === "interrupted" && !(id === turnOrder.at(-1) && thread.head.state.kind === "locked");
  const endTurn = (id: string): void => {
    for (const ask of byTurn.get(id) ?? []) keys.push(`ask:${ask.id}`);
    byTurn.delete(id);
    if (turns[id]?.trouble || wasStopped(id)) keys.push(`trouble:${id}`);
  };
  /** Adds the end of each turn once, including turns without rows. */
  const endBefore = (place: number): void => {
    for (const id of turnOrder.slice(ended, place)) endTurn(id);
    ended = Math.max(ended, place);
  };
  for (const id of order) {
    const row = rows[id];
    if (!row) continue;
    if (row.turn !== turn) endBefore(places.get(row.turn) ?? 0);
    turn = row.turn;
    keys.push(`row:${id}`);
    for (const ask of byRow.get(id) ?? []) keys.push(`ask:${ask.id}`);
  }
  endBefore(turnOrder.length);
  for (const rest of byTurn.values()) for (const ask of rest) keys.push(`ask:${ask.id}`);
  for (const ask of loose) keys.push(`ask:${ask.id}`);
  for (const one of thread.sent) keys.push(`sent:${one.id}`);
  return keys;
}

/** Oldest first. */
export function asksInOrder(asks: Ask[]): Ask[] {
  return asks.toSorted((a, b) => a.askedMs - b.askedMs || (a.id < b.id ? -1 : 1));
}

/** Whether `next` begins with entries that `before` did not have, because older ones were inserted. */
export function grewAtStart(before: readonly string[], next: readonly string[]): boolean {
  const first = before[0];
  return first !== undefined && next.length > before.length && next[0] !== first && next.includes(first);
}

/** The value of `data-turn`: the state of the last turn. */
export function lastTurn(thread: Thread | undefined): "idle" | TurnState {
  const id = thread?.turnOrder.at(-1);
  return (id && thread?.turns[id]?.state) || "idle";
}

/** The index of the prompt that began the turn of entry `index`. */
export function promptBefore(thread: Thread, keys: readonly EntryKey[], index: number): number | null {
  for (let i = Math.min(index, keys.length - 1); i >= 0; i--) {
    const { kind, id } = keyParts(keys[i] ?? "");
    if (kind === "row" && thread.rows[id]?.body.kind === "prompt") return i;
  }
  return null;
}

/** The label of a picture: generated, being generated, failed, or viewed. */
export function imageWords(generated: boolean, state: RowState): string {
  if (!generated) return w.row.viewed;
  if (state === "open") return w.row.drawing;
  return state === "done" ? w.row.drew : w.row.notDrawn;
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const have = map.get(key);
  if (have) have.push(value);
  else map.set(key, [value]);
}
