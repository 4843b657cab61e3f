// Servers, models, rules and Codex's settings, for the page without Rust.

import type {
  ConfigSheet,
  FeatureSheet,
  ImportSheet,
  Link,
  McpOffer,
  McpServer,
  ModelFacts,
  ModelSheet,
  PermissionSheet,
  ThreadDefaults,
  Project,
  Rules,
  RuleTrial,
} from "../src/generated/model";

const user = { kind: "user" as const, file: "/home/rowan/.codex/config.toml" };

export const SERVERS: McpServer[] = [
  {
    name: "postgres-readonly",
    transport: {
      kind: "stdio",
      command: "npx",
      args: ["pg-mcp", "--readonly"],
      cwd: null,
      variables: ["PGPASSWORD"],
      passed: ["PATH"],
    },
    enabled: true,
    startupTimeoutS: null,
    toolTimeoutS: null,
    layer: user,
    editable: true,
  },
  {
    name: "issue-tracker",
    transport: { kind: "http", url: "https://mcp.tracker.example", bearer: null, headers: [] },
    enabled: true,
    startupTimeoutS: 20,
    toolTimeoutS: null,
    layer: user,
    editable: true,
  },
  {
    name: "browser",
    transport: { kind: "stdio", command: "uvx", args: ["page-driver"], cwd: null, variables: [], passed: [] },
    enabled: false,
    startupTimeoutS: null,
    toolTimeoutS: null,
    layer: { kind: "project", file: "/home/rowan/code/ledger-api/.codex/config.toml" },
    editable: false,
  },
  {
    name: "figures",
    transport: { kind: "stdio", command: "node", args: ["./tools/figures.mjs"], cwd: null, variables: [], passed: [] },
    enabled: true,
    startupTimeoutS: null,
    toolTimeoutS: null,
    layer: user,
    editable: true,
  },
];

const offer = (name: string, more: Partial<McpOffer>): McpOffer => ({
  name,
  state: "ready",
  problem: null,
  auth: "none",
  title: null,
  version: null,
  plugin: null,
  origin: null,
  tools: [],
  toolCount: 0,
  resources: [],
  resourceCount: 0,
  ...more,
});

export function offerOf(name: string): McpOffer {
  if (name === "issue-tracker") return offer(name, { state: "needsLogin", auth: "loggedOut" });
  if (name === "browser") return offer(name, { state: "off" });
  if (name === "figures") return offer(name, { state: "failed", problem: "Cannot find module 'sharp'" });
  return offer(name, {
    title: "Postgres",
    version: "2.1.0",
    tools: [
      {
        name: "query",
        title: "Run a query",
        description: "Runs one SELECT and gives its rows",
        reads: true,
        destroys: false,
        fields: [
          {
            name: "sql",
            title: "SQL",
            description: "One statement",
            required: true,
            kind: { kind: "text", format: null, min: null, max: null, initial: null },
          },
        ],
      },
      { name: "drop", title: null, description: "Drops a table", reads: false, destroys: true, fields: [] },
    ],
    toolCount: 2,
    resources: [{ uri: "pg://schema", name: "Schema", description: null, mime: "text/plain" }],
    resourceCount: 1,
  });
}

const model = (id: string, description: string, more: Partial<ModelFacts> = {}): ModelFacts => ({
  id,
  name: id,
  description,
  isDefault: false,
  hidden: false,
  efforts: [
    { id: "low", description: "Quick answers" },
    { id: "medium", description: "Weighs what is at stake" },
    { id: "high", description: "Takes its time" },
  ],
  defaultEffort: "medium",
  takes: ["text", "image"],
  tiers: [],
  upgrade: null,
  ...more,
});

export const MODEL_SHEET: ModelSheet = {
  models: [
    model("gpt-6.1-sol", "For most work: careful and quick.", { isDefault: true, tiers: ["Fast"] }),
    model("gpt-6.1-mini", "Small changes, fast answers."),
    model("gpt-5.5", "The one before.", {
      upgrade: { model: "gpt-6.1-sol", words: null, retiresMs: Date.UTC(2027, 1, 1) },
    }),
  ],
  chosen: "gpt-6.1-mini",
  effort: "low",
  layer: user,
  provider: "openai",
  can: { makeImages: true, searchWeb: true },
};

