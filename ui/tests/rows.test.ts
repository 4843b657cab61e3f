import { describe, expect, it } from "vitest";
import { asks, base, NOW, row, threads } from "../dev/data";
import { deed } from "../src/changes/Activity";
import { sortDecisions } from "../src/asks/decisions";
import { read } from "../src/asks/form";
import type { Ask, Row, ThreadLine, Turn } from "../src/generated/model";
import { skippedBefore } from "../src/kit/Diff";
import type { Thread } from "../src/mirror";
import { asksInOrder, grewAtStart, lastTurn, promptBefore, timeline } from "../src/rows";
import { threadOrder } from "../src/sidebar/items";
import { sideItems } from "../src/sidebar/items";
import { type SideItem } from "../src/sidebar/items";
import { findThreads } from "../src/titles";
import { splitPath } from "../src/titles";
import { folderName } from "../src/titles";
import { projectNames } from "../src/titles";
import { headWords } from "../src/headline";
import { accountWords } from "../src/account/words";
import { agentsOf, withSubAgents } from "../src/sidebar/lines";
import { pieces } from "../src/thread/Prompt";
import { age, moment, plural, span, ticking, tookTime, wait } from "../src/words/forms";

const turn = (id: string, more: Partial<Turn> = {}): Turn => ({
  id,
  state: "done",
  startedMs: 1,
  endedMs: 2,
  trouble: null,
  ...more,
});

function threadOf(rows: Row[], turns: Turn[]): Thread {
  return {
    id: "t",
    more: false,
    newer: false,
    diff: [],
    draft: "",
    attached: [],
    queue: [],
    sent: [],
    terminals: [],
    tabs: [],
    head: {
      title: "",
      cwd: "",
      branch: null,
      archived: false,
      model: null,
      effort: null,
      permissions: { kind: "ask" },
      extras: { network: null, folders: [], reviewer: null },
      policy: null,
      manner: { plan: false, summary: null, personality: null, tier: null },
      state: { kind: "idle" },
      usage: null,
      running: null,
      goal: null,
    },
    rows: Object.fromEntries(rows.map((one) => [one.id, one])),
    order: rows.map((one) => one.id),
    turns: Object.fromEntries(turns.map((one) => [one.id, one])),
    turnOrder: turns.map((one) => one.id),
  };
}
const prompt = (id: string, of: string): Row =>
  row(id, { kind: "prompt", text: id, attachments: [], steered: false }, "done", 1, 1, of);
const said = (id: string, of: string): Row => row(id, { kind: "said", blocks: [], unsaved: false }, "done", 1, 1, of);
const ask = (id: string, more: Partial<Ask>): Ask => ({
  ...(asks[1] as Ask),
  id,
  thread: "t",
  turn: null,
  row: null,
  askedMs: 1,
  ...more,
});

