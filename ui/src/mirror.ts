// The window's copy of what Rust knows.
//
// Invariant: only `applyBatch` writes it, once per batch. A change costs only what it changes: rows are found by id,
// and a row that grew is merged into the one on screen, so that nothing else is drawn again. It decides nothing; Rust
// has decided what a change means.

import { batch, createSignal } from "solid-js";
import { createStore, reconcile, type SetStoreFunction, unwrap } from "solid-js/store";
import type {
  Access,
  Account,
  Ask,
  AskEnd,
  AskId,
  Attached,
  Block,
  Change,
  FileDiff,
  Head,
  KeptPlan,
  Limits,
  ListState,
  Login,
  Banner,
  OpenThread,
  Queued,
  Revisions,
  Environment,
  Row,
  RowId,
  Server,
  Settings,
  Terminal,
  TerminalTab,
  ThreadId,
  ThreadLine,
  Turn,
  TurnId,
} from "./generated/model";

export interface Thread {
  id: ThreadId;
  head: Head;
  turns: Record<TurnId, Turn>;
  turnOrder: TurnId[];
  rows: Record<RowId, Row>;
  order: RowId[];
  more: boolean;
  newer: boolean;
  diff: FileDiff[];
  draft: string;
  attached: Attached[];
  queue: Queued[];
  /** Sent messages that are not among the rows yet. */
  sent: Row[];
  terminals: Terminal[];
  tabs: TerminalTab[];
  /** The plan when the thread was read. A plan among the rows is newer. */
  plan?: KeptPlan;
}

/** A request that ended while this window watched. The Inbox lists the last ones. */
export interface Ended {
  ask: Ask;
  why: AskEnd;
  atMs: number;
}

export interface Mirror {
  /** Whether the first Reset was applied. */
  ready: boolean;
  server: Server;
  threads: Record<ThreadId, ThreadLine>;
  list: ListState;
  open: Record<ThreadId, Thread>;
  /** Threads that could not be read, with the reason. */
  lost: Record<ThreadId, string>;
  asks: Record<AskId, Ask>;
  ended: Ended[];
  account: Account;
  limits: Limits;
  login: Login;
  access: Access;
  banners: Banner[];
  settings: Settings;
  newDraft: string;
  newAttached: Attached[];
  /** Revision numbers, which grow when a list may have changed. */
  revisions: Revisions;
  environment: Environment;
}

const ENDED_KEPT = 20;

export function blank(): Mirror {
  return {
    ready: false,
    server: { phase: { kind: "finding" }, codex: null, home: "", demo: null, sandboxWorks: null, knowsGoals: true },
    threads: {},
    list: "loading",
    open: {},
    lost: {},
    asks: {},
    ended: [],
    account: { kind: "unknown" },
    limits: { report: "unknown", windows: [], block: null, credits: null, spend: null, resets: null },
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
      theme: "system",
      highContrast: false,
      enterSends: true,
      closeToTray: false,
      whileRunning: "queue",
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
      welcomed: false,
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
  };
}

export const [mirror, setMirror] = createStore<Mirror>(blank());

const [linesTold, setLinesTold] = createSignal(0);

/**
 * Every thread's line as a plain value, for code that reads all of them. Tracking each of ten thousand would take
 * seconds.
 */
export function allLines(): ThreadLine[] {
  linesTold();
  return Object.values(unwrap(mirror).threads);
}

export function applyBatch(changes: Change[], nowMs: number = Date.now()): void {
  batch(() => {
    for (const change of changes) applyChange(setMirror, mirror, change, nowMs);
    if (changes.some(({ type }) => type === "threadsPut" || type === "threadsGone" || type === "reset"))
      setLinesTold((times) => times + 1);
  });
}

