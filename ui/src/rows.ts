// From the mirror to what a list shows: timeline entries, groups of the sidebar, words of the head. Pure.
//
// Refuses: the DOM, the clock and the store. Everything it needs is handed in.

import type {
  Account,
  Ask,
  Attached,
  Attachment,
  HeadState,
  LimitWindow,
  Limits,
  RowState,
  Server,
  ThreadLine,
  TurnState,
} from "./generated/model";
import { limitTitle, stop, stopWords } from "./account/limits";
import type { Thread } from "./mirror";
import { moment, ticking, wait } from "./words/forms";
import { w } from "./words/words";

/** A line of the timeline, by a key that stays the same while it is drawn. */
export type EntryKey = `row:${string}` | `ask:${string}` | `trouble:${string}` | `sent:${string}`;

type Kind = "row" | "ask" | "trouble" | "sent";

export function keyParts(key: string): { kind: Kind; id: string } {
  const at = key.indexOf(":");
  return { kind: key.slice(0, at) as Kind, id: key.slice(at + 1) };
}

/**
 * Rows in order; an ask stands after its row, else at the end of its turn, else at the end; a turn's trouble ends it, or that
 * it was stopped, also where nothing else is left of it; what is being sent comes last.
 */
export function timeline(
  thread: Pick<Thread, "order" | "rows" | "turnOrder" | "turns" | "head" | "sent">,
  asks: Ask[],
): EntryKey[] {
  const byRow = new Map<string, Ask[]>();
  const byTurn = new Map<string, Ask[]>();
  const loose: Ask[] = [];
  for (const ask of asksInOrder(asks)) {
    if (ask.row && thread.rows[ask.row]) push(byRow, ask.row, ask);
    else if (ask.turn && thread.turns[ask.turn]) push(byTurn, ask.turn, ask);
    else loose.push(ask);
  }
  const keys: EntryKey[] = [];
  const { order, rows, turnOrder, turns } = thread;
  const places = new Map(turnOrder.map((id, at) => [id, at]));
  let ended = 0;
  let turn: string | null = null;
  /** While another Codex writes here, its turn reads as one that was stopped. */
  const wasStopped = (id: string): boolean =>
    turns[id]?.state === "interrupted" && !(id === turnOrder.at(-1) && thread.head.state.kind === "locked");
  const endTurn = (id: string): void => {
    for (const ask of byTurn.get(id) ?? []) keys.push(`ask:${ask.id}`);
    byTurn.delete(id);
    if (turns[id]?.trouble || wasStopped(id)) keys.push(`trouble:${id}`);
  };
  /** Once each, and with them those that left no row. */
  const endBefore = (place: number): void => {
    for (const id of turnOrder.slice(ended, place)) endTurn(id);
    ended = Math.max(ended, place);
  };
  for (const id of order) {
    const row = rows[id];
    if (!row) continue;
    if (row.turn !== turn) endBefore(places.get(row.turn) ?? 0);
    turn = row.turn;
    keys.push(`row:${id}`);
    for (const ask of byRow.get(id) ?? []) keys.push(`ask:${ask.id}`);
  }
  endBefore(turnOrder.length);
  for (const rest of byTurn.values()) for (const ask of rest) keys.push(`ask:${ask.id}`);
  for (const ask of loose) keys.push(`ask:${ask.id}`);
  for (const one of thread.sent) keys.push(`sent:${one.id}`);
  return keys;
}

/** Oldest first. */
export function asksInOrder(asks: Ask[]): Ask[] {
  return asks.toSorted((a, b) => a.askedMs - b.askedMs || (a.id < b.id ? -1 : 1));
}

/** True when `next` begins with entries that `before` did not have: older ones were put before. */
export function grewAtStart(before: readonly string[], next: readonly string[]): boolean {
  const first = before[0];
  return first !== undefined && next.length > before.length && next[0] !== first && next.includes(first);
}

/** What `data-turn` says of the last turn. */
export function lastTurn(thread: Thread | undefined): "idle" | TurnState {
  const id = thread?.turnOrder.at(-1);
  return (id && thread?.turns[id]?.state) || "idle";
}

