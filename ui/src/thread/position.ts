// Decides where the transcript is after the view has moved. Only numbers go in, so that every case has a test.

/** Within this distance the view counts as being at the end. */
export const NEAR_END = 32;
/** For this long after a touch a movement counts as the person's own. */
const TOUCH_MS = 400;
/** After a jump, older rows are loaded only within this distance of the beginning. */
const NEAR_START = 800;
/** Otherwise so many screens ahead, because a page takes a server call, rendering and a frame or two. */
const SCREENS_AHEAD = 4;

/** A scrolling view, as the DOM measures it. */
export type Extent = { scrollTop: number; scrollHeight: number; clientHeight: number };

export const gapBelow = (view: Extent): number => view.scrollHeight - view.scrollTop - view.clientHeight;

export interface Moved {
  view: Extent;
  /** The values of the last check. */
  before: { top: number; height: number };
  atEnd: boolean;
  /** There are newer rows that are not loaded. */
  hasNewer: boolean;
  /** A request is in sight and stays in place. */
  requestHolds: boolean;
  touchedAt: number;
  /** Until then rows that were unfolded by a click grow downwards. */
  heldUntil: number;
  now: number;
}

/** `follow`: the view was at the end and the content grew, so it scrolls to the end. */
export function afterMove(moved: Moved): "atEnd" | "away" | "follow" {
  const { view, before, now } = moved;
  const touched = now - moved.touchedAt < TOUCH_MS;
  // Any movement up leaves the end. But content that shrinks and grows again (an answered request, then the next row)
  // also moves the view up, and its scroll event arrives late.
  const byHand = view.scrollHeight === before.height || touched;
  if (view.scrollTop < before.top - 2 && byHand) return "away";
  if (gapBelow(view) < NEAR_END) return moved.hasNewer ? "away" : "atEnd";
  if (now <= moved.heldUntil || !moved.atEnd) return "away";
  if (!moved.requestHolds) return "follow";
  return view.scrollTop === before.top || !touched ? "atEnd" : "away";
}

/** How near an end the view may come before more rows are loaded. */
export function loadAhead(view: Extent, putThere: boolean): number {
  return putThere ? NEAR_START : SCREENS_AHEAD * view.clientHeight;
}

/** Whether the prompt with index `prompt` is hidden above a view whose first line is `top`. */
export function isPromptHidden(prompt: number, top: number, promptOffset: number, scrollTop: number): boolean {
  return prompt < top || promptOffset + 24 < scrollTop;
}
