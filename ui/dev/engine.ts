// A scripted engine that answers as the real one would.

import type { Host } from "../src/host";
import { changesOf, usage } from "./data";
import type {
  Approval,
  Change,
  FileDiff,
  Intent,
  Occurrences,
  Receipt,
  Search,
  QueryResult,
  Snapshot,
  Spent,
  SpentTurn,
  UsageDays,
  WorkspaceMessage,
} from "../src/generated/model";
import { FILES, PICTURE, REPOSITORY } from "./compose";
import { APP, APPS, PLUGIN, PLUGINS, SKILLS } from "./lists";
import {
  CONFIG_SHEET,
  FEATURE_SHEET,
  IMPORT_SHEET,
  LINKS,
  MODEL_SHEET,
  offerOf,
  PERMISSION_SHEET,
  PROJECTS,
  RULES,
  SERVERS,
  THREAD_DEFAULTS,
  TRIAL,
} from "./integrations";

export interface Scene {
  snapshot: () => Snapshot;
  storage?: Record<string, unknown>;
  older?: (send: (batch: Change[]) => void, thread: string) => void;
  after?: (send: (batch: Change[]) => void) => void;
  closing?: { running: number; asks: number };
  found?: { search?: Search; peek?: Occurrences; find?: Occurrences };
  /** `null`: the server does not answer. */
  usage?: UsageDays | null;
  messages?: WorkspaceMessage[];
}

const nothing: Receipt = { thread: null, path: null, row: null };

const turn = (thread: string, title: string | null, tokens: number): SpentTurn => ({
  thread,
  title,
  turn: `${thread}-${tokens}`,
  atMs: Date.now() - tokens,
  tokens,
  input: tokens * 0.95,
  cached: tokens * 0.7,
  output: tokens * 0.05,
});
const SPENT: Spent = {
  turns: [
    turn("t-retry", "Retry uploads with backoff", 412_000),
    turn("t-sqlx", "Move the migrations to sqlx, with a name that is far too long for one line of a list", 96_500),
    turn("t-gone", null, 4_100),
  ],
  turnCount: 9,
  tokens: 630_000,
};

