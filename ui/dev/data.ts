// Realistic threads, rows and requests, as Rust would send them.

import type {
  Ask,
  Body,
  ChangeSet,
  DiffLine,
  FileDiff,
  Mark,
  OpenThread,
  Row,
  RowState,
  Snapshot,
  Standing,
  ThreadLine,
  UsageDays,
} from "../src/generated/model";

export const NOW = Date.now();
const MIN = 60_000;
const HOUR = 60 * MIN;
const DAY = 24 * HOUR;
const HOME = "/home/rowan/code";

function line(
  id: string,
  project: string,
  title: string,
  ago: number,
  mark: Mark = "none",
  more: Partial<ThreadLine> = {},
): ThreadLine {
  return {
    id,
    title,
    named: true,
    cwd: `${HOME}/${project}`,
    branch: "main",
    provider: "openai",
    source: "cli",
    madeBy: "person",
    model: "gpt-6.1-sol",
    createdMs: NOW - ago - HOUR,
    updatedMs: NOW - ago,
    archived: false,
    pinned: false,
    mark,
    parent: null,
    goingMs: null,
    ...more,
  };
}

export const threads: ThreadLine[] = [
  line("t-rules", "ledger-api", "Engine rules for migrations", 8 * DAY, "none", { pinned: true }),
  line("t-retry", "ledger-api", "Retry failed webhook deliveries with backoff", 0, "running"),
  line("t-invoice", "ledger-api", "Move invoice numbering to a sequence per tenant", 4 * MIN, "waiting"),
  line("t-drift", "ledger-api", "Why does the nightly reconcile job drift by one cent?", HOUR, "unread"),
  line("t-sqlx", "ledger-api", "Upgrade sqlx to 0.9 and fix the offline cache", 3 * DAY),
  ...Array.from({ length: 12 }, (_, i) =>
    line(`t-old-${i}`, "ledger-api", `Earlier work, part ${i + 1}`, (20 + i) * DAY),
  ),
  line("t-toml", "harbor-cli", "Port the config loader to layered TOML", 3 * MIN, "waiting"),
  line("t-notes", "harbor-cli", "Release notes for 2.4", 3 * HOUR, "unread"),
  line("t-fish", "harbor-cli", "Shell completions for fish and nushell", 4 * DAY),
  line("t-sync", "field-notes", "Offline sync: resolve conflicting edits without losing either", 11 * MIN, "waiting"),
  line("t-cold", "field-notes", "Cut cold start on the emulator below one second", 30_000, "running"),
  line("t-a11y", "field-notes", "Accessibility pass over the capture screen", 7 * DAY),
  line("t-hill", "terrain-tiles", "Profile the hillshade encoder", 20_000, "waiting"),
  line("t-png", "terrain-tiles", "Replace the hand-rolled PNG writer", 2 * DAY, "failed"),
  line("t-anti", "terrain-tiles", "Stitch tiles across the antimeridian", 14 * DAY),
  ...Array.from({ length: 30 }, (_, i) =>
    line(`t-arch-${i}`, "ledger-api", `Archived thread ${i + 1}`, (60 + i) * DAY, "none", { archived: true }),
  ),
];

export const row = (
  id: string,
  body: Body,
  state: RowState = "done",
  startedMs: number | null = NOW - 2 * MIN,
  ms: number | null = 400,
  turn = "turn-1",
): Row => ({
  id,
  turn,
  state,
  startedMs,
  endedMs: state === "open" || startedMs === null || ms === null ? null : startedMs + ms,
  body,
});

const k = (name: string, text: string): string => `<span class="k-${name}">${text}</span>`;
const same = (old: number, now: number, html: string): DiffLine => ({ kind: "same", old, new: now, html });
const add = (now: number, html: string): DiffLine => ({ kind: "add", old: null, new: now, html });
const del = (old: number, html: string): DiffLine => ({ kind: "remove", old, new: null, html });
const hunk = (html: string): DiffLine => ({ kind: "hunk", old: null, new: null, html });
const file = (
  path: string,
  kind: FileDiff["kind"],
  added: number,
  removed: number,
  lines: DiffLine[],
  cut = 0,
): FileDiff => ({ path, from: null, kind, added, removed, lines, cut, note: null });

const MARKS = { same: " ", add: "+", remove: "-", hunk: "@", note: "\\" } as const;

