// The page's mirror, held to the same law as the one in Rust, which wrote these vectors.

import { createStore, unwrap } from "solid-js/store";
import { expect, it } from "vitest";
import type { Change, OpenThread, Snapshot } from "../src/generated/model";
import vectors from "../src/generated/vectors.json";
import { applyChange, blank, type Mirror, type Thread } from "../src/mirror";

interface Vector {
  before: Snapshot;
  changes: Change[];
  after: Snapshot;
}

const byId = <T extends { id: string }>(all: T[]): T[] =>
  all.toSorted((a, b) => Number(a.id > b.id) - Number(a.id < b.id));

function open({ turnOrder, order, turns, rows, ...thread }: Thread): OpenThread {
  return {
    ...thread,
    turns: turnOrder.flatMap((id) => turns[id] ?? []),
    rows: order.flatMap((id) => rows[id] ?? []),
  };
}

/**
 * As Rust would take it: without what only a page keeps, and in order where order means nothing. Of a thread that was
 * lost a page keeps the last copy, for its folder, and does not show it.
 */
function snapshot({ ready: _ready, lost, ended: _ended, ...held }: Mirror): Snapshot {
  return {
    ...held,
    threads: byId(Object.values(held.threads)),
    open: byId(
      Object.values(held.open)
        .filter(({ id }) => lost[id] === undefined)
        .map(open),
    ),
    asks: byId(Object.values(held.asks)),
    banners: byId(held.banners),
  };
}

it.each((vectors as Vector[]).map((vector, n) => ({ n, vector })))(
  "has what Rust's mirror has after the changes of vector $n",
  ({ vector }) => {
    const [now, set] = createStore<Mirror>(blank());
    applyChange(set, now, { type: "reset", snapshot: structuredClone(vector.before) }, 1000);
    for (const change of vector.changes) applyChange(set, now, structuredClone(change), 1000);
    const held = snapshot(structuredClone(unwrap(now)));
    expect(held).toEqual({ ...vector.after, asks: byId(vector.after.asks) });
  },
);
