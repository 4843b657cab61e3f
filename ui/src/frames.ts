// Batches on their way into the copy: at most one per frame of the screen.
//
// The first after quiet is taken in at once; what comes before that frame is drawn waits for the next and is taken in
// together, so that a page that falls behind draws the newest words and not every word in between.

import type { Change } from "./generated/model";

/** A page that nobody looks at has no frames, and its copy must not grow stale. */
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
