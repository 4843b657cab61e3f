// Reading a thread: what stands there before it is read, and where one was when one comes back.

import { render } from "solid-js/web";
import { afterEach, expect, it } from "vitest";
import { base, openThread, row } from "../dev/data";
import type { Head, OpenThread, Row } from "../src/generated/model";
import { ThreadPlace } from "../src/thread/ThreadPlace";
import { keepSpot } from "../src/view";
import { w } from "../src/words/words";
import { type Fake, fakeHost, part, settle } from "./fake";

const ID = "t-fish";
const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
afterEach(() => {
  end();
  keepSpot(ID, { atEnd: true, key: "", offset: 0 });
});

const said = (id: string, turn: string): Row => row(id, { kind: "said", blocks: [{ kind: "html", html: `<p>${id}</p>` }], unsaved: false }, "done", 0, 0, turn);
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
  keepSpot(ID, { atEnd: false, key: "row:early", offset: 12, turn: "turn-early" });
  const fake = show(loading());
  await settle();
  expect(fake.of("openAt"), "nothing is known of it yet").toEqual([]);
  fake.send({ type: "threadPut", thread: { ...openThread(ID, [said("late", "turn-late")]), more: true } });
  await settle();
  expect(fake.of("openAt")).toEqual([{ type: "openAt", thread: ID, spot: { turn: "turn-early", item: "early", cursor: null } }]);
  // The host knew no such row, so the end is shown after all.
  expect(part("transcript").textContent).toContain("late");
});

it("holds other rows back until the place is there", async () => {
  keepSpot(ID, { atEnd: false, key: "row:early", offset: 12, turn: "turn-early" });
  const fake = show(loading());
  fake.receipts.set("openAt", { thread: ID, path: null, row: "early" });
  fake.send({ type: "threadPut", thread: { ...openThread(ID, [said("late", "turn-late")]), more: true } });
  await settle();
  expect(part("transcript").textContent).not.toContain("late");
  fake.send({ type: "threadPut", thread: { ...openThread(ID, [said("early", "turn-early")]), newer: true } });
  await settle();
  expect(part("transcript").textContent).toContain("early");
});