describe("the timeline", () => {
  const two = threadOf(
    [prompt("p1", "1"), said("s1", "1"), prompt("p2", "2"), said("s2", "2")],
    [turn("1", { trouble: { message: "x", help: "none" } }), turn("2")],
  );

  it("shows rows in order and ends a turn with its trouble", () => {
    expect(timeline(two, [])).toEqual(["row:p1", "row:s1", "trouble:1", "row:p2", "row:s2"]);
  });

  it("shows the trouble of a turn that left no row, in its place and once", () => {
    const trouble = { message: "x", help: "none" } as const;
    const rows = [said("s2", "2"), said("s4", "4"), said("late", "2")];
    const bare = threadOf(rows, [
      turn("1", { trouble }),
      turn("2", { trouble }),
      turn("3", { trouble }),
      turn("4"),
      turn("5", { trouble }),
    ]);
    expect(timeline(bare, [])).toEqual([
      "trouble:1",
      "row:s2",
      "trouble:2",
      "trouble:3",
      "row:s4",
      "row:late",
      "trouble:5",
    ]);
  });

  it("ends a stopped turn, but not one that another Codex may run", () => {
    const stopped = threadOf(
      [prompt("p1", "1"), prompt("p2", "2")],
      [turn("1", { state: "interrupted" }), turn("2", { state: "interrupted" })],
    );
    expect(timeline(stopped, [])).toEqual(["row:p1", "trouble:1", "row:p2", "trouble:2"]);
    expect(timeline({ ...stopped, head: { ...stopped.head, state: { kind: "locked" } } }, [])).toEqual([
      "row:p1",
      "trouble:1",
      "row:p2",
    ]);
  });

  it("puts an ask after its row, or at the end of its turn or thread", () => {
    const keys = timeline(two, [ask("loose", {}), ask("turn", { turn: "1" }), ask("row", { row: "p2", turn: "2" })]);
    expect(keys).toEqual(["row:p1", "row:s1", "ask:turn", "trouble:1", "row:p2", "ask:row", "row:s2", "ask:loose"]);
  });

  it("ends with what is being sent", () => {
    const keys = timeline({ ...two, sent: [prompt("sent:m", "")] }, [ask("loose", {})]);
    expect(keys.slice(-2)).toEqual(["ask:loose", "sent:sent:m"]);
  });

  it("knows when older lines were put before", () => {
    expect(grewAtStart(["b"], ["a", "b"])).toBe(true);
    expect(grewAtStart(["a"], ["a", "b"])).toBe(false);
    expect(grewAtStart([], ["a"])).toBe(false);
  });

  it("finds the prompt that began what is on screen", () => {
    const keys = timeline(two, []);
    expect(promptBefore(two, keys, 1)).toBe(0);
    expect(promptBefore(two, keys, 4)).toBe(3);
    expect(lastTurn(two)).toBe("done");
    expect(lastTurn(undefined)).toBe("idle");
  });

  it("sorts asks oldest first", () => {
    expect(asksInOrder(asks).map((one) => one.id)).toEqual(["a-q", "a-cmd", "a-net", "a-file", "a-tool"]);
  });
});

describe("the head", () => {
  const words = (state: Parameters<typeof headWords>[0]): string | undefined =>
    headWords(state, "ready", 20_000, 5000)?.text;
  it("says the truth in words", () => {
    expect(words({ kind: "idle" })).toBeUndefined();
    expect(words({ kind: "running", sinceMs: 8000 })).toBe("Running 12 s");
    expect(words({ kind: "waiting", asks: 1 })).toBe("Waiting for you, 15 s");
    expect(words({ kind: "retrying", text: "Reconnecting... 2/5", attempt: { nth: 2, of: 5 } })).toBe("Retrying 2/5");
    expect(words({ kind: "retrying", text: "Signing in again" })).toBe("Signing in again");
    expect(words({ kind: "retrying", text: "" })).toBe("Retrying");
    expect(headWords({ kind: "retrying", text: "Reconnecting", why: "status 502" }, "ready", 0, null)?.title).toBe(
      "status 502",
    );
    expect(words({ kind: "locked" })).toBe("Locked by another Codex");
    expect(words({ kind: "interrupted", why: "" })).toBe("Stopped");
    expect(headWords({ kind: "interrupted", why: "" }, "ready", 0, null)).toMatchObject({ tone: "plain" });
    expect(
      headWords({ kind: "interrupted", why: "Codex stopped (signal 9). It starts again." }, "ready", 0, null),
    ).toMatchObject({ text: "Stopped: Codex stopped (signal 9)", title: "Codex stopped (signal 9). It starts again." });
    expect(words({ kind: "interrupted", why: "a ".repeat(60) })).toBe(`Stopped: ${"a ".repeat(24).trimEnd()}…`);
    const until = new Date(2026, 10, 17, 14, 20).getTime();
    const limited = (untilMs: number | null, nowMs: number) =>
      headWords({ kind: "limited", untilMs, why: "Used up." }, "ready", nowMs, null);
    expect(limited(until, until - 60_000)).toMatchObject({
      text: `Limit until ${moment(until, until - 60_000)}`,
      title: "Used up.",
    });
    expect(limited(null, until)?.text).toBe("Limit reached");
    expect(limited(until, until)?.text, "its time is over").toBe("Failed");
    expect(headWords({ kind: "running", sinceMs: 0 }, "restarting", 0, null)?.text).toBe("Server restarting");
  });
});

