import axe from "axe-core";
import { render } from "solid-js/web";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { base, openThread, row } from "../dev/data";
import { FILES, PICTURE, REPOSITORY } from "../dev/compose";
import { SKILLS } from "../dev/lists";
import { dropped, relative } from "../src/composer/attach";
import { composerDialog, setComposerDialog } from "../src/composer/dialog";
import { pickManner } from "../src/composer/choices";
import { Composer } from "../src/composer/Composer";
import { attachedOf, draftOf, setAll, setDraft } from "../src/composer/drafts";
import { rank } from "../src/composer/rank";
import { tokenAt } from "../src/composer/token";
import type { Help, Row, QueryResult, Snapshot, Turn } from "../src/generated/model";
import { Toasts } from "../src/kit/toasts";
import { mirror, type Thread } from "../src/mirror";
import { Trouble } from "../src/thread/Trouble";
import { go, prefs, place } from "../src/view";
import { type Fake, fakeHost, has, part, press, settle, toasted, type } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
let fake: Fake;

function show(change: (snapshot: Snapshot) => void = () => undefined): HTMLTextAreaElement {
  const snapshot = {
    ...base(),
    open: [
      openThread("t-fish", [
        row("p-1", { kind: "prompt", text: "first", attachments: [], steered: false }),
        row("p-2", { kind: "prompt", text: "second", attachments: [], steered: false }),
      ]),
    ],
  };
  change(snapshot);
  fake = fakeHost(snapshot);
  fake.results.set("files", { type: "files", files: FILES });
  fake.results.set("skills", { type: "skills", skills: SKILLS });
  fake.results.set("picture", { type: "picture", url: PICTURE });
  fake.results.set("repository", { type: "repository", repository: REPOSITORY });
  end = render(
    () => (
      <main>
        <Composer thread="t-fish" />
        <Toasts />
      </main>
    ),
    root,
  );
  const area = part("composer-input") as HTMLTextAreaElement;
  area.focus();
  return area;
}

/** Types at the end, as a keyboard would. */
function write(area: HTMLTextAreaElement, text: string): void {
  area.setSelectionRange(text.length, text.length);
  type(area, text);
  area.setSelectionRange(text.length, text.length);
  area.dispatchEvent(new Event("select", { bubbles: true }));
}

const offered = (): string[] =>
  [...document.querySelectorAll("[data-part=suggestion]")].map((one) => one.textContent ?? "");
const image = { kind: "image", path: "/home/rowan/Pictures/chart.png" } as const;

beforeEach(() => {
  setAll("t-fish", "", []);
  pickManner("t-fish", { plan: false, summary: null, tier: null });
});
afterEach(() => {
  setComposerDialog(null);
  end();
  go({ kind: "none" });
});

describe("a name that is typed", () => {
  it("is known by its sign at the beginning of the caret's word", () => {
    expect(tokenAt("/rev", 4)).toEqual({ sigil: "/", query: "rev", from: 0, to: 4 });
    expect(tokenAt("see @src/ma and", 11)).toEqual({ sigil: "@", query: "src/ma", from: 4, to: 11 });
    // Signs that begin a name stand inside others too.
    expect(tokenAt("@pkg/@scope", 11)).toEqual({ sigil: "@", query: "pkg/@scope", from: 0, to: 11 });
    expect(tokenAt("@routes/$id", 11)).toEqual({ sigil: "@", query: "routes/$id", from: 0, to: 11 });
    expect(tokenAt("@@", 2)).toBeNull();
    expect(tokenAt("use $kno", 8)).toEqual({ sigil: "$", query: "kno", from: 4, to: 8 });
    for (const [text, at] of [
      ["me@example.com", 14],
      ["a /review", 9],
      ["!echo @x", 8],
      ["@done ", 6],
      ["", 0],
    ] as const)
      expect(tokenAt(text, at)).toBeNull();
  });

  it("is ranked by its beginning, then its middle, then its description", () => {
    const entry = (label: string, detail = ""): Parameters<typeof rank>[0][number] => ({
      key: label,
      icon: "file",
      label,
      detail,
      mono: false,
      run: () => undefined,
    });
    const names = rank(
      [entry("/preview"), entry("/new", "something to review"), entry("/review"), entry("/fork")],
      "rev",
    ).map((one) => one.label);
    expect(names).toEqual(["/review", "/preview", "/new"]);
  });
});

