// How this window shows things: what is open, folded, wide and scrolled to. Rust does not know it.
//
// Kept in localStorage if it should survive a reload. Nothing that Rust has is stored here.

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
/** The tabs of a thread in the panel. */
export const THREAD_TABS = ["changes", "plan", "terminal", "activity"] as const;
export type ThreadTab = (typeof THREAD_TABS)[number];
export type PanelTab = ThreadTab | "inbox";
/** The reading position. `turn`: used to load the row's page if the row is not loaded. */
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
  /** Two columns, if there is room. */
  split: boolean;
  /** Include changes that only affect white space. */
  spaces: boolean;
  spots: Record<ThreadId, Spot>;
  folder: string | null;
  sort: Sort;
  project: string | null;
  /** `null`: threads that people made themselves; `all`: all threads; otherwise one source. */
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

/** Converts what an earlier version stored. */
function migrated(before: Partial<Prefs>): Partial<Prefs> {
  const now = { ...before };
  // The Inbox was once stored as a tab, and opened with every start.
  if (!THREAD_TABS.some((tab) => tab === now.tab)) delete now.tab;
  // Two columns once widened the panel permanently.
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
  ...migrated(stored()),
};

export const [prefs, putPrefs] = createStore<Prefs>(start);

let saving: ReturnType<typeof setTimeout> | undefined;
/** What this window has changed and not written yet. The rest may be changed by another window. */
const unwritten = {
  names: new Set<Exclude<keyof Prefs, "folds" | "spots">>(),
  folds: new Set<string>(),
  spots: new Set<ThreadId>(),
};

function soon(): void {
  clearTimeout(saving);
  saving = setTimeout(writePrefs, 300);
}

/** The current place and the list's filters in the demo, which mean nothing after it. */
const PLACE_PREFS = ["thread", "folder", "tab", "panelOpen", "filter", "project", "source", "model"] as const;
type PlacePref = (typeof PLACE_PREFS)[number];
/** Their values when the demo began. Nothing of them is written until it ends. */
let beforeDemo: Pick<Prefs, PlacePref> | null = null;

/** Begins or ends the demo. After it everything is as before, on the start page. */
export function setDemo(is: boolean): void {
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

/** Changes a stored value. Several changes are written together a moment later. */
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
  // The thread that was read last is the last to be forgotten.
  unwritten.spots.delete(thread);
  unwritten.spots.add(thread);
  soon();
}

export function writePrefs(): void {
  clearTimeout(saving);
  const { names, folds, spots } = unwritten;
  if (!names.size && !folds.size && !spots.size) return;
  try {
    localStorage.setItem(KEY, JSON.stringify(mergeUnwritten(migrated(stored()))));
    for (const some of [names, folds, spots]) some.clear();
  } catch {
    // If the storage is full or forbidden, positions are lost and nothing else.
  }
}

