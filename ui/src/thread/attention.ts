// Scrolls the transcript by itself to what needs attention: a searched row, one's own message, a request.

import { createEffect, on, untrack } from "solid-js";
import type { Ask } from "../generated/model";
import type { Thread } from "../mirror";
import { asksInOrder } from "../rows";
import { setSoughtRow, setWantedAsk, soughtRow, wantedAsk } from "../view";
import type { Viewport } from "./viewport";

/** Whether nobody is typing or choosing: the focus is on the page or on the transcript. */
export function isIdle(active: Element | null): boolean {
  return (
    active === null || active === document.body || active.matches("[data-part=transcript], [data-part=thread-row]")
  );
}

/** `onRow` is called with a searched row as soon as it is in sight. */
export function followAttention(
  thread: () => Thread,
  asks: () => Ask[],
  view: Viewport,
  onRow: (row: string) => void,
): void {
  // The row may arrive a moment after the request to show it.
  createEffect(() => {
    const row = soughtRow();
    if (!row || !view.all().includes(`row:${row}`)) return;
    view.cancelRestore();
    // Older lines are inserted in the next frame.
    if (!view.keys().includes(`row:${row}`)) return;
    untrack(() => view.reveal(`row:${row}`, () => onRow(row)));
    setSoughtRow(null);
  });
  // A person who sends something sees it, wherever they were reading, but not in another window with the same thread.
  createEffect(
    on(
      () => thread().sent.length,
      (now, before) => {
        if (before === undefined || now <= before || !document.hasFocus()) return;
        view.release();
        view.cancelRestore();
        view.goToEnd();
      },
    ),
  );
  // The click that answered a request does not count as scrolling, so the view follows what comes next.
  createEffect(
    on(
      () => asks().length,
      (now, before) => {
        if (before !== undefined && now < before) view.release();
      },
    ),
  );
  // A new request takes the focus, but none of its buttons does, and only if nobody is busy elsewhere.
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
  // A request that comes into sight by itself, at the end, is not scrolled to again.
  createEffect(() => {
    const ask = wantedAsk();
    if (!ask || !asks().some((one) => one.id === ask)) return;
    view.cancelRestore();
    requestAnimationFrame(() => requestAnimationFrame(() => view.sees(ask) || view.reveal(`ask:${ask}`)));
  });
}
