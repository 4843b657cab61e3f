// Data that is loaded, and loaded again whenever Rust reports that it is stale.
//
// Invariant: a row that stays keeps its element, so that the focus stays where it was.

import { createEffect, createSignal, on } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import { failureOf } from "../host";

export interface Loader<T> {
  now: () => T | undefined;
  problem: () => string | null;
  busy: () => boolean;
  /** Loads from the source itself instead of a cache. */
  reload: () => Promise<void>;
}

export function createLoader<T extends object>(
  stale: () => unknown,
  ask: (reload: boolean) => Promise<T>,
  key: string,
): Loader<T> {
  const [held, setHeld] = createStore<{ now?: T }>({});
  const [problem, setProblem] = createSignal<string | null>(null);
  const [busy, setBusy] = createSignal(false);
  let last = 0;
  const run = async (reload: boolean): Promise<void> => {
    last += 1;
    const mine = last;
    setBusy(true);
    try {
      const value = await ask(reload);
      if (mine !== last) return;
      setHeld("now", reconcile(value, { key, merge: false }) as never);
      setProblem(null);
    } catch (error) {
      if (mine === last) setProblem(failureOf(error).message);
    } finally {
      if (mine === last) setBusy(false);
    }
  };
  createEffect(on(stale, () => void run(false)));
  return { now: () => held.now, problem, busy, reload: () => run(true) };
}
