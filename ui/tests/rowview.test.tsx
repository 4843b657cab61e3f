import { createSignal } from "solid-js";
import { render } from "solid-js/web";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { base, openThread, row } from "../dev/data";
import { AskCard } from "../src/asks/AskCard";
import type { Ask, Body, Row } from "../src/generated/model";
import { Html } from "../src/kit/Html";
import { RowView } from "../src/thread/RowView";
import { type Fake, fakeHost, part, settle } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
const BAD = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
let end: () => void = () => undefined;
let fake: Fake;

beforeEach(() => {
  fake = fakeHost(base());
});
afterEach(() => end());

function draw(one: Row): HTMLElement {
  end();
  end = render(() => <RowView row={one} thread="t-fish" turn="done" />, root);
  for (const fold of root.querySelectorAll<HTMLElement>("[aria-expanded=false]")) fold.click();
  return part("row");
}
const openCommand = (body: Partial<Extract<Body, { kind: "ran" }>>): Body => ({
  kind: "ran",
  command: "ls",
  raw: "ls",
  cwd: "/",
  byYou: false,
  output: { html: "", earlier: 0 },
  exit: null,
  ms: null,
  ...body,
});

describe("text from the server", () => {
  const bodies: Body[] = [
    { kind: "prompt", text: BAD, attachments: [{ kind: "file", path: BAD }], steered: false },
    { kind: "thought", headline: BAD, blocks: [] },
    { kind: "plan", explanation: BAD, steps: [{ text: BAD, state: "now" }] },
    openCommand({ command: BAD, raw: BAD, exit: 1 }),
    {
      kind: "edited",
      files: [{ path: BAD, from: null, kind: "added", added: 1, removed: 0, lines: [], cut: 0, note: BAD }],
    },
    { kind: "tool", server: BAD, tool: BAD, arguments: BAD, result: BAD, error: BAD },
    { kind: "agents", action: BAD, prompt: BAD, threads: [BAD] },
    { kind: "searched", query: BAD, detail: BAD },
    { kind: "image", path: BAD, caption: BAD, generated: false },
    { kind: "review", begins: true, target: BAD, blocks: [] },
    { kind: "hook", text: BAD },
    { kind: "told", level: "error", text: BAD },
    { kind: "unknown", name: BAD, json: BAD },
  ];
  for (const [i, body] of bodies.entries()) {
    it(`is drawn as text in a row of kind ${body.kind}`, () => {
      const drawn = draw(row(`xss-${i}`, body));
      expect(drawn.querySelector("img, script")).toBeNull();
      expect(drawn.textContent).toContain("onerror");
      expect(drawn.dataset["kind"]).toBe(body.kind);
    });
  }

  it("is drawn as text in every request", () => {
    const ask = (body: Ask["body"]): Ask => ({
      id: "x",
      thread: null,
      turn: null,
      row: null,
      askedMs: 0,
      risks: [],
      grave: false,
      blank: false,
      body,
    });
    const all: Ask["body"][] = [
      {
        kind: "command",
        command: BAD,
        raw: `${BAD} `,
        cwd: BAD,
        reason: BAD,
        actions: [BAD],
        host: BAD,
        extra: [BAD],
        offered: [],
        also: [],
        rules: [],
      },
      { kind: "permissions", reason: BAD, grants: [{ id: "1", kind: "write", what: BAD }] },
      {
        kind: "questions",
        questions: [
          {
            id: "q",
            header: BAD,
            question: BAD,
            options: [{ value: "v", label: BAD, description: BAD }],
            other: true,
            secret: false,
          },
        ],
      },
      {
        kind: "form",
        server: BAD,
        message: BAD,
        fields: [{ name: "n", title: BAD, description: BAD, required: true, kind: { kind: "json" } }],
      },
      { kind: "link", server: BAD, message: BAD, url: "javascript:alert(1)", host: null },
      { kind: "toolUse", server: BAD, tool: BAD, message: BAD, arguments: BAD, persist: [] },
      { kind: "unreadable", method: BAD, json: BAD },
    ];
    for (const body of all) {
      end = render(() => <AskCard ask={ask(body)} />, root);
      expect(root.querySelector("img, script, a")).toBeNull();
      end();
    }
  });
});