/** A set of changes, as Rust would make it from these files. */
export function changesOf(files: FileDiff[]): ChangeSet {
  return {
    stamp: "changes-1",
    cut: false,
    files: files.map(({ path, from, kind, added, removed, note, lines }) => ({
      path,
      from,
      kind,
      added,
      removed,
      note,
      marks: lines.map((one) => MARKS[one.kind]).join(""),
      gaps: lines.flatMap((one, i) =>
        one.kind === "hunk" ? [Math.max(0, (lines[i + 1]?.old ?? 1) - (lines[i - 1]?.old ?? 0) - 1)] : [],
      ),
    })),
  };
}

const Outcome = k("t", "Outcome");
const Verdict = k("t", "Verdict");

export const deliverSmall = file("crates/webhooks/src/deliver.rs", "modified", 23, 9, [
  hunk("pub async fn deliver"),
  del(31, `            _ =&gt; ${Outcome}::<mark>${k("t", "Dropped")}</mark>,`),
  add(
    31,
    `            ${Verdict}::${k("t", "Again")} =&gt; ${Outcome}::<mark>${k("f", "Retry")}(job.attempt + ${k("n", "1")})</mark>,`,
  ),
  add(32, `            ${Verdict}::${k("t", "Never")} =&gt; ${Outcome}::${k("t", "Dropped")},`),
  same(32, 33, "        }"),
  hunk("fn verdict"),
  same(42, 43, `    ${k("k", "fn")} ${k("f", "verdict")}(reply: ${k("t", "Reply")}) -&gt; ${Verdict} {`),
]);

const backoffLines = [
  k("c", "//! When a failed delivery is tried again."),
  "",
  `${k("k", "use")} std::time::${k("t", "Duration")};`,
  "",
  k("a", "#[derive(Clone, Debug, PartialEq)]"),
  `${k("k", "pub")} ${k("k", "struct")} ${k("t", "Backoff")} {`,
  `    ${k("k", "pub")} base: ${k("t", "Duration")},`,
  `    ${k("k", "pub")} cap: ${k("t", "Duration")},`,
  `    ${k("k", "pub")} attempts: ${k("t", "u32")},`,
  "}",
  "",
  `${k("k", "impl")} ${k("t", "Backoff")} {`,
  `    ${k("c", "/// The wait before attempt `n`, or None when spent.")}`,
  `    ${k("k", "pub")} ${k("k", "fn")} ${k("f", "delay")}(&amp;${k("k", "self")}, n: ${k("t", "u32")}, roll: f64) -&gt; ${k("t", "Option")}&lt;${k("t", "Duration")}&gt; {`,
  `        ${k("k", "if")} n &gt;= ${k("k", "self")}.attempts {`,
  `            ${k("k", "return")} ${k("k", "None")};`,
  "        }",
  `        ${k("k", "let")} full = ${k("k", "self")}.base * ${k("n", "2u32")}.${k("f", "pow")}(n.${k("f", "min")}(${k("n", "16")}));`,
  "    }",
  "}",
];

export const diff: FileDiff[] = [
  file("config/default.toml", "modified", 3, 0, [
    hunk("[webhooks]"),
    same(12, 12, `${k("f", "timeout_ms")} = ${k("n", "10_000")}`),
    add(13, `${k("f", "retry_base_ms")} = ${k("n", "2_000")}`),
    add(14, `${k("f", "retry_cap_ms")} = ${k("n", "900_000")}`),
    add(15, `${k("f", "retry_attempts")} = ${k("n", "8")}`),
  ]),
  file(
    "crates/webhooks/src/backoff.rs",
    "added",
    41,
    0,
    backoffLines.map((html, i) => add(i + 1, html)),
    21,
  ),
  file("crates/webhooks/src/deliver.rs", "modified", 23, 9, [
    hunk("impl Courier"),
    same(
      31,
      31,
      `    ${k("k", "pub async fn")} ${k("f", "deliver")}(&amp;${k("k", "self")}, job: ${k("t", "Job")}) -&gt; ${Outcome} {`,
    ),
    del(32, `        ${k("k", "let")} reply = ${k("k", "self")}.${k("f", "post")}(&amp;job).${k("k", "await")};`),
    del(33, `        ${k("k", "match")} reply {`),
    add(
      32,
      `        ${k("k", "let")} _turn = ${k("k", "self")}.turns.${k("f", "of")}(&amp;job.endpoint).${k("k", "await")};`,
    ),
    add(
      33,
      `        ${k("k", "let")} reply = ${k("k", "self")}.${k("f", "post")}(&amp;job)<mark>.${k("f", "until")}(${k("t", "LIMIT")})</mark>.${k("k", "await")};`,
    ),
    add(34, `        ${k("k", "match")} ${k("f", "verdict")}(reply) {`),
    add(
      35,
      `            ${Verdict}::${k("t", "Again")} =&gt; ${Outcome}::<mark>${k("f", "Retry")}(job.attempt + ${k("n", "1")})</mark>,`,
    ),
    same(36, 37, "        }"),
    hunk("fn verdict"),
    same(51, 52, "    }"),
  ]),
  file("crates/webhooks/src/queue.rs", "modified", 6, 2, [
    hunk("impl Queue"),
    same(
      58,
      58,
      `    ${k("k", "fn")} ${k("f", "put_back")}(&amp;${k("k", "mut self")}, job: ${k("t", "Job")}, after: ${k("t", "Duration")}) {`,
    ),
    del(59, `        ${k("k", "self")}.jobs.push_<mark>back</mark>(job);`),
    add(59, `        ${k("k", "self")}.jobs.push_<mark>front</mark>(job.${k("f", "due_in")}(after));`),
    same(60, 60, "    }"),
  ]),
  file(
    "crates/webhooks/tests/retry_keeps_order_per_endpoint.rs",
    "added",
    58,
    0,
    Array.from({ length: 58 }, (_, i) =>
      add(i + 1, `    ${k("k", "assert_eq!")}(order[${k("n", String(i))}], ${k("n", String(i))});`),
    ),
  ),
];

