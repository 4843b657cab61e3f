// Loads the rendered lines of a set of changes page by page as they are scrolled near.

import { createSignal, type Signal } from "solid-js";
import type { ChangeSet, DiffLine } from "../generated/model";
import { query } from "../host";

const PAGE = 200;

type Lines = DiffLine[] | undefined;

export interface Pages {
  set: ChangeSet;
  /** The rendered line; until it is loaded the one that was there before, or undefined. */
  line: (file: number, row: number) => DiffLine | undefined;
  /** The rendered line, without loading it. */
  stale: (file: number, row: number) => DiffLine | undefined;
  /** The lines that were expanded between two changes. */
  kept: (file: number, gap: number) => DiffLine[];
  open: (file: number, gap: number) => Promise<void>;
}

/** `lost` is called if Rust no longer keeps the set. */
export function pagesOf(set: ChangeSet, before: Pages | null, lost: () => void): Pages {
  const pages = new Map<string, Signal<Lines>>();
  const gaps = new Map<string, Signal<DiffLine[]>>();
  const older = before ? new Map(before.set.files.map((file, i) => [file.path, i])) : null;
  const page = (file: number, number: number): Lines => {
    const key = `${file}:${number}`;
    let held = pages.get(key);
    if (!held) {
      held = createSignal<Lines>(undefined, { equals: false });
      pages.set(key, held);
      const [, put] = held;
      query({ type: "changeLines", stamp: set.stamp, file, from: number * PAGE, count: PAGE })
        .then((result) => put(() => result.lines))
        .catch(lost);
    }
    return held[0]();
  };
  const gap = (file: number, number: number): Signal<DiffLine[]> => {
    const key = `${file}:${number}`;
    const held = gaps.get(key) ?? createSignal<DiffLine[]>([]);
    gaps.set(key, held);
    return held;
  };
  return {
    set,
    line: (file, row) => {
      const fresh = page(file, Math.floor(row / PAGE))?.[row % PAGE];
      if (fresh || !before || !older) return fresh;
      const path = set.files[file]?.path ?? "";
      const was = older.get(path);
      return was === undefined ? undefined : before.stale(was, row);
    },
    stale: (file, row) => pages.get(`${file}:${Math.floor(row / PAGE)}`)?.[0]()?.[row % PAGE],
    kept: (file, number) => gap(file, number)[0](),
    open: async (file, number) => {
      const result = await query({ type: "unchanged", stamp: set.stamp, file, gap: number });
      gap(file, number)[1](result.lines);
    },
  };
}