describe("the sidebar", () => {
  const items = sideItems(base().threads, "active", {}, {});
  it("shows pinned first, then projects by their newest thread", () => {
    const groups = items.flatMap((item) =>
      item.kind === "group" ? [`${item.name} ${item.count} ${item.folded}`] : [],
    );
    expect(groups).toEqual([
      "Pinned 1 false",
      "ledger-api 16 false",
      "terrain-tiles 3 false",
      "field-notes 3 false",
      "harbor-cli 3 false",
      "Archived 30 true",
    ]);
  });
  it("shows five of a long project and the rest on demand", () => {
    const cwd = "/home/rowan/code/ledger-api";
    expect(items.find((item) => item.kind === "more")).toEqual({
      kind: "more",
      key: `more:${cwd}`,
      group: cwd,
      count: 11,
    });
    expect(threadOrder(sideItems(base().threads, "active", {}, { [cwd]: true }))).toHaveLength(26);
  });
  it("filters", () => {
    expect(
      threadOrder(sideItems(base().threads, "archived", {}, { "/home/rowan/code/ledger-api": true })),
    ).toHaveLength(30);
    expect(
      threadOrder(sideItems(base().threads, "all", { "/home/rowan/code/ledger-api": true, pinned: true }, {})),
    ).toHaveLength(9);
  });
  it("tells projects of the same name apart", () => {
    expect([...projectNames(["/a/x", "/b/x", "/c/y"]).values()]).toEqual(["a/x", "b/x", "y"]);
    expect(folderName("C:\\code\\app\\")).toBe("app");
    expect(splitPath("src/a.rs")).toEqual({ dir: "src/", base: "a.rs" });
  });
  it("finds threads by every word of a query", () => {
    const found = (query: string): string[] =>
      findThreads(base().threads as ThreadLine[], query, 3).map((line) => line.id);
    expect(found("re")[0]).toBe("t-retry");
    expect(found("harbor notes")).toEqual(["t-notes"]);
    expect(found("zzz")).toEqual([]);
  });
});

describe("the account", () => {
  const limits = base().limits;
  it("says the binding limit, and unknown where it is unknown", () => {
    expect(accountWords(base().account, limits, false, NOW)).toMatchObject({
      name: "rowan@northloom.example",
      detail: "Plus · week 62% used",
      percent: 62,
    });
    expect(accountWords(base().account, { ...limits, windows: [] }, false, NOW).detail).toBe("Plus · limits unknown");
    expect(accountWords({ kind: "signedOut", needed: true }, limits, false, NOW).name).toBe("Not signed in");
    expect(accountWords({ kind: "apiKey" }, limits, true, NOW).name).toBe("Demo");
    expect(
      accountWords(
        base().account,
        {
          ...limits,
          windows: [
            { limit: "codex", name: null, usedPercent: 100, period: { kind: "hours", hours: 5 }, resetsMs: null },
          ],
        },
        false,
        NOW,
      ).detail,
    ).toBe("Plus · 5-hour limit reached");
  });
});

describe("small things", () => {
  it("sorts decisions: those that last a session are behind the menu", () => {
    const sorted = sortDecisions(
      [{ kind: "accept" }, { kind: "acceptWithRule", prefix: ["ls"] }, { kind: "cancel" }],
      [{ kind: "acceptForSession" }],
      false,
    );
    expect(sorted).toEqual({ accept: true, session: false, sessionBehind: true, decline: false, cancel: true });
  });
  it("reads a form's fields", () => {
    const field = { name: "n", title: "N", description: null, required: true };
    expect(read({ ...field, kind: { kind: "number", whole: true, min: 1, max: 3, initial: null } }, "2")).toEqual({
      value: 2,
    });
    expect(
      read({ ...field, kind: { kind: "number", whole: true, min: 1, max: 3, initial: null } }, "2.5"),
    ).toHaveProperty("problem");
    expect(
      read({ ...field, kind: { kind: "text", format: null, min: 2, max: null, initial: null } }, ""),
    ).toHaveProperty("problem");
    expect(
      read({ ...field, required: false, kind: { kind: "text", format: null, min: 2, max: null, initial: null } }, ""),
    ).toBeNull();
    expect(read({ ...field, kind: { kind: "json" } }, "{oops")).toHaveProperty("problem");
    expect(read({ ...field, kind: { kind: "flag", initial: null } }, false)).toEqual({ value: false });
  });
  it("marks files in a prompt and leaves addresses alone", () => {
    const named = (text: string): string[] =>
      pieces(text)
        .filter((one) => one.isFile)
        .map((one) => one.text);
    expect(named('@"my notes/a b.md" and @packages/@scope/x, @routes/$id.ts. @Grüße/日本.md @@no @$no')).toEqual([
      '@"my notes/a b.md"',
      "@packages/@scope/x",
      "@routes/$id.ts",
      "@Grüße/日本.md",
    ]);
    expect(pieces("see @src/a.rs, not me@x.org")).toEqual([
      { text: "see ", isFile: false },
      { text: "@src/a.rs", isFile: true },
      { text: ", not me@x.org", isFile: false },
    ]);
  });
  it("counts the lines that a hunk's head stands for", () => {
    const line = (
      kind: "same" | "hunk",
      old: number | null,
    ): { kind: "same" | "hunk"; old: number | null; new: number | null; html: string } => ({
      kind,
      old,
      new: old,
      html: "",
    });
    expect(skippedBefore([line("same", 3), line("hunk", null), line("same", 13)], 1)).toBe(9);
    expect(skippedBefore([line("hunk", null), line("same", 13)], 0)).toBe(12);
    expect(skippedBefore([line("hunk", null), line("same", 1)], 0)).toBe(0);
  });
  it("lists what was done, and not what was said", () => {
    expect(deed({ kind: "said", blocks: [], unsaved: false })).toBeNull();
    expect(deed({ kind: "searched", query: "x", detail: null })?.text).toBe("x");
  });
});