export const RULES: Rules = {
  rules: [
    {
      file: "/home/rowan/.codex/rules/default.rules",
      line: 1,
      text: 'prefix_rule(pattern=["git", "push"], decision="prompt")',
      body: { kind: "command", pattern: [["git"], ["push"]] },
      decision: "prompt",
      justification: "Ask before it leaves this computer.",
      folder: null,
    },
    {
      file: "/home/rowan/.codex/rules/default.rules",
      line: 2,
      text: 'prefix_rule(pattern=["git", "push", "--force"], decision="forbidden")',
      body: { kind: "command", pattern: [["git"], ["push"], ["--force", "-f"]] },
      decision: "forbid",
      justification: null,
      folder: null,
    },
    {
      file: "/home/rowan/.codex/rules/default.rules",
      line: 3,
      text: 'prefix_rule(pattern=["cargo", ["test", "nextest"]], decision="allow")',
      body: { kind: "command", pattern: [["cargo"], ["test", "nextest"]] },
      decision: "allow",
      justification: null,
      folder: null,
    },
    {
      file: "/home/rowan/code/ledger-api/.codex/rules/net.rules",
      line: 1,
      text: 'network_rule(host="crates.example", decision="allow")',
      body: { kind: "network", host: "crates.example", protocol: "https" },
      decision: "allow",
      justification: null,
      folder: "/home/rowan/code/ledger-api",
    },
  ],
  session: [
    {
      thread: "t-invoice",
      turn: "turn-1",
      kind: "command",
      what: "sqlx migrate run",
      folder: "/home/rowan/code/ledger-api",
      verdict: "session",
      detail: null,
      by: "you",
      askedMs: 0,
      endedMs: 0,
    },
  ],
  problems: [],
  folder: "/home/rowan/.codex/rules",
};

export const TRIAL: RuleTrial = {
  decision: "forbid",
  commands: [
    {
      command: "git push --force origin main",
      decision: "forbid",
      rules: [
        { file: "/home/rowan/.codex/rules/default.rules", line: 1 },
        { file: "/home/rowan/.codex/rules/default.rules", line: 2 },
      ],
      justification: null,
    },
  ],
};

export const CONFIG_SHEET: ConfigSheet = {
  file: "/home/rowan/.codex/config.toml",
  version: "sha256:1",
  fields: [
    {
      key: "model",
      group: "model",
      kind: { kind: "text" },
      value: "gpt-6.1-mini",
      own: "gpt-6.1-mini",
      layer: user,
      overruled: false,
      lock: null,
    },
    {
      key: "model_verbosity",
      group: "model",
      kind: { kind: "one", options: ["low", "medium", "high"] },
      value: "low",
      own: "low",
      layer: user,
      overruled: false,
      lock: null,
    },
    {
      key: "approval_policy",
      group: "permissions",
      kind: { kind: "one", options: ["untrusted", "on-request", "never"] },
      value: "on-request",
      own: null,
      layer: { kind: "managed", file: "/etc/codex/managed_config.toml" },
      overruled: true,
      lock: { kind: "only", options: ["untrusted", "on-request"] },
    },
    {
      key: "sandbox_mode",
      group: "permissions",
      kind: { kind: "one", options: ["read-only", "workspace-write", "danger-full-access"] },
      value: "read-only",
      own: null,
      layer: { kind: "managed", file: "/etc/codex/managed_config.toml" },
      overruled: true,
      lock: { kind: "only", options: ["read-only", "workspace-write"] },
    },
    {
      key: "review_model",
      group: "model",
      kind: { kind: "text" },
      value: null,
      own: null,
      layer: null,
      overruled: false,
      lock: null,
    },
    {
      key: "sandbox_workspace_write.writable_roots",
      group: "permissions",
      kind: { kind: "list" },
      value: ["/srv/cache"],
      own: ["/srv/cache"],
      layer: user,
      overruled: false,
      lock: null,
    },
    {
      key: "sandbox_workspace_write.network_access",
      group: "permissions",
      kind: { kind: "flag" },
      value: null,
      own: null,
      layer: null,
      overruled: false,
      lock: null,
    },
    {
      key: "web_search",
      group: "tools",
      kind: { kind: "one", options: ["disabled", "cached", "live"] },
      value: null,
      own: null,
      layer: null,
      overruled: false,
      lock: null,
    },
    {
      key: "developer_instructions",
      group: "context",
      kind: { kind: "long" },
      value: null,
      own: null,
      layer: null,
      overruled: false,
      lock: null,
    },
    {
      key: "analytics.enabled",
      group: "other",
      kind: { kind: "flag" },
      value: false,
      own: false,
      layer: user,
      overruled: false,
      lock: { kind: "fixed" },
    },
  ],
  others: [{ key: "tui.theme", value: "dark", layer: user }],
  layers: [user],
  raw: 'model = "gpt-6.1-mini"\nmodel_verbosity = "low"\n\n[mcp_servers.postgres-readonly]\ncommand = "npx"\nenv = { PGPASSWORD = "••••••" }\n',
  problem: null,
  limited: true,
};

