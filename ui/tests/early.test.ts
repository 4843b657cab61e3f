import { expect, test, vi } from "vitest";
import { afterFirstPaint } from "../src/early";
import { frame, framesByHand } from "./byhand";

framesByHand();

test("the app begins once, in the task after the first frame", () => {
  const start = vi.fn<() => void>();
  afterFirstPaint(start);
  frame();
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
