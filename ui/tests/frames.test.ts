import { expect, test, vi } from "vitest";
import { perFrame } from "../src/frames";
import type { Change, ListState } from "../src/generated/model";
import { frame, framesByHand } from "./byhand";

const told = (list: ListState): Change[] => [{ type: "listPut", list }];

framesByHand();

test("the first batch after quiet is applied at once", () => {
  const taken: Change[][] = [];
  const take = perFrame((changes) => taken.push(changes));
  take(told("loading"));
  expect(taken).toEqual([told("loading")]);
  take(told("filling"));
  take(told("complete"));
  expect(taken).toHaveLength(1);
  frame();
  expect(taken).toEqual([told("loading"), [...told("filling"), ...told("complete")]]);
  frame();
  take(told("filling"));
  expect(taken).toHaveLength(3);
});

test("a page without frames falls behind only for a moment", () => {
  const taken: Change[][] = [];
  const take = perFrame((changes) => taken.push(changes));
  take(told("loading"));
  take(told("complete"));
  vi.advanceTimersByTime(100);
  expect(taken).toEqual([told("loading"), told("complete")]);
  frame();
  vi.advanceTimersByTime(1_000);
  frame();
  expect(taken).toHaveLength(2);
});

test("a batch that cannot be taken in does not hold up the next", () => {
  const apply = vi.fn<(changes: Change[]) => void>().mockImplementationOnce(() => {
    throw new Error("not this one");
  });
  const take = perFrame(apply);
  expect(() => take(told("loading"))).toThrow("not this one");
  frame();
  take(told("complete"));
  expect(apply).toHaveBeenLastCalledWith(told("complete"));
});
