import { createStore, type SetStoreFunction, unwrap } from "solid-js/store";
import { beforeEach, describe, expect, it } from "vitest";
import { asks, base, openThread, row, threads } from "../dev/data";
import type { Block, Change, FileDiff, Head } from "../src/generated/model";
import { applyChange, blank, type Mirror, type Thread } from "../src/mirror";

const html = (text: string): Block => ({ kind: "html", html: text });
const code = (text: string): Block => ({ kind: "code", language: null, html: text, open: true });

let now: Mirror;
let set: SetStoreFunction<Mirror>;
const apply = (...changes: Change[]): void => {
  for (const change of changes) applyChange(set, now, change, 1000);
};
const thread = (): Thread => now.open["t-sqlx"] as Thread;

beforeEach(() => {
  [now, set] = createStore<Mirror>(blank());
  const first = row("r", { kind: "said", blocks: [html("a")], unsaved: false }, "open");
  apply({ type: "reset", snapshot: { ...base(), open: [openThread("t-sqlx", [first])] } });
});

describe("the mirror", () => {
  it("is blank until the first reset, and then holds all of it", () => {
    expect(blank().ready).toBe(false);
    expect(now.ready).toBe(true);
    expect(Object.keys(now.threads)).toHaveLength(threads.length);
    expect(Object.keys(now.asks)).toHaveLength(asks.length);
    expect(thread().order).toEqual(["r"]);
  });

  it("forgets everything of before at a reset", () => {
    apply(
      { type: "threadLost", thread: "x", message: "gone" },
      { type: "reset", snapshot: { ...base(), threads: [], asks: [], open: [] } },
    );
    expect([Object.keys(now.threads), Object.keys(now.asks), Object.keys(now.open), Object.keys(now.lost)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it("replaces the server, with no trace of the phase before", () => {
    apply({
      type: "serverPut",
      server: { ...base().server, phase: { kind: "restarting", attempt: 1, nextMs: 2, why: "x" } },
    });
    apply({ type: "serverPut", server: { ...base().server, phase: { kind: "ready" } } });
    expect(unwrap(now.server.phase)).toEqual({ kind: "ready" });
  });

  it("adds, replaces and drops lines of the list by id", () => {
    const line = { ...(threads[0] as (typeof threads)[0]), title: "New title" };
    apply(
      { type: "threadsPut", threads: [line, { ...line, id: "fresh" }] },
      { type: "threadsGone", threads: ["t-fish"] },
      { type: "listPut", list: "filling" },
    );
    expect(now.threads[line.id]?.title).toBe("New title");
    expect("fresh" in now.threads).toBe(true);
    expect("t-fish" in now.threads).toBe(false);
    expect(now.list).toBe("filling");
  });

  it("puts a thread whole, and takes back that it was lost", () => {
    apply({ type: "threadLost", thread: "t-fish", message: "no file" });
    expect(now.lost["t-fish"]).toBe("no file");
    apply({ type: "threadPut", thread: openThread("t-fish", []) });
    expect(now.lost["t-fish"]).toBeUndefined();
    expect(now.open["t-fish"]?.order).toEqual([]);
  });

  it("puts a head", () => {
    const head: Head = { ...thread().head, state: { kind: "locked" } };
    apply({ type: "headPut", thread: "t-sqlx", head });
    expect(thread().head.state).toEqual({ kind: "locked" });
  });

  it("puts older pages before what is there, without doubles", () => {
    const older = row("older", { kind: "compacted" }, "done", 1, 1, "turn-0");
    const page: Change = {
      type: "olderPut",
      thread: "t-sqlx",
      turns: [{ id: "turn-0", state: "done", startedMs: 1, endedMs: 2, trouble: null }],
      rows: [older],
      more: true,
    };
    apply(page, page);
    expect(thread().order).toEqual(["older", "r"]);
    expect(thread().turnOrder).toEqual(["turn-0", "turn-1"]);
    expect(thread().more).toBe(true);
  });

  it("puts turns and rows where they stand, and appends new ones", () => {
    apply(
      {
        type: "turnPut",
        thread: "t-sqlx",
        turn: { id: "turn-2", state: "running", startedMs: 1, endedMs: null, trouble: null },
      },
      {
        type: "turnPut",
        thread: "t-sqlx",
        turn: { id: "turn-2", state: "done", startedMs: 1, endedMs: 2, trouble: null },
      },
      { type: "rowPut", thread: "t-sqlx", row: row("s", { kind: "compacted" }) },
      {
        type: "rowPut",
        thread: "t-sqlx",
        row: row("r", { kind: "said", blocks: [html("a"), html("b")], unsaved: true }),
      },
    );
    expect(thread().turnOrder).toEqual(["turn-1", "turn-2"]);
    expect(thread().turns["turn-2"]?.state).toBe("done");
    expect(thread().order).toEqual(["r", "s"]);
    expect(thread().rows["r"]?.state).toBe("done");
  });

  it("keeps the same row object when it grows", () => {
    const before = thread().rows["r"];
    apply({
      type: "rowPut",
      thread: "t-sqlx",
      row: row("r", { kind: "said", blocks: [html("a"), html("b")], unsaved: false }),
    });
    expect(thread().rows["r"]).toBe(before);
  });

  it("replaces blocks from where they changed", () => {
    apply({ type: "blocksPut", thread: "t-sqlx", row: "r", from: 1, blocks: [html("b"), html("c")] });
    expect(blocks()).toEqual(["a", "b", "c"]);
    apply({ type: "blocksPut", thread: "t-sqlx", row: "r", from: 0, blocks: [html("x")] });
    expect(blocks()).toEqual(["x"]);
  });

  it("grows open code, and only that", () => {
    apply({ type: "codeGrew", thread: "t-sqlx", row: "r", html: "no" });
    expect(blocks()).toEqual(["a"]);
    apply(
      { type: "blocksPut", thread: "t-sqlx", row: "r", from: 1, blocks: [code("let ")] },
      { type: "codeGrew", thread: "t-sqlx", row: "r", html: "x = 1" },
    );
    expect(blocks()).toEqual(["a", "let x = 1"]);
  });

  it("puts output into a command, and only there", () => {
    apply({
      type: "rowPut",
      thread: "t-sqlx",
      row: row(
        "c",
        {
          kind: "ran",
          command: "ls",
          raw: "ls",
          cwd: "/",
          byYou: false,
          output: { html: "", earlier: 0 },
          exit: null,
          ms: null,
        },
        "open",
      ),
    });
    apply(
      { type: "outputPut", thread: "t-sqlx", row: "c", output: { html: "x", earlier: 4 } },
      { type: "outputPut", thread: "t-sqlx", row: "r", output: { html: "x", earlier: 4 } },
    );
    expect(unwrap(thread().rows["c"]?.body)).toMatchObject({ output: { html: "x", earlier: 4 } });
    expect(thread().rows["r"]?.body).not.toHaveProperty("output");
  });

  it("ends a row without drawing it again, and removes one that broke off", () => {
    apply({
      type: "rowPut",
      thread: "t-sqlx",
      row: row("half", { kind: "said", blocks: [html("a")], unsaved: false }, "open"),
    });
    const before = thread().rows["half"]?.body;
    apply(
      { type: "rowEnded", thread: "t-sqlx", row: "half", state: "done", endedMs: 9 },
      { type: "rowEnded", thread: "t-sqlx", row: "never", state: "done", endedMs: 9 },
    );
    expect(thread().rows["half"]).toMatchObject({ state: "done", endedMs: 9 });
    expect(thread().rows["half"]?.body).toBe(before);
    const order = [...thread().order];
    apply({ type: "rowGone", thread: "t-sqlx", row: "half" }, { type: "rowGone", thread: "t-sqlx", row: "never" });
    expect(thread().order).toEqual(order.filter((id) => id !== "half"));
    expect("half" in thread().rows || "never" in thread().rows).toBe(false);
  });

  it("puts the diff of the turn", () => {
    const file: FileDiff = {
      path: "a",
      from: null,
      kind: "added",
      added: 1,
      removed: 0,
      lines: [],
      cut: 0,
      note: null,
    };
    apply({ type: "diffPut", thread: "t-sqlx", files: [file] });
    expect(thread().diff.map((one) => one.path)).toEqual(["a"]);
    apply({ type: "diffPut", thread: "t-sqlx", files: [] });
    expect(thread().diff).toEqual([]);
  });

  it("puts asks, and remembers how they ended", () => {
    apply(
      { type: "askPut", ask: { ...(asks[0] as (typeof asks)[0]), id: "new" } },
      { type: "askGone", ask: "new", why: "answered" },
      { type: "askGone", ask: "never", why: "gone" },
    );
    expect("new" in now.asks).toBe(false);
    expect(now.ended.map((ended) => [ended.ask.id, ended.why, ended.atMs])).toEqual([["new", "answered", 1000]]);
  });

  it("puts account, limits, banners and settings", () => {
    apply(
      { type: "accountPut", account: { kind: "apiKey" } },
      { type: "limitsPut", limits: { ...base().limits, windows: [] } },
      { type: "loginPut", login: { kind: "device", url: "https://x.example", code: "AB-12", sinceMs: 1 } },
      { type: "loginPut", login: { kind: "none" } },
      { type: "accessPut", access: { ...base().access, keeping: "session" } },
      { type: "bannerPut", banner: { id: "n", level: "info", title: "A", detail: null, thread: null } },
      { type: "bannerPut", banner: { id: "n", level: "warn", title: "B", detail: null, thread: null } },
      { type: "settingsPut", settings: { ...base().settings, theme: "dark" } },
    );
    expect(unwrap(now.account)).toEqual({ kind: "apiKey" });
    expect(unwrap(now.login)).toEqual({ kind: "none" });
    expect(now.access.keeping).toBe("session");
    expect(now.banners.map((banner) => banner.title)).toEqual(["B"]);
    expect(now.settings.theme).toBe("dark");
    apply({ type: "bannerGone", banner: "n" });
    expect(now.banners).toEqual([]);
  });

  it("drops changes for a thread that is not open here", () => {
    apply(
      { type: "rowPut", thread: "elsewhere", row: row("z", { kind: "compacted" }) },
      { type: "diffPut", thread: "elsewhere", files: [] },
    );
    expect(now.open["elsewhere"]).toBeUndefined();
  });
});

function blocks(): string[] {
  const body = thread().rows["r"]?.body;
  return body?.kind === "said" ? body.blocks.map((block) => block.html) : [];
}
