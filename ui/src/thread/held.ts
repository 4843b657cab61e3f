// The request in sight, which stands still whatever is drawn around it: rows above it that grow, rows below it that come.
//
// Refuses: deciding where the list goes while no request is in sight.

export interface HeldRequest {
  /** Takes down which request can be answered now, and where it stands. */
  note: () => void;
  /** One was noted, and is still there. */
  holds: () => boolean;
  /** Puts it back where it was noted; `false` where none was. */
  hold: () => boolean;
  /** Keeps its answers in sight after the room around it changed; `false` where none was noted. */
  keepInSight: () => boolean;
  /** Whether all of this request is in sight. */
  sees: (ask: string) => boolean;
}

/** `scroller` scrolls; `waits` says whether there is any request at all, so that a stream of rows costs nothing. */
export function heldRequest(scroller: () => HTMLElement | undefined, waits: () => boolean): HeldRequest {
  let noted: { card: HTMLElement; top: number } | undefined;
  const cards = (): HTMLElement[] =>
    [...(scroller()?.querySelectorAll<HTMLElement>("[data-part=ask]") ?? [])].filter(isDrawn);
  const top = (card: HTMLElement, view: HTMLElement): number =>
    card.getBoundingClientRect().top - view.getBoundingClientRect().top;
  const valid = (): { card: HTMLElement; top: number } | undefined =>
    noted && noted.card.isConnected && isDrawn(noted.card) ? noted : undefined;
  return {
    note: () => {
      noted = undefined;
      const view = scroller();
      if (!view || !waits()) return;
      const card = cards().find((one) => isAnswerable(one, view));
      if (card) noted = { card, top: top(card, view) };
    },
    holds: () => valid() !== undefined,
    hold: () => {
      const [view, held] = [scroller(), valid()];
      if (!view || !held) return false;
      const moved = top(held.card, view) - held.top;
      if (Math.abs(moved) >= 1) view.scrollTop += moved;
      return true;
    },
    keepInSight: () => {
      const held = valid();
      held?.card.scrollIntoView({ block: "nearest" });
      return held !== undefined;
    },
    sees: (ask) => {
      const view = scroller();
      const card = cards().find((one) => one.dataset["ask"] === ask);
      return view !== undefined && card !== undefined && isAnswerable(card, view) && top(card, view) >= 0;
    },
  };
}

/** A line that was not measured yet is there, but hidden. */
const isDrawn = (card: HTMLElement): boolean => getComputedStyle(card).visibility !== "hidden";

/** Its answers stand at its lower edge. */
function isAnswerable(card: HTMLElement, view: HTMLElement): boolean {
  const [at, around] = [card.getBoundingClientRect(), view.getBoundingClientRect()];
  return at.height > 0 && at.bottom <= around.bottom + 2 && at.bottom > around.top + 24;
}