export function scriptedHost(snapshot: Snapshot, scene: Scene): Host {
  let send: (batch: Change[]) => void = () => undefined;
  return {
    subscribe: async (take) => {
      send = take;
      take([{ type: "reset", snapshot }]);
      scene.after?.(take);
    },
    act: async (intent: Intent): Promise<Receipt> => {
      if (intent.type === "changeSettings") {
        const patch = Object.fromEntries(Object.entries(intent.patch).filter(([, value]) => value !== undefined));
        Object.assign(snapshot.settings, patch);
        send([{ type: "settingsPut", settings: { ...snapshot.settings } }]);
      }
      if (intent.type === "answer") send([{ type: "askGone", ask: intent.ask, why: "answered" }]);
      if (intent.type === "loadOlder") scene.older?.(send, intent.thread);
      if (intent.type === "pickFolder") return { thread: null, path: "/home/rowan/code/harbor-cli", row: null };
      if (intent.type === "send")
        throw { code: "serverGone", message: "Codex is not running. Your message was not lost." };
      return nothing;
    },
    query: async (query): Promise<QueryResult> => {
      switch (query.type) {
        case "approvals":
          return { type: "approvals", records: APPROVALS };
        case "models":
          return { type: "models", models: MODELS };
        case "threadDefaults":
          return { type: "threadDefaults", defaults: THREAD_DEFAULTS };
        case "usage":
          if (scene.usage === null)
            throw { code: "timedOut", message: "Codex has not answered for 30 s. It may still happen." };
          return { type: "usage", usage: scene.usage ?? usage };
        case "spent":
          return { type: "spent", spent: SPENT };
        case "threadUsage":
          return {
            type: "threadUsage",
            usage: {
              tokens: 184_000,
              turns: 7,
              credits: 3.4,
              dollars: 0.14,
              groups: [{ model: "gpt-5.5", effort: "medium", credits: 3.4, tokens: 184_000 }],
            },
          };
        case "workspaceMessages":
          return { type: "workspaceMessages", messages: scene.messages ?? [] };
        case "search":
          return {
            type: "search",
            found: scene.found?.search ?? { hits: [], more: false, next: null, readOnlyNewest: null },
          };
        case "peek":
          return { type: "peek", found: scene.found?.peek ?? { hits: [], more: false } };
        case "find":
          return { type: "find", found: scene.found?.find ?? { hits: [], more: false } };
        case "details":
          throw { code: "refused", message: "This thread is no longer there." };
        case "downloads":
          return { type: "downloads", path: "/home/rowan/Downloads" };
        case "output":
          return { type: "output", text: Array.from({ length: 120 }, (_, i) => `line ${i + 1}`).join("\n") };
        case "diff":
          return { type: "diff", file: snapshot.open[0]?.diff.find((file) => file.path === query.path) as FileDiff };
        case "changes":
          return { type: "changes", changes: changesOf(snapshot.open[0]?.diff ?? []) };
        case "changeLines":
          return {
            type: "changeLines",
            lines: snapshot.open[0]?.diff[query.file]?.lines.slice(query.from, query.from + query.count) ?? [],
          };
        case "unchanged":
          return { type: "unchanged", lines: [{ kind: "same", old: 1, new: 1, html: "between" }] };
        case "patch":
          return { type: "patch", text: "--- a\n+++ b\n" };
        case "sheet":
          return { type: "sheet", stamp: "sheet-1", lines: 120 };
        case "sheetLines":
          return {
            type: "sheetLines",
            lines: Array.from({ length: 120 }, (_, i) => `line ${i + 1}`).slice(query.from, query.from + query.count),
          };
        case "rowPicture":
          return { type: "rowPicture", name: "graph" };
        case "terminalHistory":
          return { type: "terminalHistory", rows: [] };
        case "branches":
          return {
            type: "branches",
            branches: { current: "webhooks/retry-backoff", names: ["main", "webhooks/retry-backoff", "origin/main"] },
          };
        case "diagnostics":
          return { type: "diagnostics", diagnostics: diagnostics(snapshot) };
        case "paths":
          return { type: "paths", found: { folders: [], images: query.paths, files: [], problems: [] } };
        case "picture":
          return { type: "picture", url: PICTURE };
        case "files":
          return { type: "files", files: FILES.filter((file) => file.path.includes(query.query)) };
        case "repository":
          return { type: "repository", repository: REPOSITORY };
        case "mcpServers":
          return { type: "mcpServers", servers: SERVERS };
        case "mcpServer":
          return { type: "mcpServer", offer: offerOf(query.name) };
        case "mcpEverywhere":
          return { type: "mcpEverywhere", offers: SERVERS.map((server) => offerOf(server.name)) };
        case "mcpResource":
          return {
            type: "mcpResource",
            parts: [{ kind: "text", text: "create table invoice (id bigint primary key);" }],
          };
        case "modelSheet":
          return { type: "modelSheet", sheet: MODEL_SHEET };
        case "config":
          return { type: "config", sheet: CONFIG_SHEET };
        case "permissions":
          return { type: "permissions", sheet: PERMISSION_SHEET };
        case "rules":
          return { type: "rules", rules: RULES };
        case "tryRules":
          return { type: "tryRules", trial: TRIAL };
        case "features":
          return { type: "features", sheet: FEATURE_SHEET };
        case "folderTrust":
          return { type: "folderTrust", trust: { folder: query.cwd, standing: "trusted", finds: [], cut: false } };
        case "import":
          return { type: "import", sheet: IMPORT_SHEET };
        case "memory":
          return { type: "memory", summary: null };
        case "projects":
          return { type: "projects", projects: PROJECTS };
        case "links":
          return { type: "links", links: LINKS };
        case "windowsSandbox":
          return { type: "windowsSandbox", readiness: "notConfigured" };
        case "skills":
          return { type: "skills", skills: SKILLS };
        case "apps":
          return { type: "apps", apps: APPS };
        case "app":
          return { type: "app", app: APP };
        case "plugins":
          return { type: "plugins", plugins: PLUGINS };
        case "pluginSearch":
          return { type: "pluginSearch", found: [] };
        case "plugin":
          return { type: "plugin", plugin: PLUGIN };
        case "pluginSkill":
          return { type: "pluginSkill", text: "# Sweep" };
      }
    },
    onOpen: () => {},
    onDrag: () => {},
    onClosing: (ask) => {
      if (scene.closing) setTimeout(() => scene.closing && ask(scene.closing), 50);
    },
  };
}

