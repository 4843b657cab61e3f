// What the list leaves out, which thread is which, and where one goes from one that is put away.

import { describe, expect, it } from "vitest";
import type { ThreadLine } from "../src/generated/model";
import { nextAfter } from "../src/conversation/actions";
import { foldersOf } from "../src/titles";
import { hiddenCount, distinctions } from "../src/sidebar/lines";
import { recentFolders, recentThreads } from "../src/start/recent";
import { age, wait } from "../src/words/forms";

const NOON = new Date(2026, 10, 18, 12, 0).getTime();
const HOUR = 3_600_000;
const line = (id: string, more: Partial<ThreadLine> = {}): ThreadLine => ({
  id,
  title: id,
  named: true,
  cwd: "/code/quay",
  branch: null,
  provider: null,
  source: "cli",
  madeBy: "person",
  model: null,
  createdMs: NOON,
  updatedMs: NOON,
  archived: false,
  pinned: false,
  mark: "none",
  parent: null,
  goingMs: null,
  ...more,
});
const USUAL = { project: null, source: null, model: null };

describe("what a filter hides", () => {
  it("is counted, except archived, deleted and nested threads", () => {
    const lines = [
      line("a"),
      line("b", { source: "exec", madeBy: "script" }),
      line("c", { source: "exec", madeBy: "script", archived: true }),
      line("d", { source: "exec", madeBy: "script", goingMs: 1 }),
      line("e", { source: "subAgent", madeBy: "agent", parent: "a" }),
      line("f", { source: "subAgent", madeBy: "agent", parent: "gone" }),
    ];
    expect(hiddenCount(lines, USUAL, "active")).toBe(2);
    expect(hiddenCount(lines, USUAL, "archived")).toBe(1);
    expect(hiddenCount(lines, { ...USUAL, source: "all" }, "all")).toBe(0);
    expect(hiddenCount(lines, { ...USUAL, source: "exec" }, "active")).toBe(2);
  });
});

describe("threads of one title", () => {
  it("are told apart by when they began", () => {
    const lines = [
      line("a", { title: "same" }),
      line("b", { title: "same", createdMs: NOON - 26 * HOUR }),
      line("c", { title: "other" }),
    ];
    expect(Object.fromEntries(distinctions(lines, NOON))).toEqual({ a: "12:00", b: "Tue 10:00" });
  });
  it("are numbered where they began in the same minute", () => {
    const lines = [line("a", { title: "same" }), line("b", { title: "same", createdMs: NOON + 1 })];
    expect(Object.fromEntries(distinctions(lines, NOON))).toEqual({ a: "12:00", b: "12:00 (2)" });
  });
  it("are told apart by their folders where one heading has several", () => {
    const lines = [
      line("a", { title: "same", pinned: true }),
      line("b", { title: "same", pinned: true, cwd: "/code/pier" }),
    ];
    expect(Object.fromEntries(distinctions(lines, NOON))).toEqual({ a: "quay", b: "pier" });
  });
  it("need nothing where a heading or the fork mark tells them apart", () => {
    const lines = [
      line("a", { title: "same" }),
      line("b", { title: "same", cwd: "/code/pier" }),
      line("c", { title: "same", parent: "a" }),
    ];
    expect(distinctions(lines, NOON).size).toBe(0);
  });
});

describe("from a thread that goes", () => {
  it("one gets to the next that stays, else to the last before it", () => {
    const order = ["a", "b", "c", "d"];
    expect([
      nextAfter(order, ["b"], "b"),
      nextAfter(order, ["b", "c"], "b"),
      nextAfter(order, ["c", "d"], "d"),
      nextAfter(["a"], ["a"], "a"),
      nextAfter([], ["a"], "a"),
    ]).toEqual(["c", "d", "b", null, null]);
  });
});

describe("the start page", () => {
  it("offers the newest of a person's own threads", () => {
    const lines = [
      line("old", { updatedMs: 1 }),
      line("new"),
      line("script", { source: "exec", madeBy: "script" }),
      line("put away", { archived: true }),
    ];
    expect(recentThreads(lines).map((one) => one.id)).toEqual(["new", "old"]);
  });
  it("has the folders of all threads, the one last worked in first", () => {
    const lines = [line("a"), line("b", { cwd: "/code/pier", updatedMs: NOON + 1 }), line("c"), line("d", { cwd: "" })];
    expect(foldersOf(lines)).toEqual(["/code/pier", "/code/quay"]);
  });
  it("offers other folders than the one that is chosen", () => {
    expect(recentFolders(["/a", "/b"], "/a")).toEqual(["/b"]);
  });
});

describe("what was a moment ago", () => {
  it("is now, and never zero seconds", () => {
    expect([
      age(NOON, NOON),
      age(NOON - 9_000, NOON),
      age(NOON - 20_000, NOON),
      wait(0),
      wait(9_999),
      wait(10_000),
    ]).toEqual(["now", "now", "20s", "now", "now", "10 s"]);
  });
});
