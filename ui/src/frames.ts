// Applies batches of changes at most once per frame of the screen.
//
// The first batch after a pause is applied at once. Batches that arrive before that frame is drawn are applied
// together in the next one, so a slow page draws only the newest text.

import type { Change } from "./generated/model";

/** A hidden page has no frames, so its changes are applied after this time. */
const LONGEST_MS = 100;

export function perFrame(apply: (changes: Change[]) => void): (batch: Change[]) => void {
  let waiting: Change[] = [];
  let drawing = false;
  const take = (batch: Change[]): void => {
    drawing = true;
    let over = false;
    const next = (): void => {
      if (over) return;
      over = true;
      clearTimeout(late);
      drawing = false;
      const gathered = waiting;
      waiting = [];
      if (gathered.length) take(gathered);
    };
    const late = setTimeout(next, LONGEST_MS);
    requestAnimationFrame(next);
    apply(batch);
  };
  return (batch) => {
    if (drawing) waiting = waiting.concat(batch);
    else take(batch);
  };
}