export function applyChange(set: SetStoreFunction<Mirror>, now: Mirror, change: Change, nowMs: number): void {
  switch (change.type) {
    case "reset": {
      const { snapshot } = change;
      const fresh: Mirror = {
        ...snapshot,
        ready: true,
        threads: byId(snapshot.threads),
        open: byId(snapshot.open.map(opened)),
        asks: byId(snapshot.asks),
        lost: {},
        ended: [],
      };
      return set(reconcile(fresh));
    }
    case "serverPut":
      return set("server", reconcile(change.server));
    case "threadsPut":
      for (const line of change.threads) set("threads", line.id, reconcile(line));
      return;
    case "threadsGone":
      for (const id of change.threads) set("threads", id, gone());
      return;
    case "listPut":
      return set("list", change.list);
    case "threadPut":
      set("lost", change.thread.id, gone());
      return set("open", change.thread.id, reconcile(opened(change.thread)));
    case "threadLeft":
      return set("open", change.thread, gone());
    case "threadLost":
      return set("lost", change.thread, change.message);
    case "headPut":
      return inThread(now, change.thread, () => set("open", change.thread, "head", reconcile(change.head)));
    case "olderPut":
      return inThread(now, change.thread, (thread) => {
        const rows = change.rows.filter((row) => !thread.rows[row.id]);
        const turns = change.turns.filter((turn) => !thread.turns[turn.id]);
        set("open", change.thread, "turns", byId(turns));
        set("open", change.thread, "turnOrder", (order) => [...turns.map((turn) => turn.id), ...order]);
        set("open", change.thread, "rows", byId(rows));
        set("open", change.thread, "order", (order) => [...rows.map((row) => row.id), ...order]);
        set("open", change.thread, "more", change.more);
      });
    case "newerPut":
      return inThread(now, change.thread, (thread) => {
        const rows = change.rows.filter((row) => !thread.rows[row.id]);
        const turns = change.turns.filter((turn) => !thread.turns[turn.id]);
        set("open", change.thread, "turns", byId(turns));
        set("open", change.thread, "turnOrder", (order) => [...order, ...turns.map((turn) => turn.id)]);
        set("open", change.thread, "rows", byId(rows));
        set("open", change.thread, "order", (order) => [...order, ...rows.map((row) => row.id)]);
        set("open", change.thread, "newer", change.newer);
      });
    case "turnPut":
      return inThread(now, change.thread, (thread) => {
        const known = thread.turns[change.turn.id] !== undefined;
        set("open", change.thread, "turns", change.turn.id, reconcile(change.turn));
        if (!known) set("open", change.thread, "turnOrder", thread.turnOrder.length, change.turn.id);
      });
    case "rowPut":
      return inThread(now, change.thread, (thread) => {
        const known = thread.rows[change.row.id] !== undefined;
        set("open", change.thread, "rows", change.row.id, reconcile(change.row));
        if (!known) set("open", change.thread, "order", thread.order.length, change.row.id);
      });
    case "blocksPut": {
      const have = blocksOf(now, change.thread, change.row);
      if (!have) return;
      const path = ["open", change.thread, "rows", change.row, "body", "blocks"];
      const keep = change.from + change.blocks.length;
      if (have.length > keep) put(set, [...path, have.slice(0, keep)]);
      for (const [i, block] of change.blocks.entries()) put(set, [...path, change.from + i, reconcile(block)]);
      return;
    }
    case "codeGrew": {
      const have = blocksOf(now, change.thread, change.row);
      const last = have?.at(-1);
      if (!have || last?.kind !== "code") return;
      const path = ["open", change.thread, "rows", change.row, "body", "blocks", have.length - 1, "html"];
      return put(set, [...path, last.html + change.html]);
    }
    case "outputPut":
      return inThread(now, change.thread, (thread) => {
        if (thread.rows[change.row]?.body.kind !== "ran") return;
        put(set, ["open", change.thread, "rows", change.row, "body", "output", reconcile(change.output)]);
      });
    case "rowEnded":
      return inThread(now, change.thread, (thread) => {
        if (!thread.rows[change.row]) return;
        set("open", change.thread, "rows", change.row, { state: change.state, endedMs: change.endedMs });
      });
    case "rowGone":
      return inThread(now, change.thread, (thread) => {
        if (!thread.rows[change.row]) return;
        set("open", change.thread, "order", (order) => order.filter((id) => id !== change.row));
        set("open", change.thread, "rows", change.row, gone());
      });
    case "diffPut":
      return inThread(now, change.thread, () =>
        set("open", change.thread, "diff", reconcile(change.files, { key: "path" })),
      );
    case "terminalPut":
      return inThread(now, change.thread, (thread) => {
        const at = thread.tabs.findIndex((one) => one.id === change.terminal.id);
        set("open", change.thread, "tabs", at < 0 ? thread.tabs.length : at, reconcile(change.terminal));
      });
    case "screenPut":
      return inThread(now, change.thread, (thread) => {
        const at = thread.tabs.findIndex((one) => one.id === change.terminal);
        const held = thread.tabs[at];
        if (!held) return;
        const { changed, height, ...rest } = change.screen;
        const path = ["open", change.thread, "tabs", at, "screen"];
        const rows = held.screen.rows.slice(0, height);
        while (rows.length < height) rows.push("");
        for (const [row, html] of changed) rows[row] = html;
        put(set, [...path, { ...rest }]);
        put(set, [...path, "rows", reconcile(rows)]);
      });
    case "terminalGone":
      return inThread(now, change.thread, () =>
        set("open", change.thread, "tabs", (all) => all.filter((one) => one.id !== change.terminal)),
      );
    case "queuePut":
      return inThread(now, change.thread, () => set("open", change.thread, "queue", reconcile(change.queue)));
    case "sentPut":
      return inThread(now, change.thread, () => set("open", change.thread, "sent", reconcile(change.sent)));
    case "draftPut": {
      const { thread: id, text, attached } = change;
      if (id === null) return set({ newDraft: text, newAttached: attached });
      return inThread(now, id, () => set("open", id, { draft: text, attached }));
    }
    case "draftBack": {
      const { thread: id, text, attached } = change;
      if (id === null)
        return set({ newDraft: joined(text, now.newDraft), newAttached: [...attached, ...now.newAttached] });
      return inThread(now, id, (thread) =>
        set("open", id, { draft: joined(text, thread.draft), attached: [...attached, ...thread.attached] }),
      );
    }
    case "terminalsPut":
      return inThread(now, change.thread, () =>
        set("open", change.thread, "terminals", reconcile(change.terminals, { key: "process" })),
      );
    case "askPut":
      return set("asks", change.ask.id, reconcile(change.ask));
    case "askGone": {
      const ask = now.asks[change.ask];
      if (ask) set("ended", (ended) => [{ ask, why: change.why, atMs: nowMs }, ...ended].slice(0, ENDED_KEPT));
      return set("asks", change.ask, gone());
    }
    case "accountPut":
      return set("account", reconcile(change.account));
    case "limitsPut":
      return set("limits", reconcile(change.limits));
    case "loginPut":
      return set("login", reconcile(change.login));
    case "accessPut":
      return set("access", reconcile(change.access));
    case "bannerPut":
      return set("banners", (banners) => [...banners.filter((one) => one.id !== change.banner.id), change.banner]);
    case "bannerGone":
      return set("banners", (banners) => banners.filter((one) => one.id !== change.banner));
    case "settingsPut":
      return set("settings", reconcile(change.settings));
    case "environmentPut":
      return set("environment", reconcile(change.environment, { key: "name" }));
    case "revisionsPut":
      return set("revisions", reconcile(change.revisions));
    default:
      return change satisfies never;
  }
}

