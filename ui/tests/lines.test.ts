import { createRoot, createSignal } from "solid-js";
import { describe, expect, it } from "vitest";
import type { EntryKey } from "../src/rows";
import { inFrames, type Lines } from "../src/thread/lines";

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

  it("that are older come with the next frame, and with all that came meanwhile", async () => {
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

  it("are of no interest to a list that is gone", async () => {
    const { lines, put, end } = held(keys("b"));
    put(keys("a", "b"));
    end();
    await frame();
    expect(lines().keys).toEqual(keys("b"));
  });
});
