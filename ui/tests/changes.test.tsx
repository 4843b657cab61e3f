import { render } from "solid-js/web";
import { afterEach, describe, expect, it } from "vitest";
import { changesOf, diff } from "../dev/data";
import { scenes } from "../dev/scenes";
import { App } from "../src/App";
import {
  appended,
  entryOf,
  layout,
  locate,
  nextStop,
  quote,
  rowOf,
  type Shape,
  stopFrom,
  sumOf,
} from "../src/changes/layout";
import type { FileSum } from "../src/generated/model";
import { go, setPref, setOver } from "../src/view";
import { type Fake, fakeHost, has, part, press, settle, type } from "./fake";

const sum = (marks: string, more: Partial<FileSum> = {}): FileSum => ({
  path: "a",
  from: null,
  kind: "modified",
  added: 1,
  removed: 1,
  note: null,
  marks,
  gaps: [],
  ...more,
});
const plain: Shape = { folded: () => false, split: false, opened: () => 0, comment: null };

describe("the layout of changes", () => {
  it("is one list of all files, folded ones by their head alone", () => {
    const { keys, stops } = layout([sum("@ -+ ", { gaps: [4] }), sum("@+", { path: "b" })], {
      ...plain,
      folded: (path) => path === "b",
    });
    expect(keys).toEqual(["h:0", "g:0:0:0", "l:0:1", "l:0:2", "l:0:3", "l:0:4", "h:1"]);
    expect(stops).toEqual([3]);
  });
  it("puts what went beside what came", () => {
    const { keys, stops } = layout([sum("@ --+\\ +", { gaps: [4] })], { ...plain, split: true });
    expect(keys).toEqual(["h:0", "g:0:0:0", "p:0:1:1", "p:0:2:4", "p:0:3:", "l:0:5", "p:0:6:6", "p:0::7"]);
    expect(stops).toEqual([3, 7]);
    expect(entryOf("p:0:3:")).toEqual({ kind: "pair", file: 0, old: 3, now: null });
    expect([rowOf(entryOf("p:0:3:")), rowOf(entryOf("p:0:2:4")), rowOf(entryOf("h:0"))]).toEqual([3, 4, null]);
  });
  it("keeps a remark about the end of the file after both sides", () => {
    expect(layout([sum("@-\\+\\", { gaps: [4] })], { ...plain, split: true }).keys).toEqual([
      "h:0",
      "g:0:0:0",
      "p:0:1:3",
      "l:0:2",
      "l:0:4",
    ]);
  });
  it("opens what lies between, and a comment below its line", () => {
    const opened = (file: number, gap: number): number => (file === 0 && gap === 0 ? 2 : 0);
    expect(layout([sum("@-+", { gaps: [2] })], { ...plain, opened, comment: { file: 0, row: 1 } }).keys).toEqual([
      "h:0",
      "u:0:0:0",
      "u:0:0:1",
      "l:0:1",
      "c:0:1",
      "l:0:2",
    ]);
    expect(layout([sum("@-+", { gaps: [9] })], { ...plain, opened }).keys).toEqual([
      "h:0",
      "u:0:0:0",
      "u:0:0:1",
      "g:0:0:0",
      "l:0:1",
      "l:0:2",
    ]);
    expect(layout([sum("@-+", { gaps: [2] })], { ...plain, split: true, comment: { file: 0, row: 2 } }).keys).toEqual([
      "h:0",
      "g:0:0:0",
      "p:0:1:2",
      "c:0:2",
    ]);
  });
  it("has no head where nothing is left out, only between two edits", () => {
    expect(layout([sum("@++@+", { gaps: [0, 0] })], plain).keys).toEqual(["h:0", "l:0:1", "l:0:2", "g:0:3:1", "l:0:4"]);
  });
  it("lays out a hundred thousand lines at once", () => {
    const marks = `@${"-+ ".repeat(33_334)}`;
    expect(layout([sum(marks)], { ...plain, split: true }).stops).toHaveLength(33_334);
  });
  it("finds the next and the previous change, and stops at the ends", () => {
    expect([
      stopFrom([2, 9], -1, 1),
      stopFrom([2, 9], 2, 1),
      stopFrom([2, 9], 9, 1),
      stopFrom([2, 9], 9, -1),
      stopFrom([2, 9], 2, -1),
    ]).toEqual([2, 9, null, 2, null]);
  });
  it("begins at the near end where the cursor stands on no line", () => {
    const shown = { keys: ["h:0", "l:0:1", "l:0:2", "l:0:3"], stops: [1, 3] };
    expect(nextStop(shown, null, 1)).toEqual({ key: "l:0:1", index: 1 });
    expect(nextStop(shown, null, -1)).toEqual({ key: "l:0:3", index: 3 });
    expect(nextStop(shown, "l:0:1", 1)).toEqual({ key: "l:0:3", index: 3 });
    expect(nextStop(shown, "l:0:3", 1)).toBeNull();
  });
  it("numbers a line as it is now, else as it was", () => {
    expect(locate(sum(""), { kind: "same", old: 3, new: 4, html: "" })).toEqual({ path: "a", line: 4 });
    expect(locate(sum(""), { kind: "remove", old: 3, new: null, html: "" })).toEqual({ path: "a", line: 3 });
    expect(locate(undefined, undefined)).toEqual({ path: "", line: null });
  });
  it("counts all files together", () => {
    expect(sumOf([sum(""), sum("", { added: 4, removed: 0 })])).toEqual({ added: 5, removed: 1 });
  });
  it("puts a comment after what is already written", () => {
    expect([appended("", "> a"), appended("Hello \n", "> a")]).toEqual(["> a\n", "Hello\n\n> a\n"]);
  });
  it("quotes the line that a comment is about", () => {
    expect(quote("src/a.rs", 3, false, "  let x;  ", " Why? ")).toBe("> src/a.rs:3\n>   let x;\nWhy?");
    expect(quote("src/a.rs", 3, true, " ", "Why?")).toBe("> src/a.rs:3 (removed)\nWhy?");
  });
});

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
afterEach(() => {
  end();
  setPref("split", false);
  setPref("panelWidth", 476);
  setPref("spaces", true);
  setOver(null);
  go({ kind: "none" });
});

