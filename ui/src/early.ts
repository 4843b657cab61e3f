// The frame that index.html paints before any script is there, and what it must know for that.

const SIDE = "threadloft.side";

/** How wide the sidebar stands; `null` where the next window begins without one. */
export function keepSide(width: number | null): void {
  try {
    if (width === null) localStorage.removeItem(SIDE);
    else localStorage.setItem(SIDE, String(width));
  } catch {
    // A forbidden storage costs a frame that jumps, nothing else.
  }
}

/** Whether the last window had its sidebar in sight: this one begins with it. */
export function hadSide(): boolean {
  try {
    return localStorage.getItem(SIDE) !== null;
  } catch {
    return false;
  }
}

/** Something of the app is about to be drawn in its place. */
export function endEarly(): void {
  document.getElementById("early")?.remove();
}

/** A window that nobody sees yet paints nothing, and starts all the same. */
const LONGEST_MS = 150;

/** Lets the frame reach the screen before the app takes the page for as long as it needs to be drawn. */
export function afterFirstPaint(start: () => void): void {
  let begun = false;
  const begin = (): void => {
    if (begun) return;
    begun = true;
    start();
  };
  // The task after a frame is the first in which that frame has been painted.
  requestAnimationFrame(() => setTimeout(begin));
  setTimeout(begin, LONGEST_MS);
}
