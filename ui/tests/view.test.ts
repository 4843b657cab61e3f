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
  one.setPref("filter", "archived");
  one.setPref("sort", "name");
  one.setFold("/code/fish", true);
  one.setSpot("t-fish", { atEnd: false, key: "row:1", offset: 3 });
  one.writePrefs();
  other.setPref("sort", "created");
  other.setFold("/code/bird", true);
  other.setSpot("t-bird", { atEnd: true, key: "row:9", offset: 0 });
  other.writePrefs();
  // It changed nothing since, and so writes nothing.
  one.writePrefs();
  const { prefs: kept } = await open();
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
  for (let n = 0; n < 200; n += 1) view.setSpot(`t-${n}`, spot);
  view.writePrefs();
  for (const thread of ["t-0", "t-200"]) view.setSpot(thread, spot);
  view.writePrefs();
  const names = Object.keys((await open()).prefs.spots);
  expect([names.length, names[0], names.at(-2), names.at(-1)]).toEqual([200, "t-2", "t-0", "t-200"]);
});