/** A config whose own profile applies, and an administrator who forbids full access. */
export const THREAD_DEFAULTS: ThreadDefaults = {
  model: "gpt-5.5",
  effort: null,
  policy: {
    profile: "careful",
    sandbox: "workspace",
    network: false,
    folders: [],
    approvals: "onRequest",
    reviewer: "user",
  },
  choices: [
    { permissions: { kind: "asConfigured" }, description: null, forbidden: false },
    { permissions: { kind: "profile", id: "careful" }, description: "Without my keys", forbidden: false },
    ...(["readOnly", "askEveryCommand", "ask", "auto", "autoReviewed"] as const).map((kind) => ({
      permissions: { kind },
      description: null,
      forbidden: false,
    })),
    { permissions: { kind: "full" }, description: null, forbidden: true },
  ],
  reviewers: ["user", "auto"],
};

export const PERMISSION_SHEET: PermissionSheet = {
  modes: [
    { mode: { kind: "readOnly" }, approval: "on-request", sandbox: "read-only", forbidden: false },
    { mode: { kind: "ask" }, approval: "on-request", sandbox: "workspace-write", forbidden: false },
    { mode: { kind: "auto" }, approval: "never", sandbox: "workspace-write", forbidden: false },
    { mode: { kind: "full" }, approval: "never", sandbox: "danger-full-access", forbidden: true },
  ],
  profiles: [
    { id: ":workspace", description: null, allowed: true },
    { id: ":danger-full-access", description: null, allowed: false },
  ],
  folders: [{ path: "/home/rowan/code/ledger-api", trusted: true, own: true }],
  approval: { granular: { sandbox_approval: true, rules: true, mcp_elicitations: false } },
  approvalLayer: user,
  sandbox: "workspace-write",
  sandboxLayer: user,
  roots: ["/srv/cache"],
  network: false,
  version: "sha256:1",
};

export const FEATURE_SHEET: FeatureSheet = {
  features: [
    {
      name: "memories",
      title: "Memories",
      description: "Learns from earlier threads",
      stage: "beta",
      on: true,
      defaultOn: false,
      locked: false,
    },
    { name: "remote_plugin", title: null, description: null, stage: "beta", on: false, defaultOn: false, locked: true },
    { name: "unified_exec", title: null, description: null, stage: "stable", on: true, defaultOn: true, locked: false },
  ],
  modes: [
    { name: "Plan", model: null, effort: "medium" },
    { name: "Default", model: null, effort: null },
  ],
  hooks: [
    {
      event: "stop",
      runs: "./scripts/notify.sh",
      matcher: null,
      file: "/home/rowan/.codex/hooks.json",
      on: true,
      managed: false,
      trust: "untrusted",
      key: "/home/rowan/.codex/hooks.json:stop:0:0",
      hash: "sha256:ab",
    },
  ],
  hookProblems: [],
  memories: 12,
  remote: null,
};

export const IMPORT_SHEET: ImportSheet = {
  items: [
    {
      id: "a",
      what: "MCP_SERVER_CONFIG",
      words: "Migrate MCP servers from /home/rowan into /home/rowan/.codex/config.toml",
      names: ["docs", "tracker"],
      folder: null,
    },
    {
      id: "b",
      what: "AGENTS_MD",
      words: "Migrate /home/rowan/notes.md to /home/rowan/.codex/AGENTS.md",
      names: [],
      folder: null,
    },
  ],
  earlier: [{ atMs: Date.UTC(2026, 9, 2), brought: 3, failed: 0 }],
};

export const PROJECTS: Project[] = [
  {
    id: "p1",
    name: "Autumn release",
    folders: ["/home/rowan/code/ledger-api", "/home/rowan/code/harbor-cli"],
    threads: 4,
  },
  { id: "p2", name: "Reading", folders: [], threads: 0 },
];

export const LINKS: Link[] = [{ url: "https://example.com/ledger/issues/412", title: "Rounding of refunds", also: [] }];
