import { afterEach, describe, expect, it } from "vitest";
import type { ThreadLine } from "../src/generated/model";
import { deletions } from "../src/conversation/UndoDelete";
import { setOpenDialog } from "../src/conversation/actions";
import { threadOrder } from "../src/sidebar/items";
import { sideItems } from "../src/sidebar/items";
import { chosen } from "../src/sidebar/lines";
import { selectNone } from "../src/sidebar/selection";
import { go, setPref, prefs, setDialog, setFinding, setMarked, setOver } from "../src/view";
import { threads } from "../dev/data";
import { part, press, settle } from "./fake";
import { leave, row, show } from "./whole";

afterEach(() => {
  leave();
  setDialog(null);
  setOpenDialog(null);
  setFinding(false);
  setMarked(null);
  setOver(null);
  selectNone();
  setPref("sort", "recent");
  setPref("source", null);
  go({ kind: "none" });
});

const line = (more: Partial<ThreadLine>): ThreadLine => ({ ...(threads[0] as ThreadLine), pinned: false, ...more });

describe("the list", () => {
  const all = [
    line({ id: "a", title: "Beta 10", updatedMs: 3, createdMs: 1, source: "cli", model: "m1", cwd: "/p" }),
    line({
      id: "b",
      title: "beta 9",
      updatedMs: 2,
      createdMs: 3,
      source: "exec",
      madeBy: "script",
      model: "m2",
      cwd: "/p",
    }),
    line({
      id: "c",
      title: "Alpha",
      updatedMs: 1,
      createdMs: 2,
      source: "subAgent",
      madeBy: "agent",
      model: "m1",
      cwd: "/q",
    }),
    line({ id: "d", title: "Gone", updatedMs: 9, goingMs: 5, cwd: "/p" }),
  ];
  const ids = (choice: Partial<Parameters<typeof chosen>[1]>): string[] =>
    chosen(all, { project: null, source: null, model: null, ...choice }).map((one) => one.id);

  it("leaves out what scripts and agents made, unless asked", () => {
    expect(ids({})).toEqual(["a"]);
    expect(ids({ source: "all" })).toEqual(["a", "b", "c"]);
    expect(ids({ source: "exec" })).toEqual(["b"]);
    expect(ids({ source: "all", project: "/p" })).toEqual(["a", "b"]);
    expect(ids({ source: "all", model: "m1" })).toEqual(["a", "c"]);
  });

  it("calls nothing a sub-agent for having no title yet", async () => {
    const fake = await show("empty");
    fake.send({ type: "threadsPut", threads: [line({ id: "bare", title: "", source: "vscode" })] });
    expect(row("bare").querySelector(".label")?.textContent).toBe("Untitled thread");
  });

  it("is sorted by recency, creation or name", () => {
    const order = (sort: "recent" | "created" | "name"): string[] =>
      threadOrder(
        sideItems(
          all.filter((one) => one.cwd === "/p" && one.goingMs === null),
          "active",
          {},
          {},
          sort,
        ),
      );
    expect(order("recent")).toEqual(["a", "b"]);
    expect(order("created")).toEqual(["b", "a"]);
    expect(order("name")).toEqual(["b", "a"]);
  });

  it("puts the later of two threads of the same second first", () => {
    const same = ["a1", "a2"].map((id) => line({ id, updatedMs: 5_000, createdMs: 5_000 }));
    for (const sort of ["recent", "created"] as const)
      expect(threadOrder(sideItems(same, "active", {}, {}, sort))).toEqual(["a2", "a1"]);
  });

  it("says together what was deleted together", () => {
    const lines = [
      line({ id: "x", title: "X", goingMs: 7 }),
      line({ id: "y", title: "Y", goingMs: 7 }),
      line({ id: "z", title: "Z", goingMs: 6 }),
    ];
    expect(deletions(lines).map((one) => one.threads)).toEqual([["z"], ["x", "y"]]);
    // On its way to the server: nothing brings it back.
    expect(deletions([line({ id: "x", title: "X", goingMs: 0 })])).toEqual([]);
  });
});

describe("the filters", () => {
  it("reach every project, the most used first, and letters find one", async () => {
    const fake = await show("empty");
    const names = [...Array.from({ length: 40 }, (_, n) => `loft-${String(n).padStart(2, "0")}`), "zither", "zoo"];
    const lines = names.map((name) => line({ id: `t-${name}`, cwd: `/code/${name}`, source: "cli" }));
    fake.send({ type: "threadsPut", threads: [...lines, line({ id: "t-again", cwd: "/code/zoo", source: "cli" })] });
    part("filter-menu").click();
    await settle();
    const labels = (): string[] =>
      [...document.querySelectorAll(".menu .menu-item")].map((one) => one.textContent?.trim() ?? "");
    expect(labels()).toEqual(expect.arrayContaining(names));
    expect(labels().indexOf("zoo")).toBeLessThan(labels().indexOf("loft-00"));
    const typed = (...letters: string[]): string | undefined => {
      for (const letter of letters) press(document.activeElement as Element, letter);
      return document.activeElement?.textContent?.trim();
    };
    expect(typed("l", "o", "f", "t", "-", "3", "7")).toBe("loft-37");
    press(document.activeElement as Element, "Escape");
    part("filter-menu").click();
    await settle();
    expect([typed("z"), typed("z"), typed("z")]).toEqual(["zoo", "zither", "zoo"]);
    (document.activeElement as HTMLElement).click();
    expect(prefs.project).toBe("/code/zoo");
    setPref("project", null);
    setDialog("palette");
    await settle();
    part("palette").querySelector<HTMLElement>(".palette-bar .pick")?.click();
    await settle();
    expect(labels()).toEqual(expect.arrayContaining(names));
  });
});
