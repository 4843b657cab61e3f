import axe from "axe-core";
import { render } from "solid-js/web";
import { afterEach, describe, expect, it } from "vitest";
import { base, openThread, row } from "../dev/data";
import { App } from "../src/App";
import type { Body, TerminalTab } from "../src/generated/model";
import { Data } from "../src/kit/Data";
import { brief, treeOf } from "../src/kit/json";
import { WholePicture } from "../src/kit/WholePicture";
import { applyBatch, mirror } from "../src/mirror";
import { keyOf } from "../src/terminal/typing";
import { RowView } from "../src/thread/RowView";
import { go, setPref, picture, setOver, setPicture } from "../src/view";
import { type Fake, fakeHost, has, part, press, settle, type } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
const BAD = '<img src=x onerror="alert(1)">';
let end: () => void = () => undefined;
afterEach(() => {
  end();
  setOver(null);
  setPref("tab", "changes");
  go({ kind: "none" });
});

describe("data of a tool", () => {
  it("is a tree with its keys in order and its numbers to the digit", () => {
    expect(treeOf('{"2":1,"1":12345678901234567890.50,"a":["x\\n",{}]}')).toEqual({
      kind: "object",
      entries: [
        ["2", { kind: "word", text: "1" }],
        ["1", { kind: "word", text: "12345678901234567890.50" }],
        [
          "a",
          {
            kind: "array",
            items: [
              { kind: "text", text: "x\n" },
              { kind: "object", entries: [] },
            ],
          },
        ],
      ],
    });
  });
  it("is text where it is no JSON, only a word, too deep or broken", () => {
    for (const none of [
      "plain",
      "12",
      '"x"',
      "{oops",
      '{"a":1} x',
      "[".repeat(5000),
      `${"[".repeat(200)}${"]".repeat(200)}`,
      "{'a':1}",
    ])
      expect(treeOf(none)).toBeNull();
  });
  it("is said in brief while it is folded", () => {
    const node = treeOf(`{"a":[1,2,3],"b":"${"x".repeat(200)}","c":{}}`);
    expect(node && brief(node).length).toBeLessThan(90);
  });
  it("opens step by step and runs nothing", () => {
    end = render(() => <Data name="Result" text={JSON.stringify({ [BAD]: { deep: [BAD, 1, 2, 3] } })} />, root);
    expect(root.textContent).toContain("onerror");
    for (let i = 0; i < 3; i++)
      for (const fold of root.querySelectorAll<HTMLElement>("[aria-expanded=false]")) fold.click();
    expect(root.textContent).toContain("4 items");
    expect(root.querySelector("img")).toBeNull();
  });
  it("shows a hundred entries, then the rest", () => {
    end = render(() => <Data name="Result" text={JSON.stringify(Array.from({ length: 300 }, (_, i) => i))} />, root);
    expect(root.querySelectorAll(".tree-leaf")).toHaveLength(100);
    [...root.querySelectorAll("button")].find((one) => one.textContent?.includes("200 more"))?.click();
    expect(root.querySelectorAll(".tree-leaf")).toHaveLength(300);
  });
});

describe("pictures and output", () => {
  it("shows a picture by the name that Rust gave it, whole when clicked", async () => {
    const fake = fakeHost(base());
    fake.results.set("rowPicture", { type: "rowPicture", name: "abc" });
    end = render(
      () => (
        <RowView
          row={row("p", { kind: "image", path: BAD, caption: null, generated: false })}
          thread="t-fish"
          turn="done"
        />
      ),
      root,
    );
    await settle();
    expect(fake.queries).toContainEqual({ type: "rowPicture", thread: "t-fish", row: "p" });
    expect(part("picture").querySelector("img")?.getAttribute("src")).toBe("picture://abc");
    part("picture").click();
    expect(picture()).toEqual({ url: "picture://abc", name: BAD });
    end();
    end = render(() => <WholePicture url="picture://abc" name={BAD} close={() => setPicture(null)} />, root);
    expect(part("picture-whole").textContent).toContain("onerror");
    part("picture-whole").querySelector("button")?.click();
    expect(picture()).toBeNull();
  });
  it("says that a picture is gone", async () => {
    fakeHost(base());
    end = render(
      () => (
        <RowView
          row={row("p", { kind: "image", path: "a.png", caption: null, generated: true })}
          thread="t-fish"
          turn="done"
        />
      ),
      root,
    );
    await settle();
    expect(has("picture-lost")).toBe(true);
  });
  it("loads no image from elsewhere unless the person allows it", async () => {
    const said: Body = {
      kind: "said",
      unsaved: false,
      blocks: [
        {
          kind: "html",
          html: '<p><span class="image" data-src="https://x.example/i.png"><span class="image-alt">a</span> <span class="host">x.example</span></span></p>',
        },
      ],
    };
    fakeHost(base());
    end = render(() => <RowView row={row("r", said)} thread="t-fish" turn="done" />, root);
    expect(root.querySelector("img")).toBeNull();
    expect(root.textContent).toContain("x.example");
    end();
    applyBatch([{ type: "settingsPut", settings: { ...mirror.settings, remoteImages: true } }]);
    end = render(() => <RowView row={row("r", said)} thread="t-fish" turn="done" />, root);
    expect(root.querySelector("img")?.getAttribute("src")).toBe("https://x.example/i.png");
  });
  it("fetches a whole output by the page, and copies it plain", async () => {
    const fake = fakeHost(base());
    fake.results.set("sheet", { type: "sheet", stamp: "s", lines: 450 });
    fake.results.set("sheetLines", { type: "sheetLines", lines: Array.from({ length: 200 }, () => "&lt;b&gt; line") });
    const body: Body = {
      kind: "ran",
      command: "seq",
      raw: "seq",
      cwd: "/",
      byYou: false,
      output: { html: "the end", earlier: 250 },
      exit: 1,
      ms: 1,
    };
    end = render(() => <RowView row={row("c", body)} thread="t-fish" turn="done" />, root);
    part("show-all").click();
    await settle();
    await settle();
    expect(fake.queries.filter((one) => one.type === "sheetLines").map((one) => one.from)).toEqual([0, 200, 400]);
    expect(part("whole-output").textContent).toContain("<b> line");
    expect(document.body.textContent).toContain("450 lines");
  });
});

