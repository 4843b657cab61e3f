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

/** Something of the app is about to be drawn in its place. */
export function endEarly(): void {
  document.getElementById("early")?.remove();
}
