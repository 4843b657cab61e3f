import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { afterFirstPaint } from "../src/early";

let frames: FrameRequestCallback[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => frames.push(draw));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the app begins once, in the task after the first frame", () => {
  const start = vi.fn<() => void>();
  afterFirstPaint(start);
  for (const draw of frames) draw(0);
  expect(start).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(start).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(start).toHaveBeenCalledTimes(1);
});

test("it begins without a frame where nobody looks", () => {
  const start = vi.fn<() => void>();
  afterFirstPaint(start);
  vi.advanceTimersByTime(1_000);
  expect(start).toHaveBeenCalledTimes(1);
});