/** The stored values with this window's changes. */
function mergeUnwritten(there: Partial<Prefs>): Partial<Prefs> {
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

/** A window that was opened for one thread starts without the sidebar. */
export const single = asked !== null;

const first: Place = asked
  ? { kind: "thread", id: asked }
  : prefs.thread
    ? { kind: "thread", id: prefs.thread }
    : { kind: "none" };
const [place, setPlace] = createSignal<Place>(first);
export { place };

let before: Place = first;

/** Counts navigations, so that the result of an older request does not navigate away. */
let steps = 0;
export const navigationCount = (): number => steps;

export function go(to: Place): void {
  const from = place();
  steps += 1;
  if (from.kind !== "settings") before = from;
  if (from.kind === "thread" && (to.kind !== "thread" || to.id !== from.id)) setFinding(false);
  // Beside a thread the Inbox stays open for the next one. If it covered the page, it closes with it.
  const inboxStays = to.kind === "thread" && !panelCoversPage();
  setPlace(to);
  setOver(null);
  if (!inboxStays) setInboxOpen(false);
  if (to.kind === "thread" && !single) setPref("thread", to.id);
  if ((to.kind === "new" || to.kind === "none") && !single) setPref("thread", null);
}

/** Whether nobody has navigated yet, so that this thread is open only because it was open when the window was closed. */
export const isRemembered = (thread: ThreadId): boolean => steps === 0 && !asked && openThread() === thread;

/** Goes to the start page, and remembers nothing for the next time. */
export function startAfresh(): void {
  setPref("thread", null);
  go({ kind: "none" });
}

/** Goes to what was requested from outside the page. */
export function goTo(opening: Opening): void {
  if (opening.kind === "thread") return go({ kind: "thread", id: opening.thread });
  if (opening.kind === "settings") return go({ kind: "settings", part: "general" });
  if (opening.kind === "folder") setPref("folder", opening.folder);
  go({ kind: "new" });
}

/** Goes to what the window's address requests. Only once, so that a reload stays where the person went. */
export function openFromAddress(): void {
  const text = query.get("open");
  if (text === null) return;
  history.replaceState(null, "", location.pathname);
  try {
    goTo(JSON.parse(text) as Opening);
  } catch {
    // An invalid address is ignored.
  }
}

/** From the settings back to the previous page. */
export function back(): void {
  go(before.kind === "settings" ? { kind: "none" } : before);
}

export const openThread = (): ThreadId | null => {
  const at = place();
  return at.kind === "thread" ? at.id : null;
};

/** What covers a small window. */
export const [over, setOver] = createSignal<"sidebar" | "panel" | null>(null);
export const [dialog, setDialog] = createSignal<"palette" | "keys" | null>(null);
/** The picture that is shown over the window. It stays when its row leaves the screen. */
export const [picture, setPicture] = createSignal<{ url: string; name: string } | null>(null);
/** Whether the first screen was opened again to sign in. */
export const [signingIn, setSigningIn] = createSignal(false);
/** The request that should take the focus as soon as it is drawn. */
export const [wantedAsk, setWantedAsk] = createSignal<AskId | null>(null);
/** A row that somebody asked to see. */
export const [soughtRow, setSoughtRow] = createSignal<string | null>(null);
/**
 * The searched text and the row it was found in, both marked until the next search. `rest`: the number of hits in the
 * row from this one on, if counted.
 */
export type Marked = { thread: ThreadId; row: RowId | null; text: string; rest: number | null };
export const [marked, setMarked] = createSignal<Marked | null>(null);
/** The mark, if it is in this very row. */
export const markedIn = (thread: ThreadId, row: RowId): Marked | null => {
  const now = marked();
  return now?.thread === thread && now.row === row ? now : null;
};
/** Whether the find bar of the open thread is shown. */
export const [finding, setFinding] = createSignal(false);

/** Rows that a person unfolded or folded, by key; lost with the window. */
export const [unfolded, setUnfolded] = createStore<Record<string, boolean>>({});
/** Groups of the sidebar that are expanded. */
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

/** Closes everything that covers the window. */
export function closeOverlays(): void {
  if (over() === "panel") setInboxOpen(false);
  setOver(null);
}

// The panel. Whether a person wants it applies to all threads. It is hidden in a thread that has nothing to show in
// it, unless it was opened in that very thread. The Inbox is not stored, because people open it only briefly.

const [inboxOpen, setInboxOpen] = createSignal(false);
const [askedIn, setAskedIn] = createSignal<ThreadId | null>(null);
/** Whether the open thread has content for the panel. Set by the frame, which knows the threads. */
export const [panelFilled, setPanelFilled] = createSignal(true);
/** Whether the panel now shows changes in two columns. Set by the changes. */
export const [twoColumns, setTwoColumns] = createSignal(false);

export const panelTab = (): PanelTab => (inboxOpen() ? "inbox" : prefs.tab);
/** Without room beside the page, or without a thread, the panel covers the page. */
export const panelCoversPage = (): boolean => noPanelRoom() || place().kind !== "thread";
export const panelShown = (): boolean =>
  panelCoversPage()
    ? over() === "panel"
    : inboxOpen() || (prefs.panelOpen && (panelFilled() || askedIn() === openThread()));

/** The wider panel is only for two columns. Without them it has its previous width. */
const widthName = (): "panelWidth" | "splitWidth" =>
  twoColumns() && panelTab() === "changes" ? "splitWidth" : "panelWidth";
export const panelWidth = (): number => prefs[widthName()];
export const setPanelWidth = (width: number): void => setPref(widthName(), width);

function openPanel(): void {
  if (panelCoversPage()) return void setOver("panel");
  setAskedIn(openThread());
  if (!inboxOpen()) setPref("panelOpen", true);
}

function closePanel(): void {
  if (panelCoversPage()) return closeOverlays();
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

/** Opens the Inbox, or returns to the previous tab or to no panel. Returns whether the Inbox is open. */
export function toggleInbox(): boolean {
  if (inboxOpen() && panelShown()) {
    setInboxOpen(false);
    if (panelCoversPage() && !(shownBeforeInbox && place().kind === "thread")) setOver(null);
    return false;
  }
  shownBeforeInbox = panelShown();
  showPanel("inbox");
  return true;
}