/** The prompt that began the turn of entry `index`, where it stands before it. */
export function promptBefore(thread: Thread, keys: readonly EntryKey[], index: number): number | null {
  for (let i = Math.min(index, keys.length - 1); i >= 0; i--) {
    const { kind, id } = keyParts(keys[i] ?? "");
    if (kind === "row" && thread.rows[id]?.body.kind === "prompt") return i;
  }
  return null;
}

export type Tone = "plain" | "running" | "waiting" | "warn" | "danger";
/** `said`: the same without the time, where that ticks. It is what a screen reader speaks. */
export type HeadWords = {
  tone: Tone;
  mark: "spin" | "wait" | "stop" | "lock" | "none";
  text: string;
  title?: string;
  said?: string;
};

const SHORT = 48;

/** The truth about a thread, in words; null where there is nothing to say. */
export function headWords(
  state: HeadState,
  server: Server["phase"]["kind"],
  nowMs: number,
  askedMs: number | null,
): HeadWords | null {
  if (server === "restarting") return { tone: "warn", mark: "spin", text: w.state.restarting };
  switch (state.kind) {
    case "idle":
      return null;
    case "loading":
      return { tone: "plain", mark: "spin", text: w.state.loading };
    case "running":
      return {
        tone: "running",
        mark: "spin",
        text: w.state.running(ticking(nowMs - state.sinceMs)),
        said: w.state.running(null),
      };
    case "waiting":
      return {
        tone: "waiting",
        mark: "wait",
        text: w.state.waiting(askedMs === null ? null : wait(nowMs - askedMs)),
        said: w.state.waiting(null),
      };
    case "retrying":
      return { tone: "warn", mark: "spin", text: retryWords(state.text), title: state.why ?? state.text };
    case "hook":
      return { tone: "running", mark: "spin", text: w.state.hook(state.text), title: state.text };
    case "interrupted":
      // Without a reason it was the person who stopped it, and nothing went wrong.
      return {
        tone: state.why ? "danger" : "plain",
        mark: "stop",
        text: w.state.interrupted(shortly(state.why)),
        title: state.why,
      };
    case "failed":
      return { tone: "danger", mark: "stop", text: w.state.failed, title: state.why };
    case "limited":
      // One whose time is over stops nothing any more.
      if (state.untilMs !== null && state.untilMs <= nowMs)
        return { tone: "danger", mark: "stop", text: w.state.failed, title: state.why };
      return {
        tone: "danger",
        mark: "stop",
        text: w.state.limited(state.untilMs === null ? null : moment(state.untilMs, nowMs)),
        title: state.why,
      };
    case "locked":
      return { tone: "plain", mark: "lock", text: w.state.locked };
    default:
      return state satisfies never;
  }
}

/** The first sentence, as far as there is room for it. */
function shortly(text: string): string {
  const first = /^.*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim();
  const said = first.replace(/\.$/, "");
  return said.length > SHORT ? `${said.slice(0, SHORT).trimEnd()}…` : said;
}

/** Codex says "Reconnecting... 2/5"; what counts is how often. */
function retryWords(text: string): string {
  const [, nth, all] = /(\d+)\s*\/\s*(\d+)/.exec(text) ?? [];
  return nth && all ? w.state.retryingOf(Number(nth), Number(all)) : w.state.retrying(text);
}

export const isAgent = (line: Pick<ThreadLine, "source">): boolean => line.source.startsWith("subAgent");

/** A copy that goes its own way; a sub-agent has a parent, too. */
export const isFork = (line: Pick<ThreadLine, "source" | "parent">): boolean => line.parent !== null && !isAgent(line);

/** What a thread is called, also one that nobody gave a name. */
export const titleOf = (line: Pick<ThreadLine, "title" | "source">): string =>
  line.title || (isAgent(line) ? w.sidebar.agent : w.keep.untitled);

export type Sort = "recent" | "created" | "name";

const byId = (a: ThreadLine, b: ThreadLine): number => (a.id < b.id ? -1 : 1);
const orders: Record<Sort, (a: ThreadLine, b: ThreadLine) => number> = {
  recent: (a, b) => b.updatedMs - a.updatedMs || byId(a, b),
  created: (a, b) => b.createdMs - a.createdMs || byId(a, b),
  name: (a, b) => a.title.localeCompare(b.title, undefined, { numeric: true, sensitivity: "base" }) || byId(a, b),
};

