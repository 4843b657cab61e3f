// The frame that index.html paints before any script has loaded, and what must be stored for it.

const SIDE = "threadloft.side";

/** Stores the width of the sidebar; `null` if the next window starts without one. */
export function storeSidebarWidth(width: number | null): void {
  try {
    if (width === null) localStorage.removeItem(SIDE);
    else localStorage.setItem(SIDE, String(width));
  } catch {
    // Without storage the first frame may jump, and nothing else is lost.
  }
}

/** Whether the last window showed its sidebar. This one starts with it then. */
export function hadSidebar(): boolean {
  try {
    return localStorage.getItem(SIDE) !== null;
  } catch {
    return false;
  }
}

/** Removes the early frame, because the app is about to draw in its place. */
export function removeEarlyFrame(): void {
  document.getElementById("early")?.remove();
}

/** A hidden window never paints and must start all the same, after this time. */
const LONGEST_MS = 150;

/** Lets the early frame be painted before the app occupies the page. */
export function afterFirstPaint(start: () => void): void {
  let begun = false;
  const begin = (): void => {
    if (begun) return;
    begun = true;
    start();
  };
  // The task after an animation frame is the first one after the paint.
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, LONGEST_MS);
}