describe("a row", () => {
  it("of a command does not run while somebody is asked whether it may", () => {
    const one = row("asked", openCommand({ command: "touch moored" }));
    one.state = "open";
    one.startedMs = Date.now();
    const ask: Ask = {
      id: "x",
      thread: "t-fish",
      turn: null,
      row: "asked",
      askedMs: 0,
      risks: [],
      grave: false,
      blank: false,
      body: { kind: "unreadable", method: "m", json: "" },
    };
    fake.send({ type: "askPut", ask });
    expect(draw(one).textContent).toContain("not started");
    fake.send({ type: "askGone", ask: "x", why: "answered" });
    expect(part("row").textContent).toContain("running");
  });

  it("opens links through Rust, never by itself", () => {
    const drawn = draw(
      row("l", {
        kind: "said",
        unsaved: false,
        blocks: [
          {
            kind: "html",
            html: '<p><a href="https://x.example/">x</a> <a data-path="src/a.rs" role="link" tabindex="0">a</a></p>',
          },
        ],
      }),
    );
    const links = [...drawn.querySelectorAll("a")];
    const click = new MouseEvent("click", { bubbles: true, cancelable: true });
    links[0]?.dispatchEvent(click);
    links[1]?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    expect(click.defaultPrevented).toBe(true);
    expect(fake.of("openLink").map((intent) => intent.url)).toEqual(["https://x.example/", "src/a.rs"]);
  });

  it("says how a command ended and fetches its whole output when asked", async () => {
    fake.results.set("sheet", { type: "sheet", stamp: "s", lines: 1 });
    fake.results.set("sheetLines", { type: "sheetLines", lines: ["all &lt;b&gt;of it&lt;/b&gt;"] });
    const drawn = draw(row("c", openCommand({ exit: 2, ms: 6100, output: { html: "the end", earlier: 41 } })));
    expect(drawn.textContent).toContain("exit 2 · 6.1 s");
    expect(drawn.textContent).toContain("41 earlier lines");
    [...drawn.querySelectorAll("button")].find((one) => one.textContent === "Show all")?.click();
    await settle();
    await settle();
    expect(part("whole-output").textContent).toBe("all <b>of it</b>");
  });

  it("marks text that was not saved", () => {
    expect(draw(row("u", { kind: "said", unsaved: true, blocks: [] }, "stopped")).textContent).toContain("not saved");
    expect(draw(row("p", { kind: "proposal", unsaved: true, blocks: [] }, "stopped")).textContent).toContain(
      "not saved",
    );
  });

  it("offers to carry out a plan only at the end of the thread", () => {
    const plan = row("p", { kind: "proposal", unsaved: false, blocks: [] }, "done", 1, 1, "turn-1");
    const turns = [{ id: "turn-1", state: "done", startedMs: 0, endedMs: 1, trouble: null }] as const;
    const offered = (newer: boolean): boolean => {
      fake = fakeHost({ ...base(), open: [openThread("t-fish", [plan], { newer, turns: [...turns] })] });
      return draw(plan).querySelector("[data-part=carry-out]") !== null;
    };
    expect([offered(false), offered(true)]).toEqual([true, false]);
  });

  it("says what sub-agents answered, and which of them failed", () => {
    const ends = [
      { thread: "a", status: "completed", message: "Found it." },
      { thread: "b", status: "errored", message: null },
    ];
    const drawn = draw(row("a", { kind: "agents", action: "wait", prompt: null, threads: ["a", "b"], ends }));
    expect(drawn.textContent).toContain("A sub-agent finished. Found it.");
    expect(drawn.querySelector("p.tone-danger")?.textContent).toBe("A sub-agent failed.");
  });

  it("says of a picture or a wait whether it is over", () => {
    const image = (state: Row["state"], error?: string): string | null =>
      draw(row("i", { kind: "image", path: null, caption: null, generated: true, ...(error ? { error } : {}) }, state))
        .textContent;
    expect(image("open")).toContain("Generating an image");
    expect(image("done")).toContain("Generated an image");
    expect(image("failed", "A usage limit was reached.")).toMatch(
      /No image was generated.*A usage limit was reached\./,
    );
    expect(draw(row("w", { kind: "waited", ms: 60_000 }, "open")).textContent).toContain("Waiting 1 min");
    expect(draw(row("w", { kind: "waited", ms: 60_000 })).textContent).toContain("Waited 1 min");
  });

  it("of a change that was cut off while it was written says so", () => {
    const files = [
      { path: "a.txt", from: null, kind: "added" as const, added: 1, removed: 0, lines: [], cut: 0, note: null },
    ];
    expect(draw(row("e", { kind: "edited", files }, "stopped")).textContent).toContain("stopped");
  });

  it("says of a compaction whether it is done", () => {
    const words = (["open", "done", "stopped"] as const).map(
      (state) => draw(row("c", { kind: "compacted" }, state)).textContent,
    );
    expect(words.map((text) => text?.match(/Compacting|were compacted|were not compacted/)?.[0])).toEqual([
      "Compacting",
      "were compacted",
      "were not compacted",
    ]);
  });
});

describe("HTML from Rust", () => {
  it("is appended where it only grew, without drawing the rest again", () => {
    const [html, setHtml] = createSignal("let a");
    end = render(() => <Html html={html()} class="h" />, root);
    const element = root.querySelector(".h") as HTMLElement;
    const first = element.firstChild;
    setHtml("let a = 1; &lt;b&gt;");
    expect(element.firstChild).toBe(first);
    expect(element.textContent).toBe("let a = 1; <b>");
    setHtml("<p>anew</p>");
    expect(element.innerHTML).toBe("<p>anew</p>");
  });
});

describe("a command whose turn was stopped", () => {
  it("is not said to have stopped while it goes on", () => {
    const snapshot = {
      ...base(),
      open: [openThread("t-fish", [], { terminals: [{ process: "7", command: "sleep 300", cwd: "/w" }] })],
    };
    fake = fakeHost(snapshot);
    const one = row("c", openCommand({ command: "sleep 300", raw: "sleep 300" }), "stopped");
    expect(draw(one).textContent).toContain("still running");
    fake.send({ type: "terminalsPut", thread: "t-fish", terminals: [] });
    expect(part("row").textContent).toContain("stopped after");
  });
});

describe("what went along with a message", () => {
  it("is drawn if it is on this computer, else named", async () => {
    fake.results.set("picture", { type: "picture", url: "data:image/png;base64,AAAA" });
    const attachments = [
      { kind: "image", name: "pasted-c2b9ced1a2afc0d0.png", path: "/data/pasted-c2b9ced1a2afc0d0.png" },
      { kind: "image", name: "boat.png", path: "https://example.com/boat.png" },
    ] as const;
    draw(row("p", { kind: "prompt", text: "see", attachments: [...attachments], steered: false }));
    await settle();
    expect([...root.querySelectorAll("img")].map((one) => one.getAttribute("src"))).toEqual([
      "data:image/png;base64,AAAA",
    ]);
    expect(fake.queries.filter((one) => one.type === "picture")).toHaveLength(1);
    expect(part("row").textContent).toContain("Pasted image");
    expect(part("row").textContent).toContain("boat.png");
  });
});