describe("words of time and number", () => {
  it("writes spans as people say them", () => {
    expect([span(40), span(400), span(6100), span(41_000), span(95_000), span(600_000), span(7_500_000)]).toEqual([
      "0 s",
      "0.4 s",
      "6.1 s",
      "41 s",
      "1 min 35 s",
      "10 min",
      "2 h 5 min",
    ]);
    expect([tookTime(49), tookTime(50)]).toEqual([null, "0.1 s"]);
    expect([ticking(12_900), wait(9_999), wait(10_000), wait(250_000), wait(90_000_000)]).toEqual([
      "12 s",
      "now",
      "10 s",
      "4 min",
      "1 d",
    ]);
  });
  it("writes ages shorter the older they are", () => {
    const noon = new Date(2026, 10, 16, 12).getTime();
    expect([
      age(noon - 9_000, noon),
      age(noon - 20_000, noon),
      age(noon - 240_000, noon),
      age(noon - 3 * 3_600_000, noon),
      age(noon - 3 * 86_400_000, noon),
      age(noon - 8 * 86_400_000, noon),
    ]).toEqual(["now", "20s", "4m", "3h", "Fri", "8 Nov"]);
    expect(moment(noon + 21 * 3_600_000, noon)).toBe("Tue 09:00");
  });
  it("picks the plural", () => {
    expect([plural(1, { one: "# line", other: "# lines" }), plural(1200, { one: "# line", other: "# lines" })]).toEqual(
      ["1 line", "1,200 lines"],
    );
  });
});

describe("sub-agents", () => {
  const line = (id: string, more: Partial<ThreadLine> = {}): ThreadLine => ({
    ...(threads[0] as ThreadLine),
    id,
    parent: null,
    source: "cli",
    madeBy: "person",
    mark: "none",
    goingMs: null,
    ...more,
  });
  const lines = [
    line("a"),
    line("b"),
    line("a1", { parent: "a", madeBy: "agent", createdMs: 2 }),
    line("a0", { parent: "a", madeBy: "agent", createdMs: 1 }),
    line("b0", { parent: "b", madeBy: "agent", mark: "running" }),
    line("fork", { parent: "a" }),
  ];
  const items: SideItem[] = ["a", "b"].map((id) => ({ kind: "thread", key: `p/${id}`, id }));
  const shown = (open: string | null): string[] => threadOrder(withSubAgents(items, agentsOf(lines), open));

  it("stand under their thread while it or they are open, or they work", () => {
    expect(shown(null)).toEqual(["a", "b", "b0"]);
    expect(shown("a")).toEqual(["a", "a0", "a1", "b", "b0"]);
    expect(shown("a1")).toEqual(["a", "a0", "a1", "b", "b0"]);
  });

  it("stand once where everything is listed anyway", () => {
    const all: SideItem[] = [...items, { kind: "thread", key: "p/a0", id: "a0" }];
    expect(threadOrder(withSubAgents(all, agentsOf(lines), "a"))).toEqual(["a", "a1", "b", "b0", "a0"]);
  });
});