/** A returned text goes before what was written since. */
export const joined = (back: string, since: string): string => (back && since ? `${back}\n${since}` : back || since);

/** Solid removes a key from a store when it is set to undefined, which its types do not allow. */
function gone(): never {
  return undefined as never;
}

function opened(thread: OpenThread): Thread {
  return {
    ...thread,
    turns: byId(thread.turns),
    turnOrder: thread.turns.map((turn) => turn.id),
    rows: byId(thread.rows),
    order: thread.rows.map((row) => row.id),
  };
}

function byId<T extends { id: string }>(all: T[]): Record<string, T> {
  return Object.fromEntries(all.map((one) => [one.id, one]));
}

/** A change for a thread that this window does not hold, because it was closed meanwhile, is dropped. */
function inThread(now: Mirror, id: ThreadId, write: (thread: Thread) => void): void {
  const thread = now.open[id];
  if (thread) write(thread);
}

function blocksOf(now: Mirror, thread: ThreadId, row: RowId): Block[] | undefined {
  const body = now.open[thread]?.rows[row]?.body;
  return body && "blocks" in body ? body.blocks : undefined;
}

/**
 * Writes to a path inside one member of a union, which the store's types cannot express. The caller has checked the
 * kind.
 */
function put(set: SetStoreFunction<Mirror>, path: unknown[]): void {
  (set as unknown as (...path: unknown[]) => void)(...path);
}
