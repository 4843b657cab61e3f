// Two windows on one storage: each writes what it changed itself, and nothing else.

import { beforeEach, expect, it, vi } from "vitest";

type View = typeof import("../src/view");

async function open(): Promise<View> {
  vi.resetModules();
  return import("../src/view");
}

beforeEach(() => localStorage.clear());

it("leaves what another window changed meanwhile", async () => {
  const [one, other] = [await open(), await open()];
  one.keep("filter", "archived");
  one.keep("sort", "name");
  one.keepFold("/code/fish", true);
  one.keepSpot("t-fish", { atEnd: false, key: "row:1", offset: 3 });
  one.save();
  other.keep("sort", "created");
  other.keepFold("/code/bird", true);
  other.keepSpot("t-bird", { atEnd: true, key: "row:9", offset: 0 });
  other.save();
  // It changed nothing since, and so writes nothing.
  one.save();
  const { kept } = await open();
  expect([kept.filter, kept.sort]).toEqual(["archived", "created"]);
  expect(kept.folds).toEqual({ "/code/fish": true, "/code/bird": true });
  expect(kept.spots).toEqual({
    "t-fish": { atEnd: false, key: "row:1", offset: 3 },
    "t-bird": { atEnd: true, key: "row:9", offset: 0 },
  });
});

it("forgets the places that were read longest ago", async () => {
  const view = await open();
  const spot = { atEnd: true, key: "row", offset: 0 };
  for (let n = 0; n < 200; n += 1) view.keepSpot(`t-${n}`, spot);
  view.save();
  for (const thread of ["t-0", "t-200"]) view.keepSpot(thread, spot);
  view.save();
  const names = Object.keys((await open()).kept.spots);
  expect([names.length, names[0], names.at(-2), names.at(-1)]).toEqual([200, "t-2", "t-0", "t-200"]);
});