const tab = (more: Partial<TerminalTab> = {}): TerminalTab => ({
  id: "terminal-1",
  shell: "bash",
  cwd: "/w",
  fenced: "folder",
  state: { kind: "running" },
  screen: { columns: 80, rows: ["$ ls", '<span class="ansi-4">src</span>'], cursor: [1, 0], history: 0, title: null },
  ...more,
});

async function terminals(...tabs: TerminalTab[]): Promise<Fake> {
  const fake = fakeHost({ ...base(), open: [openThread("t-fish", [], { tabs })] });
  setPref("tab", "terminal");
  go({ kind: "thread", id: "t-fish" });
  setOver("panel");
  end = render(() => <App />, root);
  await settle();
  return fake;
}

describe("a terminal", () => {
  it("is opened in the sandbox or without, and says which", async () => {
    const fake = await terminals();
    part("open-terminal").click();
    part("open-terminal-bare").click();
    expect(fake.of("openTerminal").map((one) => one.fenced)).toEqual([true, false]);
    fake.send(
      { type: "terminalPut", thread: "t-fish", terminal: tab() },
      { type: "terminalPut", thread: "t-fish", terminal: tab({ id: "terminal-2", fenced: "not" }) },
    );
    await settle();
    expect(part("terminal-fence").dataset["kind"]).toBe("not");
    document.querySelectorAll<HTMLElement>("[data-part=terminal-tab]")[0]?.click();
    await settle();
    expect(part("terminal-fence").textContent).toContain("writes only in this folder");
    const found = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(
      found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`),
    ).toEqual([]);
  });

  it("draws what changed and keeps the rest", async () => {
    const fake = await terminals(tab());
    const first = part("terminal-screen").querySelector(".term-row");
    fake.send({
      type: "screenPut",
      thread: "t-fish",
      terminal: "terminal-1",
      screen: { columns: 100, height: 3, changed: [[2, "&lt;img&gt;"]], cursor: [2, 1], history: 2, title: BAD },
    });
    await settle();
    const rows = [...document.querySelectorAll(".term-screen .term-row")].map((one) => one.textContent);
    expect(rows).toEqual(["$ ls", "src", "<img>"]);
    expect(part("terminal-screen").querySelector(".term-screen .term-row")).toBe(first);
    expect(part("terminal-tab").textContent).toBe(BAD);
    expect(part("terminal").querySelector("img")).toBeNull();
    expect(part("terminal-screen").dataset["columns"]).toBe("100");
  });

  it("takes keys in their order, and the window keeps its own", async () => {
    const fake = await terminals(tab());
    const input = part("terminal-input");
    type(input, "l");
    type(input, "s");
    press(input, "Enter");
    press(input, "k", { ctrlKey: true });
    await settle();
    await settle();
    expect(fake.of("typeTerminal").flatMap((one) => one.typed)).toEqual([
      { kind: "text", text: "l" },
      { kind: "text", text: "s" },
      { kind: "key", key: "Enter", shift: false, alt: false, ctrl: false },
      { kind: "key", key: "k", shift: false, alt: false, ctrl: true },
    ]);
    expect(has("palette")).toBe(false);
    const key = (name: string, more: KeyboardEventInit = {}): unknown =>
      keyOf(new KeyboardEvent("keydown", { key: name, ...more }));
    expect(key("с", { code: "KeyC", ctrlKey: true })).toEqual({
      kind: "key",
      key: "c",
      shift: false,
      alt: false,
      ctrl: true,
    });
    expect(["+", "=", "-", "0"].map((sign) => key(sign, { ctrlKey: true }))).toEqual([null, null, null, null]);
    expect([key("F6"), key("a"), key("c", { ctrlKey: true, shiftKey: true }), key("n", { metaKey: true })]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it("says how it ended, and goes when closed", async () => {
    const fake = await terminals(tab({ state: { kind: "ended", exit: 3, why: null } }));
    expect(part("terminal-end").textContent).toContain("exit 3");
    part("close-terminal").click();
    expect(fake.of("closeTerminal")).toHaveLength(1);
    fake.send({ type: "terminalGone", thread: "t-fish", terminal: "terminal-1" });
    await settle();
    expect(has("open-terminal")).toBe(true);
  });
});
