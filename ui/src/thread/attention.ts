// What brings a line of the transcript into sight by itself: a row that was looked for, one's own message, a request.

import { createEffect, on, untrack } from "solid-js";
import type { Ask } from "../generated/model";
import type { Thread } from "../mirror";
import { asksInOrder } from "../rows";
import { setSoughtRow, setWantedAsk, soughtRow, wantedAsk } from "../view";
import type { Viewport } from "./viewport";

/** Nobody is typing or choosing: the focus rests on the page or on the transcript. */
export function isIdle(active: Element | null): boolean {
  return (
    active === null || active === document.body || active.matches("[data-part=transcript], [data-part=thread-row]")
  );
}

/** `onRow` is called with a row that was looked for, as soon as it stands in sight. */
export function followAttention(
  thread: () => Thread,
  asks: () => Ask[],
  view: Viewport,
  onRow: (row: string) => void,
): void {
  // The row may come a moment after the intent to see it.
  createEffect(() => {
    const row = soughtRow();
    if (!row || !view.all().includes(`row:${row}`)) return;
    view.letGo();
    // Older lines are taken in with the next frame.
    if (!view.keys().includes(`row:${row}`)) return;
    untrack(() => view.reveal(`row:${row}`, () => onRow(row)));
    setSoughtRow(null);
  });
  // Whoever sends something sees it, wherever they were reading; not one who reads the same thread in another window.
  createEffect(
    on(
      () => thread().sent.length,
      (now, before) => {
        if (before === undefined || now <= before || !document.hasFocus()) return;
        view.release();
        view.letGo();
        view.goToEnd();
      },
    ),
  );
  // The click that answered a request was none on the list: what comes next is followed as before.
  createEffect(
    on(
      () => asks().length,
      (now, before) => {
        if (before !== undefined && now < before) view.release();
      },
    ),
  );
  // A request that arrives takes the focus, as a card and on none of its answers, unless someone is busy elsewhere.
  const seen = new Set<string>();
  createEffect(() => {
    const fresh = asksInOrder(asks()).filter((ask) => !seen.has(ask.id));
    for (const ask of fresh) seen.add(ask.id);
    const first = fresh[0];
    if (
      first &&
      untrack(() => wantedAsk() === null && (view.atEnd() || !view.settled())) &&
      isIdle(document.activeElement)
    )
      setWantedAsk(first.id);
  });
  // One that comes into sight by itself, at the end, is not moved a second time.
  createEffect(() => {
    const ask = wantedAsk();
    if (!ask || !asks().some((one) => one.id === ask)) return;
    view.letGo();
    requestAnimationFrame(() => requestAnimationFrame(() => view.sees(ask) || view.reveal(`ask:${ask}`)));
  });
}
