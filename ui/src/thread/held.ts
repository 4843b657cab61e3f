// Keeps the request in sight in place while rows above it grow and rows below it arrive.
//
// It decides nothing about scrolling while no request is in sight.

export interface HeldRequest {
  /** Records which request can be answered now, and where it is. */
  note: () => void;
  /** Whether one was recorded and still exists. */
  holds: () => boolean;
  /** Scrolls it back to where it was; `false` if none was recorded. */
  hold: () => boolean;
  /** Keeps its answers in sight after the view was resized; `false` if none was recorded. */
  keepInSight: () => boolean;
  /** Whether this whole request is in sight. */
  sees: (ask: string) => boolean;
}

/** `waits` tells whether there is any request at all, so that a stream of rows costs nothing. */
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

/** A line that was not measured yet exists but is hidden. */
const isDrawn = (card: HTMLElement): boolean => getComputedStyle(card).visibility !== "hidden";

/** Whether the card's answers, at its lower edge, are in sight. */
function isAnswerable(card: HTMLElement, view: HTMLElement): boolean {
  const [at, around] = [card.getBoundingClientRect(), view.getBoundingClientRect()];
  return at.height > 0 && at.bottom <= around.bottom + 2 && at.bottom > around.top + 24;
}