const pass = (name: string): string =>
  `<span class="ansi-10 ansi-bold">        PASS</span> [   0.004s] <span class="ansi-5">webhooks</span> <span class="ansi-6">backoff::</span><span class="ansi-4">${name}</span>\n`;
const nextest =
  pass("the_first_wait_is_the_base") +
  pass("a_spent_schedule_says_so") +
  `<span class="ansi-9 ansi-bold">        FAIL</span> [   2.013s] <span class="ansi-5">webhooks::retry</span> <span class="ansi-4">order_is_kept_per_endpoint</span>\n` +
  `<span class="ansi-11 ansi-bold">        SLOW</span> [&gt;  5.000s] <span class="ansi-5">webhooks::retry</span> <span class="ansi-4">two_endpoints_do_not_wait</span>\n` +
  `<span class="ansi-8">     Running [ 00:00:12] 7/9: 1 running, 6 passed, 1 failed</span>`;

const ran = (command: string, html: string, exit: number | null, ms: number | null, earlier = 0): Body => ({
  kind: "ran",
  command,
  raw: `bash -lc '${command}'`,
  cwd: `${HOME}/ledger-api`,
  byYou: false,
  output: { html, earlier },
  exit,
  ms,
});

export const retryRows: Row[] = [
  row("r-1", {
    kind: "prompt",
    text: "Deliveries that time out or get a 5xx should be retried with exponential backoff and jitter, eight attempts at most. Keep the order per endpoint. Start from @crates/webhooks/src/deliver.rs.",
    attachments: [],
    steered: false,
  }),
  row(
    "r-2",
    {
      kind: "thought",
      headline: "Weighing order per endpoint against one shared retry queue",
      blocks: [{ kind: "html", html: "<p>One queue per endpoint keeps order.</p>" }],
    },
    "done",
    NOW - 2 * MIN,
    9000,
  ),
  row("r-3", ran('rg -n "Outcome::Dropped" crates', "crates/webhooks/src/deliver.rs:35", 0, 400)),
  row("r-4", {
    kind: "said",
    unsaved: false,
    blocks: [
      {
        kind: "html",
        html: "<p>A failed delivery is dropped today: <code>deliver()</code> answers <code>Dropped</code> after the first error. I will put the schedule in a type of its own, so that it can be tested without a clock:</p>",
      },
      {
        kind: "html",
        html: '<table><thead><tr><th>Attempt</th><th class="n">Longest wait</th><th class="n">With jitter</th><th>Why</th></tr></thead><tbody><tr><td>1 to 3</td><td class="n">2 s, 4 s, 8 s</td><td class="n">1 to 8 s</td><td>a restart on their side</td></tr><tr><td>4 to 8</td><td class="n">16 s to 4 min</td><td class="n">8 s to 4 min</td><td>a short outage</td></tr></tbody></table>',
      },
      {
        kind: "code",
        language: "rust",
        open: false,
        html: `${k("k", "let")} full = ${k("k", "self")}.base * ${k("n", "2u32")}.${k("f", "pow")}(n.${k("f", "min")}(${k("n", "16")}));\n${k("k", "Some")}(full.${k("f", "min")}(${k("k", "self")}.cap).${k("f", "mul_f64")}(${k("n", "0.5")} + roll / ${k("n", "2.0")})) ${k("c", "// never below half")}`,
      },
    ],
  }),
  row("r-5", {
    kind: "plan",
    explanation: null,
    steps: [
      { text: "Read the delivery path and its tests", state: "done" },
      { text: "Write `Backoff` with its own tests", state: "done" },
      { text: "Return `Retry` instead of dropping", state: "done" },
      { text: "Hold the queue position while an attempt waits", state: "now" },
      { text: "Settings for base, cap and attempts", state: "toDo" },
    ],
  }),
  row("r-6", ran("cargo check -p webhooks --all-targets", "Finished", 0, 6100)),
  row("r-7", { kind: "edited", files: [deliverSmall] }),
  row("r-8", ran("cargo nextest run -p webhooks", nextest, null, null, 41), "open", NOW - 12_000, null),
  row(
    "r-9",
    {
      kind: "said",
      unsaved: false,
      blocks: [
        {
          kind: "html",
          html: "<p>Six of nine pass. The failing one shows that a job put back at the end of the queue lets a later one overtake it, so I will put it back at the front and hold its turn while the attempt is</p>",
        },
      ],
    },
    "open",
    NOW - 2000,
    null,
  ),
];

