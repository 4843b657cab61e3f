// What a screen reader is told of its own accord does not tick: it would speak every second.

import { render } from "solid-js/web";
import { afterEach, expect, it, vi } from "vitest";
import { base, openThread } from "../dev/data";
import { App } from "../src/App";
import type { Snapshot } from "../src/generated/model";
import { go } from "../src/view";
import { fakeHost, part, settle } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;

afterEach(() => {
  end();
  vi.useRealTimers();
  go({ kind: "none" });
});

const spoken = (): string[] =>
  [...document.querySelectorAll("[role=status], [role=alert], output, [aria-live]")].map((one) => one.textContent);

async function show(change: (snapshot: Snapshot) => void): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: 100_000 });
  const snapshot = { ...base(), open: [openThread("t-fish", [])], asks: [] };
  change(snapshot);
  fakeHost(snapshot);
  go({ kind: "thread", id: "t-fish" });
  end = render(() => <App />, root);
  await settle();
}

/** What is said, and what is seen of this part, now and three seconds later. */
async function later(name: string): Promise<{ said: string[]; seen: [string, string] }> {
  const said = spoken();
  const before = part(name).textContent;
  vi.advanceTimersByTime(3000);
  await settle();
  expect(spoken()).toEqual(said);
  return { said, seen: [before, part(name).textContent] };
}

it("says that a turn runs, and not for how long", async () => {
  await show((snapshot) => {
    const [thread] = snapshot.open;
    if (thread) thread.head.state = { kind: "running", sinceMs: 88_000 };
  });
  const { said, seen } = await later("head-state");
  expect(said).toContain("Running");
  expect(seen).toEqual(["Running 12 s", "Running 15 s"]);
});

it("says that Codex starts again, and does not count down aloud", async () => {
  await show(
    (snapshot) => (snapshot.server.phase = { kind: "restarting", why: "Codex ended.", attempt: 2, nextMs: 109_000 }),
  );
  const { said, seen } = await later("banner");
  expect(said).toContain("Codex is restarting. Codex ended. Attempt 2.");
  expect(seen.map((text) => /in \d s/.exec(text)?.[0])).toEqual(["in 9 s", "in 6 s"]);
});

it("says that a limit is reached, and does not count down aloud", async () => {
  await show((snapshot) => {
    snapshot.limits.block = { kind: "spend", untilMs: 400_000, canAsk: false };
  });
  const { seen } = await later("blocked");
  expect(seen[0]).not.toBe(seen[1]);
});
