// How this window looks at things: what is open, folded, wide and scrolled to. Ours alone; Rust does not know it.
//
// Kept in localStorage where it should outlive a reload. Refuses: anything that Rust holds.

import { createSignal } from "solid-js";
import { createStore } from "solid-js/store";
import type { AskId, ExportFormat, RowId, ThreadId, TurnId } from "./generated/model";
import type { Opening } from "./host";
import type { Filter } from "./sidebar/items";
import type { Sort } from "./sidebar/items";

export type Place =
  | { kind: "new" }
  | { kind: "thread"; id: ThreadId }
  | { kind: "settings"; part: SettingsPart }
  | { kind: "none" };
export type SettingsPart =
  | "general"
  | "account"
  | "codex"
  | "permissions"
  | "models"
  | "skills"
  | "apps"
  | "plugins"
  | "servers"
  | "rules"
  | "config"
  | "features"
  | "import"
  | "projects"
  | "diagnostics"
  | "about";
/** What the panel shows of a thread. */
export const THREAD_TABS = ["changes", "plan", "terminal", "activity"] as const;
export type ThreadTab = (typeof THREAD_TABS)[number];
export type PanelTab = ThreadTab | "inbox";
/** Where one reads; `turn`: to ask the server for it by, where its row is not loaded. */
export type Spot = { atEnd: boolean; key: string; offset: number; turn?: TurnId | null };

interface Prefs {
  sidebarWidth: number;
  panelWidth: number;
  /** The panel's width while it shows changes in two columns. */
  splitWidth: number;
  sidebarOpen: boolean;
  panelOpen: boolean;
  tab: ThreadTab;
  filter: Filter;
  folds: Record<string, boolean>;
  thread: ThreadId | null;
  wrap: boolean;
  /** Two columns where there is room for them. */
  split: boolean;
  /** With the changes that only move white space. */
  spaces: boolean;
  spots: Record<ThreadId, Spot>;
  folder: string | null;
  sort: Sort;
  project: string | null;
  /** `null`: what people made themselves; `all`: everything; else one source. */
  source: string | null;
  model: string | null;
  exportFolder: string | null;
  exportFormat: ExportFormat;
}

const KEY = "threadloft.view";
const SPOTS_KEPT = 200;

function stored(): Partial<Prefs> {
  try {
    const text = localStorage.getItem(KEY);
    const value: unknown = text ? JSON.parse(text) : {};
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

const PANEL_WIDTH = 476;
const SPLIT_WIDTH = 720;

/** What an earlier version kept, as this one understands it. */
function understood(before: Partial<Prefs>): Partial<Prefs> {
  const now = { ...before };
  // The Inbox was kept as a tab once, and came back with every start.
  if (!THREAD_TABS.some((tab) => tab === now.tab)) delete now.tab;
  // Two columns once widened the panel for good.
  if (now.splitWidth === undefined) {
    now.splitWidth = SPLIT_WIDTH;
    if (now.split && (now.panelWidth ?? 0) > 560) now.panelWidth = PANEL_WIDTH;
  }
  return now;
}

const start: Prefs = {
  sidebarWidth: 276,
  panelWidth: PANEL_WIDTH,
  splitWidth: SPLIT_WIDTH,
  sidebarOpen: true,
  panelOpen: true,
  tab: "changes",
  filter: "active",
  folds: {},
  thread: null,
  wrap: true,
  split: false,
  spaces: true,
  spots: {},
  folder: null,
  sort: "recent",
  project: null,
  source: null,
  model: null,
  exportFolder: null,
  exportFormat: "markdown",
  ...understood(stored()),
};

export const [prefs, putPrefs] = createStore<Prefs>(start);

let saving: ReturnType<typeof setTimeout> | undefined;
/** What this window changed and did not write yet. What it did not change is another window's to write. */
const unwritten = {
  names: new Set<Exclude<keyof Prefs, "folds" | "spots">>(),
  folds: new Set<string>(),
  spots: new Set<ThreadId>(),
};

function soon(): void {
  clearTimeout(saving);
  saving = setTimeout(writePrefs, 300);
}

/** Where one is in the demo, and what its list shows: its threads are gone with it. */
const PLACE_PREFS = ["thread", "folder", "tab", "panelOpen", "filter", "project", "source", "model"] as const;
type PlacePref = (typeof PLACE_PREFS)[number];
/** What these were when the demo began; nothing of them is written until it ends. */
let beforeDemo: Pick<Prefs, PlacePref> | null = null;

/** The demo begins or ends: after it everything is where it was before, on the start page. */
export function inDemo(is: boolean): void {
  if (single || is === (beforeDemo !== null)) return;
  if (is) {
    const { thread, folder, tab, panelOpen, filter, project, source, model } = prefs;
    beforeDemo = { thread, folder, tab, panelOpen, filter, project, source, model };
  } else {
    putPrefs({ ...beforeDemo });
    beforeDemo = null;
  }
  if (place().kind === "settings") before = { kind: "none" };
  else go({ kind: "none" });
}

/** Changes what is kept; it is written soon after, once for many changes. */
export function setPref<K extends Exclude<keyof Prefs, "folds" | "spots">>(name: K, value: Prefs[K]): void {
  putPrefs(name as keyof Prefs, value as never);
  if (beforeDemo && PLACE_PREFS.some((one) => one === name)) return;
  unwritten.names.add(name);
  soon();
}

export function setFold(group: string, folded: boolean): void {
  putPrefs("folds", group, folded);
  unwritten.folds.add(group);
  soon();
}

export function setSpot(thread: ThreadId, spot: Spot): void {
  putPrefs("spots", { [thread]: spot });
  // The one read last is the last to be forgotten.
  unwritten.spots.delete(thread);
  unwritten.spots.add(thread);
  soon();
}

export function writePrefs(): void {
  clearTimeout(saving);
  const { names, folds, spots } = unwritten;
  if (!names.size && !folds.size && !spots.size) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(withOurs(understood(stored()))));
    for (const some of [names, folds, spots]) some.clear();
  } catch {
    // A full or forbidden storage costs the positions, not the work.
  }
}