async function show(): Promise<Fake> {
  const snapshot = scenes["main"]?.snapshot();
  if (!snapshot) throw new Error("no scene");
  const fake = fakeHost(snapshot);
  setPref("tab", "changes");
  go({ kind: "thread", id: "t-retry" });
  setOver("panel");
  end = render(() => <App />, root);
  await settle();
  await settle();
  return fake;
}

/** By the menu over the changes. */
async function more(name: string): Promise<void> {
  part("changes-more").click();
  await settle();
  [...document.querySelectorAll<HTMLElement>("[role^=menuitem]")]
    .find((one) => one.textContent?.startsWith(name))
    ?.click();
  await settle();
  await settle();
}

describe("the changes panel", () => {
  it("draws the lines that Rust drew, and asks again when the turn edits on", async () => {
    const fake = await show();
    expect(part("changes").dataset["state"]).toBe("shown");
    expect(part("diff").textContent).toContain("retry_base_ms");
    const asked = (): number => fake.queries.filter((one) => one.type === "changes").length;
    const before = asked();
    fake.send({
      type: "diffPut",
      thread: "t-retry",
      files: [{ ...(diff[0] as (typeof diff)[number]), added: 9, lines: [], cut: 4 }],
    });
    await settle();
    expect(asked()).toBe(before + 1);
  });

  it("goes from change to change by key and puts a comment into the message", async () => {
    await show();
    const region = part("diff");
    press(region, "n");
    press(region, "c");
    await settle();
    type(part("comment-input"), "Say why eight.");
    press(part("comment-input"), "Enter");
    await settle();
    expect(has("comment")).toBe(false);
    expect((part("composer-input") as HTMLTextAreaElement).value.split("\n\n").at(-1)).toBe(
      "> config/default.toml:13\n> retry_base_ms = 2_000\nSay why eight.\n",
    );
  });

  it("opens a line in the editor, and goes back by key as it came", async () => {
    const fake = await show();
    const region = part("diff");
    for (const key of ["n", "o", "n", "n", "p", "p", "o"]) press(region, key);
    expect(fake.of("openLink").map((one) => one.url)).toEqual(["config/default.toml:13", "config/default.toml:13"]);
    expect(region.querySelectorAll(".dl.at")).toHaveLength(1);
  });

  it("copies the patch of a file, and of all of them", async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, "clipboard", {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    const fake = await show();
    fake.results.set("patch", { type: "patch", text: "--- a/x\n+++ b/x\n" });
    document.querySelector<HTMLElement>("[aria-label='Copy the changes in config/default.toml']")?.click();
    await more("Copy all as patch");
    const asked = fake.queries.flatMap((one) => (one.type === "patch" ? [one.file] : []));
    expect([asked, copied]).toEqual([
      [0, null],
      ["--- a/x\n+++ b/x\n", "--- a/x\n+++ b/x\n"],
    ]);
  });

  it("leaves out white space, wraps lines and folds files", async () => {
    const fake = await show();
    await more("Ignore white space");
    expect(fake.queries.findLast((one) => one.type === "changes")).toMatchObject({ spaces: false });
    const wrapped = part("diff").classList.contains("wrapped");
    document.querySelector<HTMLElement>("[aria-label='Wrap long lines']")?.click();
    expect(part("diff").classList.contains("wrapped")).toBe(!wrapped);
    document.querySelector<HTMLElement>("[aria-label='Wrap long lines']")?.click();
    await more("Collapse all files");
    expect(part("diff").querySelectorAll(".dl")).toHaveLength(0);
    expect(part("diff").querySelectorAll("[data-part=change-file] [aria-expanded=false]").length).toBeGreaterThan(1);
    await more("Expand all files");
    expect(part("diff").querySelectorAll(".dl").length).toBeGreaterThan(3);
  });

  it("counts nothing of a file that has no lines to show, and says why", async () => {
    const fake = await show();
    fake.results.set("changes", {
      type: "changes",
      changes: {
        stamp: "x",
        cut: true,
        files: [sum("", { path: "a.png", kind: "added", note: "Binary file", added: 0, removed: 0 })],
      },
    });
    await more("Refresh");
    expect(part("changes").querySelectorAll(".file-list .counts, .file-head .counts")).toHaveLength(0);
    expect(part("changes").textContent).toContain("Binary file");
    expect(part("changes").textContent).toContain("There are too many changes to show all of them here.");
  });

  it("shows two columns where there is room", async () => {
    setPref("panelWidth", 700);
    setPref("split", true);
    await show();
    expect(part("diff").querySelectorAll(".pair").length).toBeGreaterThan(3);
    expect(part("diff").querySelectorAll(".half.hole").length).toBeGreaterThan(0);
  });

  it("names files and remarks as text", async () => {
    const BAD = "<img src=x onerror=alert(1)>";
    const fake = await show();
    fake.results.set("changes", {
      type: "changes",
      changes: { stamp: "x", cut: false, files: [sum("@+", { path: BAD, note: BAD, gaps: [3] })] },
    });
    fake.results.set("changeLines", {
      type: "changeLines",
      lines: [
        { kind: "hunk", old: null, new: null, html: "" },
        { kind: "add", old: null, new: 1, html: "&lt;img&gt;" },
      ],
    });
    fake.send({ type: "diffPut", thread: "t-retry", files: [] });
    await settle();
    await settle();
    expect(part("changes").querySelector("img")).toBeNull();
    expect(part("changes").textContent).toContain("onerror");
  });

  it("brings what lies between two changes, and says why it cannot be shown", async () => {
    const fake = await show();
    fake.results.set("unchanged", { type: "unchanged", lines: [{ kind: "same", old: 1, new: 1, html: "in between" }] });
    part("unfold").click();
    await settle();
    expect(part("diff").textContent).toContain("in between");
    fake.refuse.clear();
    fake.results.set("changes", { type: "changes", changes: { ...changesOf([]), cut: false } });
    document.querySelector<HTMLElement>("[data-part=compared]")?.click();
    await settle();
    [...document.querySelectorAll<HTMLElement>("[role=menuitemradio]")]
      .find((one) => one.textContent?.startsWith("Uncommitted"))
      ?.click();
    await settle();
    expect(fake.queries.at(-1)).toEqual({
      type: "changes",
      thread: "t-retry",
      compared: { kind: "uncommitted" },
      spaces: true,
    });
    expect(part("changes").textContent).toContain("No uncommitted changes");
  });
});
