// Threads in every state, and the pages around them.

import type { OpenThread, Row, ThreadLine } from "../../src/generated/model";
import { base, diff, NOW, openThread, retryRows, row } from "../data";
import type { Scene } from "../engine";
import { at, view, withOpen } from "./views";

function retry(): OpenThread {
  const thread = openThread("t-retry", structuredClone(retryRows), {
    diff,
    queue: [
      { id: "q-1", text: "Then write the changelog entry and bump the crate to 0.9.0", attached: 0 },
      { id: "q-2", text: "And run the whole suite", attached: 1 },
    ],
    draft: "Also cover the case where the endpoint is deleted while a retry waits.",
    turns: [{ id: "turn-1", state: "running", startedMs: NOW - 120_000, endedMs: null, trouble: null }],
  });
  thread.head.state = { kind: "running", sinceMs: NOW - 12_000 };
  thread.head.running = "turn-1";
  return thread;
}

function invoice(): OpenThread {
  const rows = [
    row("i-1", {
      kind: "said",
      unsaved: false,
      blocks: [
        {
          kind: "html",
          html: "<p>The migration is written. I want to try it on the development database before I touch the code that hands out numbers.</p>",
        },
      ],
    }),
  ];
  const thread = openThread("t-invoice", rows, {
    turns: [{ id: "turn-1", state: "running", startedMs: NOW, endedMs: null, trouble: null }],
  });
  thread.head.state = { kind: "waiting", asks: 2 };
  thread.head.running = "turn-1";
  return thread;
}

const otherRows: Row[] = [
  row("o-0", {
    kind: "prompt",
    text: "Show me everything you can do.\nSecond line <b>as text</b>, see @src/main.rs.",
    attachments: [
      { kind: "image", name: "grafana-5xx.png", path: "/home/rowan/Pictures/grafana-5xx.png" },
      { kind: "file", path: "src/main.rs" },
    ],
    steered: false,
  }),
  row("o-1", {
    kind: "tool",
    server: "postgres-readonly",
    tool: "query",
    arguments: '{"sql":"select 1"}',
    result: "1 row",
    error: null,
  }),
  row("o-2", { kind: "searched", query: "sqlx 0.9 offline mode", detail: null }),
  row("o-3", {
    kind: "agents",
    action: "check the migrations",
    prompt: "Look at every migration.",
    threads: ["t-sqlx"],
  }),
  row("o-4", { kind: "image", path: "docs/graph.png", caption: null, generated: false }),
  row("o-5", {
    kind: "review",
    begins: false,
    target: "uncommitted changes",
    blocks: [{ kind: "html", html: "<ul><li>The lock is held over an await.</li><li>A test sleeps.</li></ul>" }],
  }),
  row("o-6", { kind: "compacted" }),
  row("o-7", { kind: "hook", text: "pre-commit: ok" }),
  row("o-8", { kind: "waited", ms: 31_000 }),
  row("o-9", { kind: "told", level: "warn", text: "The model was changed to gpt-6.1-mini for this turn." }),
  row("o-a", { kind: "unknown", name: "canvasUpdate", json: '{\n  "x": 1\n}' }),
  row("o-b", {
    kind: "proposal",
    blocks: [{ kind: "html", html: "<ol><li>Write the schedule</li><li>Use it</li></ol>" }],
    unsaved: false,
  }),
  row(
    "o-c",
    {
      kind: "ran",
      command: "perf record -g ./bench hillshade",
      raw: "perf",
      cwd: "/",
      byYou: true,
      output: { html: "", earlier: 0 },
      exit: null,
      ms: 41_000,
    },
    "stopped",
  ),
  row(
    "o-d",
    { kind: "said", unsaved: true, blocks: [{ kind: "html", html: "<p>I was about to say that the encoder</p>" }] },
    "stopped",
  ),
];

const reviewed = {
  risk: "high",
  what: "git push --force origin main",
  authorization: "low",
  rationale: "EmptyList asked for a push, and this one rewrites what others have already fetched.",
  canOverrule: true,
};
const reviewedRows: Row[] = [
  row("v-0", { kind: "prompt", text: "Clean up the branch, then publish it.", attachments: [], steered: false }),
  row("v-1", { kind: "reviewed", ...reviewed, verdict: "denied" }),
  row("v-2", { kind: "reviewed", ...reviewed, verdict: "overruled", risk: "critical", canOverrule: false }),
  row("v-3", {
    kind: "reviewed",
    ...reviewed,
    verdict: "approved",
    risk: "low",
    what: "cargo test --workspace",
    rationale: null,
    canOverrule: false,
  }),
];