/** What is stored, with what this window changed. */
function withOurs(there: Partial<Prefs>): Partial<Prefs> {
  const now = { ...there, folds: { ...there.folds }, spots: { ...there.spots } };
  for (const name of unwritten.names) Object.assign(now, { [name]: prefs[name] });
  for (const group of unwritten.folds) now.folds[group] = prefs.folds[group] ?? false;
  for (const thread of unwritten.spots) {
    const spot = prefs.spots[thread];
    delete now.spots[thread];
    if (spot) now.spots[thread] = spot;
  }
  for (const thread of Object.keys(now.spots).slice(0, -SPOTS_KEPT)) delete now.spots[thread];
  return now;
}

const query = new URLSearchParams(typeof location === "undefined" ? "" : location.search);
const asked = query.get("thread");

/** A window opened for one thread shows it without the sidebar at first. */
export const single = asked !== null;

const first: Place = asked
  ? { kind: "thread", id: asked }
  : prefs.thread
    ? { kind: "thread", id: prefs.thread }
    : { kind: "none" };
const [place, setPlace] = createSignal<Place>(first);
export { place };

let before: Place = first;

/** How often one went somewhere: what was asked for before the last time must not pull anybody away. */
let steps = 0;
export const stepsTaken = (): number => steps;

export function go(to: Place): void {
  const from = place();
  steps += 1;
  if (from.kind !== "settings") before = from;
  if (from.kind === "thread" && (to.kind !== "thread" || to.id !== from.id)) setFinding(false);
  // Beside a thread it stays for the next one; where it lay over the page it goes with it.
  const inboxStays = to.kind === "thread" && !panelLies();
  setPlace(to);
  setOver(null);
  if (!inboxStays) setInboxOpen(false);
  if (to.kind === "thread" && !single) setPref("thread", to.id);
  if ((to.kind === "new" || to.kind === "none") && !single) setPref("thread", null);
}

/** Whether nobody went anywhere yet: what is open was open when the window was closed. */
export const isRemembered = (thread: ThreadId): boolean => steps === 0 && !asked && openThread() === thread;

/** The start page, with nothing remembered for the next time. */
export function startAfresh(): void {
  setPref("thread", null);
  go({ kind: "none" });
}

/** Where someone outside the page wants it to be. */
export function goTo(opening: Opening): void {
  if (opening.kind === "thread") return go({ kind: "thread", id: opening.thread });
  if (opening.kind === "settings") return go({ kind: "settings", part: "general" });
  if (opening.kind === "folder") setPref("folder", opening.folder);
  go({ kind: "new" });
}

/** The same, from the address that Rust gave a new window; taken once, so that a reload stays where the person went. */
export function goWhereAsked(): void {
  const text = query.get("open");
  if (text === null) return;
  history.replaceState(null, "", location.pathname);
  try {
    goTo(JSON.parse(text) as Opening);
  } catch {
    // An address that nobody of ours wrote opens the window where it was.
  }
}

/** Back from settings to what was there before. */
export function back(): void {
  go(before.kind === "settings" ? { kind: "none" } : before);
}

export const openThread = (): ThreadId | null => {
  const at = place();
  return at.kind === "thread" ? at.id : null;
};