const about = {
  thread: "t-invoice",
  turn: "turn-1",
  folder: "/home/rowan/code/ledger-api",
  detail: null,
  askedMs: Date.now() - 500_000,
};
export const APPROVALS: Approval[] = [
  {
    ...about,
    kind: "command",
    what: "cargo test --workspace -- --nocapture",
    verdict: "always",
    detail: "cargo test",
    by: "you",
    endedMs: Date.now() - 300_000,
  },
  {
    ...about,
    kind: "files",
    what: "src/invoice/rounding.rs, src/invoice/total.rs",
    verdict: "accepted",
    by: "you",
    endedMs: Date.now() - 900_000,
  },
  {
    ...about,
    kind: "network",
    what: "crates.example: cargo fetch",
    verdict: "declined",
    by: "unattended",
    endedMs: Date.now() - 4_000_000,
  },
  {
    ...about,
    kind: "command",
    what: "git push --force",
    verdict: "declined",
    detail: "EmptyList asked for it.",
    by: "autoReview",
    endedMs: Date.now() - 90_000_000,
  },
];

const MODELS = [
  {
    id: "gpt-6.1-sol",
    name: "gpt-6.1-sol",
    description: "For most work: careful and quick.",
    isDefault: true,
    efforts: ["low", "medium", "high"],
    defaultEffort: "medium",
    tiers: [{ id: "priority", name: "Fast", description: "Answers sooner, uses more of the limit." }],
    takesImages: true,
    hasPersonality: false,
  },
  {
    id: "gpt-6.1-mini",
    name: "gpt-6.1-mini",
    description: "Small changes, fast answers.",
    isDefault: false,
    efforts: ["low", "medium"],
    defaultEffort: "low",
    tiers: [],
    takesImages: false,
    hasPersonality: false,
  },
];

export function diagnostics(snapshot: Snapshot): Extract<QueryResult, { type: "diagnostics" }>["diagnostics"] {
  return {
    version: "0.1.0",
    system: "Linux 6.1 x86_64, WebKitGTK 2.50",
    dataDir: "/home/rowan/.local/share/threadloft",
    server: snapshot.server,
    serverPid: 48_213,
    toolPath: "shell",
    starts: 2,
    stderr: [
      "2026-11-16T14:02:11Z  WARN codex_core::config: unknown key `tui.notificatons` in config.toml",
      "2026-11-16T14:05:40Z  WARN codex_mcp: server `figures` ended with exit 1: Cannot find module 'sharp'",
    ],
    counters: {
      linesIn: 48_211,
      bytesIn: 9_120_331,
      linesOut: 412,
      callsOpen: 1,
      callsFailed: 2,
      callsTimedOut: 0,
      overloads: 0,
      garbled: 0,
      batches: 3120,
      changes: 11_204,
      unknownNotices: { "thread/realtime/started": 2, "fuzzyFileSearch/sessionUpdated": 14 },
      unreadableNotices: {},
      refusedRequests: { "attestation/generate": 1 },
    },
    load: { memoryBytes: 121_000_000, threads: 3, gauges: { "threads.loaded": 3, "turns.active": 1 } },
  };
}