function others(): OpenThread {
  const thread = openThread("t-png", otherRows, {
    turns: [
      {
        id: "turn-1",
        state: "interrupted",
        startedMs: NOW,
        endedMs: NOW,
        trouble: {
          message: "Codex stopped (exit 101). 2 files were already changed; nothing was undone.",
          help: "retry",
        },
      },
    ],
  });
  thread.head.state = { kind: "interrupted", why: "Codex stopped (exit 101)." };
  return thread;
}

const demo = {
  workspace: "/tmp/threadloft-demo/lighthouse",
  prompts: ["Add a fog signal to the lighthouse", "Why does the lamp test fail?", "Plan a second lamp"],
};

/** Half a message with every kind of attachment, while a turn is running. */
function writing(): OpenThread {
  const thread = openThread("t-sqlx", retryRows.slice(0, 3), {
    draft: "Compare @config/default.toml with the chart, and use $changelog ",
    attached: [
      { kind: "image", path: "/home/rowan/Pictures/grafana-5xx.png" },
      { kind: "link", url: "https://example.com/before-and-after.png" },
      { kind: "skill", name: "changelog", path: "/home/rowan/.codex/skills/changelog/SKILL.md" },
    ],
    terminals: [
      { process: "7", command: "npm run dev -- --port 4173", cwd: "/home/rowan/code/ledger-api" },
      { process: "8", command: "tail -f log/worker.log", cwd: "/home/rowan/code/ledger-api" },
    ],
  });
  return {
    ...thread,
    head: { ...thread.head, manner: { plan: true, summary: null, personality: null, tier: "priority" } },
  };
}

const agents = ["Read the offline cache", "Try the upgrade in a copy"].map((title, i) => ({
  ...(base().threads[0] as ThreadLine),
  id: `t-agent-${i}`,
  title,
  pinned: false,
  source: "subAgent",
  madeBy: "agent" as const,
  parent: "t-sqlx",
  mark: i ? ("running" as const) : ("none" as const),
}));

const onItsWay = (id: string, text: string, steered: boolean): Row => ({
  id: `sent:${id}`,
  turn: "",
  state: "open",
  startedMs: NOW,
  endedMs: null,
  body: { kind: "prompt", text, attachments: [], steered },
});

export const threadScenes: Record<string, Scene> = {
  main: { snapshot: withOpen(retry), storage: at("t-retry") },
  approval: { snapshot: withOpen(invoice), storage: view({ thread: "t-invoice", tab: "inbox" }) },
  rows: { snapshot: withOpen(others), storage: view({ thread: "t-png", tab: "activity" }) },
  reviewed: {
    snapshot: withOpen(() =>
      openThread("t-invoice", structuredClone(reviewedRows), {
        turns: [{ id: "turn-1", state: "done", startedMs: NOW - 60_000, endedMs: NOW, trouble: null }],
      }),
    ),
    storage: at("t-invoice"),
  },
  empty: { snapshot: base },
  sending: {
    snapshot: withOpen(() => ({
      ...retry(),
      sent: [
        onItsWay("s-1", "And keep @src/retry.rs as it is.", true),
        onItsWay("s-2", "Then run the tests once more.", false),
      ],
    })),
    storage: at("t-retry"),
  },
  plan: { snapshot: withOpen(retry), storage: view({ thread: "t-retry", tab: "plan" }) },
  new: { snapshot: base, storage: view({ folder: "/home/rowan/code/ledger-api" }) },
  demo: { snapshot: () => ({ ...base(), threads: [], asks: [], server: { ...base().server, demo } }) },
  restarting: {
    snapshot: () => ({
      ...base(),
      open: [others()],
      server: {
        ...base().server,
        phase: { kind: "restarting", attempt: 2, nextMs: Date.now() + 4000, why: "Codex stopped (exit 101)." },
      },
      banners: [
        {
          id: "n",
          level: "warn",
          title: "config.toml has a mistake.",
          detail: "Line 4: unknown key `tui.notificatons`. It is left out.",
          thread: null,
        },
      ],
    }),
    storage: at("t-png"),
  },
  composer: {
    snapshot: () => ({ ...base(), asks: [], threads: [...base().threads, ...agents], open: [writing()] }),
    storage: at("t-sqlx"),
  },
  settings: { snapshot: base, storage: {} },
  closing: { snapshot: withOpen(retry), storage: at("t-retry"), closing: { running: 2, asks: 1 } },
};