export type Filter = "active" | "archived" | "all";
export type SideItem =
  | {
      kind: "group";
      key: string;
      name: string;
      title: string;
      count: number;
      folded: boolean;
      icon: "pin" | "folder" | "archive" | "layers";
    }
  | { kind: "thread"; key: string; id: string; child?: boolean }
  | { kind: "more"; key: string; group: string; count: number };

const SHOWN = 5;

/** The sidebar's lines: pinned, then projects by their newest thread, then the folded archive. */
export function sideItems(
  lines: ThreadLine[],
  filter: Filter,
  folds: Record<string, boolean>,
  whole: Record<string, boolean>,
  sort: Sort = "recent",
): SideItem[] {
  const recent = lines.toSorted(orders[sort]);
  const live = recent.filter((line) => filter === "all" || line.archived === (filter === "archived"));
  const items: SideItem[] = [];
  const add = (
    key: string,
    name: string,
    title: string,
    icon: "pin" | "folder" | "archive" | "layers",
    group: ThreadLine[],
    folded: boolean,
  ): void => {
    items.push({ kind: "group", key, name, title, count: group.length, folded, icon });
    if (folded) return;
    const shown = whole[key] || group.length <= SHOWN + 1 ? group : group.slice(0, SHOWN);
    for (const line of shown) items.push({ kind: "thread", key: `${key}/${line.id}`, id: line.id });
    if (shown.length < group.length)
      items.push({ kind: "more", key: `more:${key}`, group: key, count: group.length - shown.length });
  };
  const pinned = live.filter((line) => line.pinned);
  if (pinned.length) add("pinned", w.sidebar.pinned, w.sidebar.pinned, "pin", pinned, folds["pinned"] ?? false);
  const projects = new Map<string, ThreadLine[]>();
  /** What a person put into a project stands there, wherever it runs. */
  const groupOf = (line: ThreadLine): string => (line.project ? `project:${line.project.id}` : line.cwd);
  for (const line of live) if (!line.pinned) push(projects, groupOf(line), line);
  const names = projectNames([...projects].filter(([, group]) => !group[0]?.project).map(([cwd]) => cwd));
  for (const [key, group] of projects) {
    const made = group[0]?.project;
    if (made) add(key, made.name, made.name, "layers", group, folds[key] ?? false);
    else add(key, names.get(key) ?? key, key, "folder", group, folds[key] ?? false);
  }
  const archived = filter === "active" ? recent.filter((line) => line.archived) : [];
  if (archived.length)
    add("archived", w.sidebar.archived, w.sidebar.archived, "archive", archived, folds["archived"] ?? true);
  return items;
}

/** The last folder of each path; two of the same name also show the one above. */
export function projectNames(paths: string[]): Map<string, string> {
  const seen = new Map<string, number>();
  for (const path of paths) seen.set(folderName(path), (seen.get(folderName(path)) ?? 0) + 1);
  return new Map(
    paths.map((path) => {
      const name = folderName(path);
      if ((seen.get(name) ?? 0) < 2) return [path, name];
      const above = folderName(path.slice(0, path.length - name.length).replace(/[\\/]+$/, ""));
      return [path, above ? `${above}/${name}` : name];
    }),
  );
}

/** Of a picture: made, being made, not made, or looked at. */
export function imageWords(generated: boolean, state: RowState): string {
  if (!generated) return w.row.viewed;
  if (state === "open") return w.row.drawing;
  return state === "done" ? w.row.drew : w.row.notDrawn;
}

/** What a text begins with, as a title for it. */
export const firstLine = (text: string | null): string | null => text?.trim().split("\n", 1)[0] || null;

export function folderName(path: string): string {
  return (
    path
      .replace(/[\\/]+$/, "")
      .split(/[\\/]/)
      .at(-1) ||
    path ||
    w.sidebar.noFolder
  );
}

/** The folders that threads ran in, the one last worked in first. */
export function foldersOf(lines: ThreadLine[]): string[] {
  return [...new Set(lines.toSorted((a, b) => b.updatedMs - a.updatedMs).map((line) => line.cwd))].filter(
    (folder) => folder !== "",
  );
}

