// Where the transcript stands after the view moved: decided from numbers alone, so that every case has a test.

/** Nearer to the end than this is at the end. */
export const NEAR_END = 32;
/** So long after a touch a movement is the person's own. */
const TOUCH_MS = 400;
/** Where somebody just landed, older rows are asked for only this near the beginning. */
const NEAR_START = 800;
/** Otherwise so many screens ahead: a page takes a server, a drawer and a frame or two. */
const SCREENS_AHEAD = 4;

/** A view onto something longer, as the DOM measures it. */
export type Extent = { scrollTop: number; scrollHeight: number; clientHeight: number };

export const gapBelow = (view: Extent): number => view.scrollHeight - view.scrollTop - view.clientHeight;

export interface Moved {
  view: Extent;
  /** As it was when it was last looked at. */
  before: { top: number; height: number };
  atEnd: boolean;
  /** Newer rows exist that are not loaded. */
  hasNewer: boolean;
  /** A request is in sight and stays where it is. */
  requestHolds: boolean;
  touchedAt: number;
  /** Until then what was unfolded by a click grows downwards. */
  heldUntil: number;
  now: number;
}

/** `follow`: the end went away from under someone who was at it, so the view goes after it. */
export function afterMove(moved: Moved): "atEnd" | "away" | "follow" {
  const { view, before, now } = moved;
  const touched = now - moved.touchedAt < TOUCH_MS;
  // Up is away from the end, by however little; but a page that shrank and grew again (an answered request, then the
  // next row) also moves up, by itself, and its scroll event comes late.
  const byHand = view.scrollHeight === before.height || touched;
  if (view.scrollTop < before.top - 2 && byHand) return "away";
  if (gapBelow(view) < NEAR_END) return moved.hasNewer ? "away" : "atEnd";
  if (now <= moved.heldUntil || !moved.atEnd) return "away";
  if (!moved.requestHolds) return "follow";
  return view.scrollTop === before.top || !touched ? "atEnd" : "away";
}

/** How near an end the view may come before more rows are asked for. */
export function loadAhead(view: Extent, putThere: boolean): number {
  return putThere ? NEAR_START : SCREENS_AHEAD * view.clientHeight;
}

/** The prompt at `prompt` is hidden above the view whose first line is `top`. */
export function isPromptHidden(prompt: number, top: number, promptOffset: number, scrollTop: number): boolean {
  return prompt < top || promptOffset + 24 < scrollTop;
}