describe("the menu over the composer", () => {
  it("finds files after @ and takes one with Enter without sending", async () => {
    const area = show();
    write(area, "look at @de");
    await settle();
    expect(fake.queries.at(-1)).toEqual({ type: "files", cwd: "/home/rowan/code/harbor-cli", query: "de" });
    expect(offered()).toHaveLength(4);
    press(area, "ArrowDown");
    expect(area.getAttribute("aria-activedescendant")).toBe("suggest-1");
    expect(document.getElementById("suggest-1")?.getAttribute("aria-selected")).toBe("true");
    press(area, "Enter");
    expect(area.value).toBe("look at @crates/webhooks/src/deliver.rs ");
    expect(has("suggest")).toBe(false);
    expect(fake.of("send")).toEqual([]);
  });

  it("never takes a stale hit that no longer matches", async () => {
    const area = show();
    write(area, "@");
    await settle();
    expect(offered()).toHaveLength(4);
    // The answer to these letters is still on its way when Enter comes.
    write(area, "@read");
    expect(offered()).toEqual(["README.md"]);
    press(area, "Enter");
    expect(area.value).toBe("@README.md ");
    await settle();
  });

  it("leaves with Escape, and does not interrupt by it", async () => {
    const area = show((snapshot) => {
      const [thread] = snapshot.open;
      if (thread) thread.head.running = "turn-1";
    });
    write(area, "@");
    await settle();
    press(area, "Escape");
    press(area, "Escape");
    expect(has("suggest")).toBe(false);
    expect(fake.of("interrupt")).toEqual([]);
    write(area, "@ and @");
    await settle();
    expect(has("suggest")).toBe(true);
  });

  it("sends a skill along as what it is, for as long as it is named", async () => {
    const area = show();
    const [skill] = SKILLS.skills.filter((one) => one.enabled);
    write(area, `use $${skill?.name.slice(0, 3)}`);
    await settle();
    press(area, "Tab");
    expect(area.value).toBe(`use $${skill?.name} `);
    expect(attachedOf("t-fish")).toEqual([{ kind: "skill", name: skill?.name, path: skill?.path }]);
    press(area, "Enter");
    await settle();
    expect(fake.of("send").at(-1)?.prompt.attached).toEqual([{ kind: "skill", name: skill?.name, path: skill?.path }]);
    write(area, `use $${skill?.name.slice(0, 3)}`);
    await settle();
    press(area, "Tab");
    write(area, "never mind");
    expect(attachedOf("t-fish")).toEqual([]);
  });

  it("does what a command says, and sends what is none", async () => {
    const area = show();
    write(area, "/comp");
    expect(offered()[0]).toContain("/compact");
    press(area, "Enter");
    await settle();
    expect(fake.of("compact")).toEqual([{ type: "compact", thread: "t-fish" }]);
    expect(area.value).toBe("");
    write(area, "/plan");
    press(area, "Enter");
    expect(part("plan-switch").getAttribute("aria-pressed")).toBe("true");
    write(area, "/nothing-like-it");
    press(area, "Enter");
    await settle();
    expect(fake.of("send").at(-1)).toMatchObject({
      prompt: { text: "/nothing-like-it" },
      choices: { manner: { plan: true } },
    });
  });

  it("has no axe violation while it is open", async () => {
    const area = show();
    setAll("t-fish", "", [image]);
    write(area, "@");
    await settle();
    const found = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, "page-has-heading-one": { enabled: false } },
    });
    expect(
      found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`),
    ).toEqual([]);
  });
});

describe("what goes along", () => {
  it("is shown, can be left out, and is enough without a word", async () => {
    const area = show();
    setAll("t-fish", "", [image, { kind: "link", url: "https://example.com/a.png" }]);
    await settle();
    expect(part("attachment").querySelector("img")?.src).toBe(PICTURE);
    [...document.querySelectorAll<HTMLElement>("[data-part=attachment]")][1]
      ?.querySelector<HTMLElement>("button")
      ?.click();
    press(area, "Enter");
    await settle();
    expect(fake.of("send").at(-1)?.prompt).toEqual({ text: "", attached: [image] });
    expect(attachedOf("t-fish")).toEqual([]);
  });

  it("comes back with the words when sending failed", async () => {
    const area = show();
    fake.refuse.set("send", { code: "badInput", message: "The image chart.png is no longer there." });
    setAll("t-fish", "what is it?", [image]);
    press(area, "Enter");
    await settle();
    expect([draftOf("t-fish"), attachedOf("t-fish")]).toEqual(["what is it?", [image]]);
    expect(document.body.textContent).toContain("no longer there");
    expect(fake.of("saveDraft").at(-1)).toMatchObject({ text: "what is it?", attached: [image] });
  });

  it("is picked, and pasted pictures are kept by Rust", async () => {
    const area = show();
    fake.receipts.set("pickImages", { thread: null, path: null, row: null, paths: ["/a.png", "/b.png"] });
    fake.receipts.set("keepPicture", { thread: null, path: "/data/pasted-1.png", row: null });
    write(area, "/image");
    press(area, "Enter");
    await settle();
    const data = new DataTransfer();
    data.items.add(
      new File([Uint8Array.from(atob(PICTURE.split(",")[1] ?? ""), (c) => c.charCodeAt(0))], "x.png", {
        type: "image/png",
      }),
    );
    const paste = new Event("paste", { bubbles: true, cancelable: true });
    Object.assign(paste, { clipboardData: data });
    area.dispatchEvent(paste);
    await settle();
    await settle();
    expect(fake.of("keepPicture").map((one) => one.data)).toEqual([PICTURE.split(",")[1]]);
    expect(attachedOf("t-fish")).toEqual(
      ["/a.png", "/b.png", "/data/pasted-1.png"].map((path) => ({ kind: "image", path })),
    );
    expect(paste.defaultPrevented).toBe(true);
  });

  it("is left out where it only shows the text that was copied with it", async () => {
    const area = show();
    fake.receipts.set("keepPicture", { thread: null, path: "/data/pasted-1.png", row: null });
    const paste = (text: string): boolean => {
      const data = new DataTransfer();
      data.items.add(new File(["x"], "x.png", { type: "image/png" }));
      data.setData("text/plain", text);
      const event = new Event("paste", { bubbles: true, cancelable: true });
      Object.assign(event, { clipboardData: data });
      area.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(["Item\t12\nTotal\t12", "see x.png"].map(paste)).toEqual([false, false]);
    expect([" ", "x.png", "/home/rowan/x.png", "https://example.com/a%20b.png"].map(paste)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    await expect.poll(() => fake.of("keepPicture")).toHaveLength(4);
  });

  it("is picked along with files that are none, which are named", async () => {
    const area = show();
    fake.receipts.set("pickImages", {
      thread: null,
      path: null,
      row: null,
      paths: ["/a.png"],
      problems: ["notes.png is no image that Codex can see."],
    });
    write(area, "/image");
    press(area, "Enter");
    await settle();
    expect(attachedOf("t-fish")).toEqual([{ kind: "image", path: "/a.png" }]);
    expect(toasted()).toContain("1 file was not attached");
    expect(toasted()).toContain("notes.png is no image");
  });

  it("is dropped: files are named, and a folder begins a thread", async () => {
    show();
    go({ kind: "thread", id: "t-fish" });
    fake.results.set("paths", {
      type: "paths",
      found: {
        folders: [],
        images: ["/p.png"],
        files: ["/home/rowan/code/harbor-cli/src/main.rs"],
        problems: ["The image main.rs has 21 MB."],
      },
    });
    await dropped(["…"]);
    expect([attachedOf("t-fish"), draftOf("t-fish")]).toEqual([[{ kind: "image", path: "/p.png" }], "@src/main.rs "]);
    expect(toasted()).toContain("1 image is only mentioned by name");
    expect(toasted()).toContain("has 21 MB");
    fake.results.set("paths", {
      type: "paths",
      found: { folders: ["/home/rowan/code/other"], images: [], files: [], problems: [] },
    });
    await dropped(["…"]);
    expect([place(), prefs.folder]).toEqual([{ kind: "new" }, "/home/rowan/code/other"]);
    setDraft(null, "");
    fake.results.set("paths", {
      type: "paths",
      found: { folders: [], images: [], files: ["/home/rowan/code/other/sub dir/my file.txt", "/b"], problems: [] },
    });
    await dropped(["…"]);
    expect(draftOf(null)).toBe('@"sub dir/my file.txt" @/b ');
    expect(relative("/a/b/c", "/a/b/")).toBe("c");
    expect(relative("/a/bc", "/a/b")).toBe("/a/bc");
  });
});

describe("beside a message", () => {
  it("runs a command of the person's own after an exclamation mark", async () => {
    const area = show();
    write(area, "!");
    press(area, "Enter");
    expect(fake.of("shell")).toEqual([]);
    write(area, "!git status");
    press(area, "Enter");
    await settle();
    expect(fake.of("shell")).toMatchObject([{ at: { kind: "thread", thread: "t-fish" }, command: "git status" }]);
  });

  it("runs a command without the pictures, which wait for the next message", async () => {
    const area = show();
    setAll("t-fish", "!git status", [image]);
    expect(document.body.textContent).toContain("Images wait for your next message.");
    press(area, "Enter");
    await settle();
    expect([draftOf("t-fish"), attachedOf("t-fish")]).toEqual(["", [image]]);
    expect(fake.of("saveDraft").at(-1)).toMatchObject({ text: "", attached: [image] });
    fake.refuse.set("shell", { code: "refused", message: "No." });
    setAll("t-fish", "!git status", [image]);
    press(area, "Enter");
    await settle();
    expect([draftOf("t-fish"), attachedOf("t-fish")]).toEqual(["!git status", [image]]);
    fake.refuse.delete("shell");
    end();
    end = render(() => <Composer thread={null} cwd="/work" />, root);
    setAll(null, "!git status", [image]);
    fake.receipts.set("shell", { thread: "fresh", path: null, row: null });
    press(part("composer-input"), "Enter");
    await settle();
    expect([attachedOf(null), attachedOf("fresh")]).toEqual([[], [image]]);
  });

  it("begins a review of each of four things", async () => {
    show();
    for (const [choose, target] of [
      [() => undefined, { kind: "uncommitted" }],
      [() => part("review-branch").click(), { kind: "branch", branch: "main" }],
      [
        () => part("review-commit").click(),
        { kind: "commit", sha: REPOSITORY.commits[0]?.sha, title: REPOSITORY.commits[0]?.title },
      ],
      [
        () => {
          part("review-custom").click();
          type(part("review-words"), " the locks ");
        },
        { kind: "custom", instructions: "the locks" },
      ],
    ] as const) {
      setComposerDialog("review");
      await settle();
      await settle();
      choose();
      part("dialog-yes").click();
      await settle();
      expect(fake.of("review").at(-1)).toMatchObject({ at: { kind: "thread", thread: "t-fish" }, target });
    }
  });

  it("looks for branches before it says that there are none", async () => {
    show();
    let answer: (result: QueryResult) => void = () => undefined;
    const { query } = fake.host;
    fake.host.query = (question) =>
      question.type === "repository" ? new Promise((done) => (answer = done)) : query(question);
    setComposerDialog("review");
    await settle();
    part("review-branch").click();
    expect(part("review").textContent).toContain("Reading the repository…");
    answer({ type: "repository", repository: { ...REPOSITORY, branches: [] } });
    await settle();
    expect(part("review").textContent).toContain("There are no other branches.");
    end();
    expect(composerDialog()).toBe(null);
  });

  it("recalls what was said before by the up arrow, and comes back", () => {
    const area = show();
    press(area, "ArrowUp");
    expect(area.value).toBe("second");
    press(area, "ArrowUp");
    expect(area.value).toBe("first");
    press(area, "ArrowUp");
    expect(area.value).toBe("first");
    press(area, "ArrowDown");
    press(area, "ArrowDown");
    expect(area.value).toBe("");
    write(area, "mine");
    press(area, "ArrowUp");
    expect(area.value).toBe("mine");
  });

  it("sends again what was typed, and not how its hidden marks are drawn", () => {
    const area = show((snapshot) => {
      const [thread] = snapshot.open;
      if (!thread) throw new Error("no thread");
      thread.rows = [
        row("p-1", { kind: "prompt", text: "⟨U+200F⟩hello", asTyped: "\u200fhello", attachments: [], steered: false }),
      ];
      thread.turns = [
        { id: "turn-1", state: "failed", startedMs: 0, endedMs: 1, trouble: { message: "Gone.", help: "retry" } },
      ];
    });
    press(area, "ArrowUp");
    expect(area.value).toBe("\u200fhello");
    const [turn] = Object.values(mirror.open["t-fish"]?.turns ?? {});
    if (!turn) throw new Error("no turn");
    end();
    end = render(() => <Trouble thread={mirror.open["t-fish"] as Thread} turn={turn} />, root);
    [...document.querySelectorAll("button")].find((one) => one.textContent?.includes("Send again"))?.click();
    expect(fake.of("send").map((one) => one.prompt.text)).toEqual(["\u200fhello"]);
  });

  const failed = (rows: Row[], help: Help, newer = false): void => {
    show((snapshot) => {
      const [thread] = snapshot.open;
      if (!thread) throw new Error("no thread");
      thread.rows = rows;
      thread.newer = newer;
      thread.turns = [{ id: "turn-1", state: "failed", startedMs: 0, endedMs: 1, trouble: { message: "Gone.", help } }];
    });
    end();
    const turn = mirror.open["t-fish"]?.turns["turn-1"];
    if (turn) end = render(() => <Trouble thread={mirror.open["t-fish"] as Thread} turn={turn} />, root);
  };

  it("says that a turn without an end may still run elsewhere", () => {
    const said = (endedMs: number | null): string | null => {
      show((snapshot) => {
        for (const thread of snapshot.open)
          thread.turns = [{ id: "turn-1", state: "interrupted", startedMs: 0, endedMs, trouble: null }];
      });
      end();
      const thread = mirror.open["t-fish"] as Thread;
      end = render(() => <Trouble thread={thread} turn={thread.turns["turn-1"] as Turn} />, root);
      expect(part("trouble").querySelector("button, .tone-danger")).toBeNull();
      return part("trouble").textContent;
    };
    expect(said(1)).toBe("The turn was stopped.");
    expect(said(null)).toContain("another Codex is still working on it");
  });

  it("offers nothing under the last loaded turn if newer ones exist", () => {
    failed([row("c-1", { kind: "compacted" }, "stopped")], "retry", true);
    expect(part("trouble").textContent).toContain("Gone.");
    expect(has("again")).toBe(false);
  });

  it("repeats a failed compaction or review without sending a message", () => {
    for (const help of ["retry", "wait"] as const) {
      failed([row("c-1", { kind: "compacted" }, "stopped")], help);
      part("again").click();
      expect(fake.of("compact").map((one) => one.thread)).toEqual(["t-fish"]);
      expect(fake.of("send")).toEqual([]);
    }
    failed(
      [
        row("r-1", { kind: "review", begins: true, target: "current changes", blocks: [] }),
        row("p-1", { kind: "prompt", text: "Review the changes", attachments: [], steered: false }),
      ],
      "retry",
    );
    part("again").click();
    expect(composerDialog()).toBe("review");
    expect(fake.of("send")).toEqual([]);
    setComposerDialog(null);
    failed([], "retry");
    expect(has("again")).toBe(false);
  });

  it("shows what still runs after its turn, and stops it", async () => {
    show((snapshot) => {
      const [thread] = snapshot.open;
      if (thread)
        thread.terminals = [
          { process: "7", command: "npm run dev", cwd: "/w" },
          { process: "8", command: "sleep 9", cwd: "/w" },
        ];
    });
    expect(part("terminals").textContent).toContain("npm run dev");
    part("stop-terminal").click();
    part("stop-terminals").click();
    expect(fake.of("stopTerminal").map((one) => one.process)).toEqual(["7", null]);
    fake.send({ type: "terminalsPut", thread: "t-fish", terminals: [] });
    expect(has("terminals")).toBe(false);
  });

  it("stops it while another turn runs, and lists nothing that turn awaits", () => {
    show((snapshot) => {
      const [thread] = snapshot.open;
      if (!thread) return;
      const now = row(
        "r-now",
        {
          kind: "ran",
          command: "cargo test",
          raw: "cargo test",
          cwd: "/w",
          output: { html: "", earlier: 0 },
          exit: null,
          ms: null,
          byYou: false,
          typed: [],
        },
        "open",
        0,
        null,
        "turn-2",
      );
      thread.rows.push(now);
      thread.head.running = "turn-2";
      thread.terminals = [
        { process: "7", command: "npm run dev", cwd: "/w" },
        { process: "9", command: "cargo test", cwd: "/w" },
      ];
    });
    expect(part("terminals").textContent).not.toContain("cargo test");
    part("stop-terminal").click();
    expect(fake.of("stopTerminal").map((one) => one.process)).toEqual(["7"]);
  });

  it("says that the draft is kept only when it is", async () => {
    const area = show();
    write(area, "half");
    expect(part("draft-state").textContent).toBe("");
    area.blur();
    await settle();
    expect(part("draft-state").textContent).toBe("Draft saved");
  });
});