/** What lies over a small window. */
export const [over, setOver] = createSignal<"sidebar" | "panel" | null>(null);
export const [dialog, setDialog] = createSignal<"palette" | "keys" | null>(null);
/** A picture of the talk that is looked at whole. It stays although its row leaves the screen. */
export const [picture, setPicture] = createSignal<{ url: string; name: string } | null>(null);
/** The first screen, asked for again after it was passed. */
export const [signingIn, setSigningIn] = createSignal(false);
/** The ask that should take the focus as soon as it is drawn. */
export const [wantedAsk, setWantedAsk] = createSignal<AskId | null>(null);
/** A row that someone asked to see. */
export const [soughtRow, setSoughtRow] = createSignal<string | null>(null);
/** What was searched for, and the row it was found in: both are marked until something else is. `rest`: its hits from this one on, where they are counted. */
export type Marked = { thread: ThreadId; row: RowId | null; text: string; rest: number | null };
export const [marked, setMarked] = createSignal<Marked | null>(null);
/** What was found in this very row. */
export const markedIn = (thread: ThreadId, row: RowId): Marked | null => {
  const now = marked();
  return now?.thread === thread && now.row === row ? now : null;
};
/** The bar that finds in the open thread. */
export const [finding, setFinding] = createSignal(false);

/** Rows a person opened or folded, by key; gone with the window. */
export const [unfolded, setUnfolded] = createStore<Record<string, boolean>>({});
/** Groups of the sidebar shown whole. */
export const [whole, setWhole] = createStore<Record<string, boolean>>({});

const media = (query: string): (() => boolean) => {
  if (typeof matchMedia === "undefined") return () => false;
  const list = matchMedia(query);
  const [is, setIs] = createSignal(list.matches);
  list.addEventListener("change", () => setIs(list.matches));
  return is;
};

export const noPanelRoom = media("(max-width: 1100px)");
export const noSidebarRoom = media("(max-width: 760px)");

export const sidebarShown = (): boolean =>
  noSidebarRoom() ? over() === "sidebar" : single ? singleSidebar() : prefs.sidebarOpen;

const [singleSidebar, setSingleSidebar] = createSignal(false);

export function toggleSidebar(): void {
  if (noSidebarRoom()) setOver(over() === "sidebar" ? null : "sidebar");
  else if (single) setSingleSidebar(!singleSidebar());
  else setPref("sidebarOpen", !prefs.sidebarOpen);
}

/** Nothing lies over the window any more. */
export function uncover(): void {
  if (over() === "panel") setInboxOpen(false);
  setOver(null);
}

// The panel. A person wants it beside a thread or not, once for all threads; where a thread has nothing to show in it, it
// gives its room back, unless it was asked for in that very thread. The Inbox is looked at and left again, so it is not kept.

const [inboxOpen, setInboxOpen] = createSignal(false);
const [askedIn, setAskedIn] = createSignal<ThreadId | null>(null);
/** Whether the open thread has anything for the panel. Told by the frame, which knows the threads. */
export const [panelFilled, setPanelFilled] = createSignal(true);
/** Whether the panel now shows changes in two columns. Told by the changes. */
export const [twoColumns, setTwoColumns] = createSignal(false);

export const panelTab = (): PanelTab => (inboxOpen() ? "inbox" : prefs.tab);
/** Without room beside the place, or without a thread, it lies over the place. */
export const panelLies = (): boolean => noPanelRoom() || place().kind !== "thread";
export const panelShown = (): boolean =>
  panelLies() ? over() === "panel" : inboxOpen() || (prefs.panelOpen && (panelFilled() || askedIn() === openThread()));

/** The wide panel belongs to the two columns: who leaves them has the width from before. */
const widthName = (): "panelWidth" | "splitWidth" =>
  twoColumns() && panelTab() === "changes" ? "splitWidth" : "panelWidth";
export const panelWidth = (): number => prefs[widthName()];
export const setPanelWidth = (width: number): void => setPref(widthName(), width);

function openPanel(): void {
  if (panelLies()) return void setOver("panel");
  setAskedIn(openThread());
  if (!inboxOpen()) setPref("panelOpen", true);
}

function closePanel(): void {
  if (panelLies()) return uncover();
  setInboxOpen(false);
  setAskedIn(null);
  if (panelShown()) setPref("panelOpen", false);
}

export function togglePanel(): void {
  if (panelShown()) closePanel();
  else if (place().kind === "thread") openPanel();
  else toggleInbox();
}

export function showPanel(tab: PanelTab): void {
  setInboxOpen(tab === "inbox");
  if (tab !== "inbox") setPref("tab", tab);
  openPanel();
}

let shownBeforeInbox = false;

/** To the Inbox, and from it back to the tab that stood there, or to no panel. Whether it stands now. */
export function toggleInbox(): boolean {
  if (inboxOpen() && panelShown()) {
    setInboxOpen(false);
    if (panelLies() && !(shownBeforeInbox && place().kind === "thread")) setOver(null);
    return false;
  }
  shownBeforeInbox = panelShown();
  showPanel("inbox");
  return true;
}