export function openThread(id: string, rows: Row[], more: Partial<OpenThread> = {}): OpenThread {
  const found = threads.find((one) => one.id === id);
  return {
    id,
    head: {
      title: found?.title ?? "",
      cwd: found?.cwd ?? "",
      branch: "webhooks/retry-backoff",
      archived: false,
      model: "gpt-6.1-sol",
      effort: "medium",
      permissions: { kind: "asConfigured" },
      extras: { network: null, folders: [], reviewer: null },
      policy: {
        profile: ":workspace",
        sandbox: "workspace",
        network: false,
        folders: [],
        approvals: "onRequest",
        reviewer: "user",
      },
      manner: { plan: false, summary: null, personality: null, tier: null },
      state: { kind: "idle" },
      usage: { totalTokens: 103_000, lastTokens: 2000, contextPercent: 38, contextWindow: 272_000 },
      running: null,
      goal: null,
    },
    turns: [{ id: "turn-1", state: "done", startedMs: NOW - 2 * MIN, endedMs: NOW - MIN, trouble: null }],
    rows,
    more: false,
    newer: false,
    diff: [],
    draft: "",
    attached: [],
    queue: [],
    sent: [],
    terminals: [],
    tabs: [],
    ...more,
  };
}

const hostRules: Standing[] = [true, false].map((allow) => ({
  decision: { kind: "networkRule", host: "registry.harbor.example", allow },
  line: `network_rule(host="registry.harbor.example", protocol="https", decision="${allow ? "allow" : "deny"}", justification="${allow ? "Allow" : "Deny"} https_connect access to registry.harbor.example")`,
  about: "registry.harbor.example",
}));
export const decisions = {
  offered: [{ kind: "accept" }, { kind: "acceptForSession" }, { kind: "decline" }, { kind: "cancel" }],
} as const;

