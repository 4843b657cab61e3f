import { createMemo, createRoot, createSignal } from "solid-js";
import { createStore } from "solid-js/store";
import { describe, expect, it } from "vitest";
import { base, openThread, row } from "../dev/data";
import type { Change, Row, TurnState } from "../src/generated/model";
import { applyChange, blank, type Mirror, type Thread } from "../src/mirror";
import type { EntryKey } from "../src/rows";
import { inFrames, type Lines, linesOf } from "../src/thread/lines";

const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));
const keys = (...ids: string[]): EntryKey[] => ids.map((id): EntryKey => `row:${id}`);

function held(first: EntryKey[]): { lines: () => Lines; put: (keys: EntryKey[]) => void; end: () => void } {
  return createRoot((end) => {
    const [all, put] = createSignal(first);
    return { lines: inFrames(all), put, end };
  });
}

describe("the lines of a thread", () => {
  it("are there at once, and so is what comes at the end", () => {
    const { lines, put, end } = held(keys("b"));
    expect(lines()).toEqual({ keys: keys("b"), shift: false });
    put(keys("b", "c"));
    expect(lines()).toEqual({ keys: keys("b", "c"), shift: false });
    end();
  });

  it("that are older come with the next frame", async () => {
    const { lines, put, end } = held(keys("b"));
    put(keys("a", "b"));
    put(keys("a", "b", "c"));
    expect(lines()).toEqual({ keys: keys("b"), shift: false });
    await frame();
    expect(lines()).toEqual({ keys: keys("a", "b", "c"), shift: true });
    put(keys("a", "b", "c", "d"));
    expect(lines()).toEqual({ keys: keys("a", "b", "c", "d"), shift: false });
    end();
  });

  it("follow rows that come, go and change, and turns that are stopped", () => {
    const said = (id: string, turn = "turn-1"): Row =>
      row(id, { kind: "said", blocks: [], unsaved: false }, "done", null, null, turn);
    const turn = (id: string, state: TurnState) => ({ id, state, startedMs: null, endedMs: null, trouble: null });
    const [now, set] = createStore<Mirror>(blank());
    const apply = (change: Change): void => applyChange(set, now, change, 0);
    apply({ type: "reset", snapshot: { ...base(), open: [openThread("t", [said("b")])] } });
    createRoot((end) => {
      const lines = createMemo(() => linesOf(now.open["t"] as Thread, []));
      expect(lines()).toEqual(keys("b"));
      apply({ type: "rowPut", thread: "t", row: said("c") });
      expect(lines()).toEqual(keys("b", "c"));
      apply({
        type: "olderPut",
        thread: "t",
        turns: [turn("turn-0", "done")],
        rows: [said("a", "turn-0")],
        more: false,
      });
      expect(lines()).toEqual(keys("a", "b", "c"));
      apply({ type: "rowGone", thread: "t", row: "b" });
      expect(lines()).toEqual(keys("a", "c"));
      apply({ type: "turnPut", thread: "t", turn: turn("turn-0", "interrupted") });
      expect(lines()).toEqual(["row:a", "trouble:turn-0", "row:c"]);
      apply({ type: "threadPut", thread: openThread("t", [said("x"), said("y")]) });
      expect(lines()).toEqual(keys("x", "y"));
      end();
    });
  });

  it("are of no interest to a list that is gone", async () => {
    const { lines, put, end } = held(keys("b"));
    put(keys("a", "b"));
    end();
    await frame();
    expect(lines().keys).toEqual(keys("b"));
  });
});