export function splitPath(path: string): { dir: string; base: string } {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return { dir: path.slice(0, at + 1), base: path.slice(at + 1) };
}

/** The threads in the order the sidebar shows them, for previous and next. */
export function threadOrder(items: SideItem[]): string[] {
  return items.flatMap((item) => (item.kind === "thread" ? [item.id] : []));
}

/** Titles that hold every word of the query, best first: beginning of a title, then of a word, then newest. */
export function findThreads(lines: ThreadLine[], query: string, most: number): ThreadLine[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rank = (line: ThreadLine): number => {
    const title = line.title.toLocaleLowerCase();
    if (!words.every((word) => title.includes(word) || folderName(line.cwd).toLocaleLowerCase().includes(word)))
      return -1;
    const first = words[0] ?? "";
    if (!first) return 0;
    return title.startsWith(first) ? 2 : title.includes(` ${first}`) ? 1 : 0;
  };
  return lines
    .map((line) => ({ line, rank: rank(line) }))
    .filter((hit) => hit.rank >= 0)
    .toSorted((a, b) => b.rank - a.rank || b.line.updatedMs - a.line.updatedMs)
    .slice(0, most)
    .map((hit) => hit.line);
}

export function limitName(limit: LimitWindow): string {
  if (limit.minutes === 10_080) return w.account.week;
  if (limit.minutes !== null && limit.minutes >= 1440) return w.account.days(Math.round(limit.minutes / 1440));
  if (limit.minutes !== null && limit.minutes >= 60) return w.account.hours(Math.round(limit.minutes / 60));
  return limit.name ?? w.account.limit;
}

/** The foot of the sidebar: who, and the binding limit as a sentence. `percent` is null where it is unknown. */
export function accountWords(
  account: Account,
  limits: Limits,
  demo: boolean,
  nowMs: number,
): { name: string; detail: string; percent: number | null; ring: boolean } {
  if (demo) return { name: w.account.demo, detail: w.account.demoHint, percent: null, ring: false };
  const binding = limits.windows[0];
  const stopped = stop(limits, nowMs);
  const used = (one: LimitWindow): string =>
    one.usedPercent >= 100
      ? w.limits.reached(limitTitle(one), one.resetsMs === null ? null : moment(one.resetsMs, nowMs))
      : w.account.used(limitName(one), one.usedPercent);
  const limit = stopped ? stopWords(stopped, nowMs).title : binding ? used(binding) : w.account.limitUnknown;
  switch (account.kind) {
    case "unknown":
      return { name: w.account.unknown, detail: "", percent: null, ring: false };
    case "signedOut":
      return account.needed
        ? { name: w.account.signedOut, detail: w.account.signIn, percent: null, ring: false }
        : { name: w.account.notNeeded, detail: w.account.notNeededHint, percent: null, ring: false };
    case "apiKey":
      return { name: w.account.apiKey, detail: w.account.apiKeyHint, percent: null, ring: false };
    case "chatGpt":
      return {
        name: account.email ?? w.account.chatGpt,
        detail: stopped ? limit : w.account.plan(capital(account.plan ?? w.account.chatGpt), limit),
        percent: binding?.usedPercent ?? null,
        ring: true,
      };
    case "other":
      return { name: account.name, detail: limit, percent: binding?.usedPercent ?? null, ring: true };
    default:
      return account satisfies never;
  }
}

/** May a turn be sent at all? */
export function canRun(account: Account, demo: boolean): boolean {
  return demo || account.kind !== "signedOut" || !account.needed;
}

/** A pasted picture has a name that nobody gave it. */
export const pictureName = (name: string): string => (/^pasted-[0-9a-f]{16}\.\w+$/.test(name) ? w.attach.pasted : name);

/** What went along with a message, to go along again. */
export function sentAgain(one: Attachment): Attached[] {
  if (one.kind === "image")
    return one.path === null
      ? []
      : [/^https?:/i.test(one.path) ? { kind: "link", url: one.path } : { kind: "image", path: one.path }];
  return one.kind === "file" ? [] : [one];
}

export function capital(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const have = map.get(key);
  if (have) have.push(value);
  else map.set(key, [value]);
}
