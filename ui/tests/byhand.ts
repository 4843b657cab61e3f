// Frames and timers that move when a test says so.

import { afterEach, beforeEach, vi } from "vitest";

let frames: FrameRequestCallback[] = [];

/** Every frame that was asked for until now is drawn. */
export function frame(): void {
  const due = frames;
  frames = [];
  for (const draw of due) draw(0);
}

export function framesByHand(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    frames = [];
    vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => frames.push(draw));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