export const asks: Ask[] = [
  {
    id: "a-q",
    thread: "t-sync",
    turn: null,
    row: null,
    askedMs: NOW - 11 * MIN,
    risks: [],
    grave: false,
    blank: false,
    body: {
      kind: "questions",
      questions: [
        {
          id: "q",
          header: "Conflict",
          question: "Which edit wins when both sides changed the title?",
          options: [
            { value: "newer", label: "The newer one", description: "By the clock of the device" },
            { value: "both", label: "Keep both", description: "As two notes" },
            { value: "ask", label: "Ask each time", description: null },
          ],
          other: true,
          secret: false,
        },
      ],
    },
  },
  {
    id: "a-cmd",
    thread: "t-invoice",
    turn: "turn-1",
    row: null,
    askedMs: NOW - 4 * MIN,
    risks: ["network"],
    grave: false,
    blank: false,
    body: {
      kind: "command",
      command: "sqlx migrate run --source migrations && cargo test -p store",
      raw: "/bin/bash -lc 'sqlx migrate run --source migrations && cargo test -p store'",
      cwd: `${HOME}/ledger-api`,
      reason: "The sandbox has no network, and the database listens on 127.0.0.1:5432.",
      actions: ["sqlx migrate run --source migrations", "cargo test -p store, only if the first succeeds"],
      host: null,
      extra: [],
      offered: [...decisions.offered],
      also: [{ kind: "acceptWithRule", prefix: ["sqlx", "migrate", "run"] }],
      rules: [
        {
          decision: { kind: "acceptWithRule", prefix: ["sqlx", "migrate", "run"] },
          line: 'prefix_rule(pattern=["sqlx", "migrate", "run"], decision="allow")',
          about: "sqlx migrate run",
        },
      ],
    },
  },
  {
    id: "a-net",
    thread: "t-toml",
    turn: null,
    row: null,
    askedMs: NOW - 3 * MIN,
    risks: ["network"],
    grave: false,
    blank: false,
    body: {
      kind: "command",
      command: "cargo fetch",
      raw: "cargo fetch",
      cwd: `${HOME}/harbor-cli`,
      reason: null,
      actions: [],
      host: "registry.harbor.example:443",
      extra: [],
      offered: [...decisions.offered],
      also: hostRules.map((rule) => rule.decision),
      rules: hostRules,
    },
  },
  {
    id: "a-file",
    thread: "t-invoice",
    turn: "turn-1",
    row: null,
    askedMs: NOW - MIN,
    risks: ["outsideWorkspace"],
    grave: false,
    blank: false,
    body: {
      kind: "files",
      reason: null,
      grantRoot: "~/code/githooks",
      offered: [...decisions.offered],
      also: [],
      files: [
        file("~/code/githooks/pre-push", "modified", 1, 1, [
          hunk("#!/bin/sh"),
          same(3, 3, `${k("f", "set")} -eu`),
          del(4, `${k("f", "cargo")} fmt --check`),
          add(4, `${k("f", "cargo")} fmt --check <mark>&amp;&amp; ${k("f", "cargo")} sqlx prepare --check</mark>`),
        ]),
      ],
    },
  },
  {
    id: "a-tool",
    thread: "t-hill",
    turn: null,
    row: null,
    askedMs: NOW - 20_000,
    risks: [],
    grave: false,
    blank: false,
    body: {
      kind: "toolUse",
      server: "issue-tracker",
      tool: "create_issue",
      message: "Create an issue about the slow encoder?",
      arguments: '{\n  "title": "Hillshade encoder is slow"\n}',
      persist: ["session", "always"],
    },
  },
];

export function base(): Snapshot {
  return structuredClone<Snapshot>({
    server: {
      phase: { kind: "ready" },
      codex: { path: "/usr/lib/threadloft/codex/bin/codex", version: "0.166.0", found: "bundled" },
      home: "/home/rowan/.codex",
      demo: null,
      sandboxWorks: true,
      knowsGoals: true,
    },
    threads,
    list: "complete",
    open: [],
    asks,
    account: { kind: "chatGpt", email: "rowan@northloom.example", plan: "plus" },
    limits: {
      report: "known",
      block: null,
      credits: null,
      spend: null,
      resets: null,
      windows: [
        { limit: "codex", name: null, usedPercent: 62, period: { kind: "week" }, resetsMs: NOW + 18 * HOUR },
        { limit: "codex", name: null, usedPercent: 34, period: { kind: "hours", hours: 5 }, resetsMs: NOW + 2 * HOUR },
      ],
    },
    login: { kind: "none" },
    access: {
      keeping: "keychain",
      keychain: null,
      shut: false,
      importable: null,
      chatGptAllowed: true,
      keyAllowed: true,
      workspaceOnly: false,
      workspaces: [],
    },
    banners: [],
    settings: {
      theme: "light",
      highContrast: false,
      enterSends: true,
      whileRunning: "queue",
      closeToTray: false,
      notify: true,
      remoteImages: false,
      editor: "system",
      badge: true,
      tray: true,
      zoom: 100,
      permissions: { kind: "asConfigured" },
      model: null,
      effort: null,
      codex: null,
      welcomed: true,
      accounts: { keys: [], parked: [], tokenCommand: [] },
      skillRoots: [],
    },
    newDraft: "",
    newAttached: [],
    revisions: {
      skills: 0,
      apps: 0,
      plugins: 0,
      servers: 0,
      config: 0,
      rules: 0,
      projects: 0,
      links: 0,
      repository: 0,
    },
    environment: { servers: [], import: null, gateway: null, windows: null },
  });
}

const perDay = [0.9, 1.5, 2.15, 1.15, 2.6, 0.3, 0, 1.9, 2.65, 3.05, 1.6, 3.5, 0.5, 0.2, 2.4];
export const usage: UsageDays = {
  days: perDay
    .map((millions, i) => ({
      day: new Date(NOW - (perDay.length - 1 - i) * DAY).toISOString().slice(0, 10),
      tokens: Math.round(millions * 1e6),
    }))
    .filter((one) => one.tokens > 0),
  lifetimeTokens: 148_200_310,
  peakDailyTokens: 3_500_000,
  streakDays: 8,
};
