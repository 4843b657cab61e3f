// Reading a thread: what stands there before it is read, and where one was when one comes back.

import { render } from "solid-js/web";
import { afterEach, expect, it } from "vitest";
import { base, openThread, row } from "../dev/data";
import type { Head, OpenThread, Row } from "../src/generated/model";
import { openAt } from "../src/conversation/open";
import { ThreadPlace } from "../src/thread/ThreadPlace";
import { setSpot, setMarked } from "../src/view";
import { w } from "../src/words/words";
import { type Fake, fakeHost, part, settle } from "./fake";

const ID = "t-fish";
const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
afterEach(() => {
  end();
  setMarked(null);
  setSpot(ID, { atEnd: true, key: "", offset: 0 });
});

const said = (id: string, turn: string): Row =>
  row(id, { kind: "said", blocks: [{ kind: "html", html: `<p>${id}</p>` }], unsaved: false }, "done", 0, 0, turn);
const loading = (): OpenThread => {
  const cold = openThread(ID, []);
  return { ...cold, turns: [], head: { ...cold.head, state: { kind: "loading" } } satisfies Head };
};

function show(open: OpenThread): Fake {
  const fake = fakeHost({ ...base(), open: [open] });
  end = render(() => <ThreadPlace id={ID} />, root);
  return fake;
}

it("does not say that nothing was said before it knows", async () => {
  const fake = show(loading());
  await settle();
  expect(root.textContent).not.toContain(w.transcript.empty);
  fake.send({ type: "threadPut", thread: openThread(ID, []) });
  await settle();
  expect(root.textContent).toContain(w.transcript.empty);
});

it("shows bones where reading takes its time", async () => {
  show(loading());
  await expect.poll(() => part("transcript").querySelector(".bones")).not.toBeNull();
});

it("asks for the page that one was reading, and shows no other meanwhile", async () => {
  setSpot(ID, { atEnd: false, key: "row:early", offset: 12, turn: "turn-early" });
  const fake = show(loading());
  await settle();
  expect(fake.of("openAt"), "nothing is known of it yet").toEqual([]);
  fake.send({ type: "threadPut", thread: { ...openThread(ID, [said("late", "turn-late")]), more: true } });
  await settle();
  expect(fake.of("openAt")).toEqual([
    { type: "openAt", thread: ID, spot: { turn: "turn-early", item: "early", cursor: null } },
  ]);
  // The host knew no such row, so the end is shown after all.
  expect(part("transcript").textContent).toContain("late");
});

it("holds other rows back until the place is there", async () => {
  setSpot(ID, { atEnd: false, key: "row:early", offset: 12, turn: "turn-early" });
  const fake = show(loading());
  fake.receipts.set("openAt", { thread: ID, path: null, row: "early" });
  fake.send({ type: "threadPut", thread: { ...openThread(ID, [said("late", "turn-late")]), more: true } });
  await settle();
  expect(part("transcript").textContent).not.toContain("late");
  fake.send({ type: "threadPut", thread: { ...openThread(ID, [said("early", "turn-early")]), newer: true } });
  await settle();
  expect(part("transcript").textContent).toContain("early");
});

it("unfolds what was found, and every branch of its data that holds it", async () => {
  const wide = (more: object): object => ({ k1: 1, k2: 2, k3: 3, k4: 4, ...more });
  const data = JSON.stringify({ here: wide({ deep: wide({ d: "the Needle" }) }), there: wide({}) });
  const tool = row("r-tool", {
    kind: "tool",
    server: "sea",
    tool: "chart",
    arguments: data,
    result: null,
    error: null,
  });
  const fake = show(openThread(ID, [tool]));
  fake.receipts.set("openAt", { thread: ID, path: null, row: "r-tool" });
  await settle();
  expect(root.textContent).not.toContain("the Needle");
  await openAt(ID, { turn: "turn-1", item: "r-tool", cursor: null }, "the needle", 1);
  await settle();
  expect(part("tree").textContent).toContain("the Needle");
  expect(
    part("tree").querySelectorAll(".tree-fold[aria-expanded=true]").length,
    "the way to it is open, and nothing else",
  ).toBe(3);
});

it("shows all of an output if the hit is before the lines on screen", async () => {
  const lines = Array.from({ length: 300 }, (_, n) => (n === 7 ? "the needle" : `line ${n}`));
  const ran = row("r-ran", {
    kind: "ran",
    command: "ls",
    raw: "ls",
    cwd: "/w",
    byYou: false,
    output: { html: lines.slice(100).join("\n"), earlier: 100 },
    exit: 0,
    ms: 1,
  });
  const fake = show(openThread(ID, [ran]));
  fake.receipts.set("openAt", { thread: ID, path: null, row: "r-ran" });
  fake.results.set("output", { type: "output", text: lines.join("\n") });
  fake.results.set("sheet", { type: "sheet", stamp: "s", lines: lines.length });
  fake.results.set("sheetLines", { type: "sheetLines", lines });
  await openAt(ID, { turn: "turn-1", item: "r-ran", cursor: null }, "the needle", 1);
  await settle();
  await settle();
  expect(part("whole-output").querySelector(".is-hit")?.textContent).toBe("the needle");
  expect(root.querySelector("[data-seeking]"), "it was found").toBeNull();
});
