import { describe, expect, it } from "vitest";
import { afterMove, isPromptHidden, loadAhead, type Moved } from "../src/thread/position";
import { isIdle } from "../src/thread/attention";

const view = (scrollTop: number, scrollHeight = 2000): Moved["view"] => ({
  scrollTop,
  scrollHeight,
  clientHeight: 500,
});
const moved = (more: Partial<Moved>): Moved => ({
  view: view(1500),
  before: { top: 1500, height: 2000 },
  atEnd: true,
  hasNewer: false,
  requestHolds: false,
  touchedAt: 0,
  heldUntil: 0,
  now: 10_000,
  ...more,
});

describe("the end of a thread", () => {
  it("is left by a scroll upwards, however small", () => {
    expect(afterMove(moved({ view: view(1490) }))).toBe("away");
  });
  it("is not left where the page itself shrank", () => {
    expect(afterMove(moved({ view: view(1390, 1900), before: { top: 1500, height: 2000 } }))).toBe("atEnd");
  });
  it("is left where it shrank under a touch", () => {
    expect(afterMove(moved({ view: view(1390, 1900), touchedAt: 9900 }))).toBe("away");
  });
  it("is followed when rows come", () => {
    expect(afterMove(moved({ view: view(1500, 2400) }))).toBe("follow");
  });
  it("is not followed while a click unfolds something", () => {
    expect(afterMove(moved({ view: view(1500, 2400), heldUntil: 10_100 }))).toBe("away");
  });
  it("is not followed away from a request in sight", () => {
    expect(afterMove(moved({ view: view(1500, 2400), requestHolds: true }))).toBe("atEnd");
    expect(afterMove(moved({ view: view(1600, 2400), requestHolds: true, touchedAt: 9900 }))).toBe("away");
  });
  it("is reached by scrolling there", () => {
    expect(afterMove(moved({ view: view(1480), before: { top: 900, height: 2000 }, atEnd: false }))).toBe("atEnd");
  });
  it("is not reached while newer rows are not loaded", () => {
    expect(afterMove(moved({ hasNewer: true }))).toBe("away");
  });
  it("does not draw in one who reads elsewhere", () => {
    expect(afterMove(moved({ view: view(300), before: { top: 300, height: 2000 }, atEnd: false }))).toBe("away");
  });
});

it("asks for more rows screens ahead, but not where somebody just landed", () => {
  expect(loadAhead(view(0), false)).toBe(2000);
  expect(loadAhead(view(0), true)).toBe(800);
});

it("hides a prompt once its line has gone above the view", () => {
  expect(isPromptHidden(3, 4, 0, 0)).toBe(true);
  expect(isPromptHidden(4, 4, 100, 110)).toBe(false);
  expect(isPromptHidden(4, 4, 100, 130)).toBe(true);
});

it("takes nobody who types for idle", () => {
  const field = document.body.appendChild(document.createElement("input"));
  expect([isIdle(null), isIdle(document.body), isIdle(field)]).toEqual([true, true, false]);
});
