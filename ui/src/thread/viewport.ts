// Keeps the transcript's position while rows arrive, grow and disappear.
//
// WebKitGTK has no overflow-anchor, so this is our own: the distance from the end is kept while older pages are
// inserted, and the end is followed only if the view is there. A request in sight matters more than the end: it stays
// in place.

import { createEffect, createMemo, createSignal, on, onCleanup, onMount, untrack } from "solid-js";
import type { Ask } from "../generated/model";
import { act } from "../host";
import type { ListHandle } from "../kit/List";
import { toastError } from "../kit/toasts";
import type { Thread } from "../mirror";
import { type EntryKey, promptBefore } from "../rows";
import { setSpot } from "../view";
import { type Standpoint, turnOf, createRestore } from "./back";
import { inFrames, type Lines, linesOf } from "./lines";
import { afterMove, gapBelow, isPromptHidden, loadAhead, NEAR_END } from "./position";
import { heldRequest } from "./held";

/** For this long a row that was unfolded by a click grows downwards, even at the end. */
const HOLD_MS = 300;

export interface Viewport {
  /** All lines, drawn or not. */
  all: () => EntryKey[];
  /** The drawn lines. */
  lines: () => Lines;
  keys: () => EntryKey[];
  scroller: () => HTMLDivElement | undefined;
  atEnd: () => boolean;
  /** The end is out of sight. */
  below: () => boolean;
  loadingOlder: () => boolean;
  /** The index of the prompt of the visible rows while it is hidden above. */
  promptAt: () => number | null;
  /** Whether the place where the person was reading was found. */
  settled: () => boolean;
  /** Whether the thread was read. Only then is it known to be empty. */
  isRead: () => boolean;
  setScroller: (element: HTMLDivElement) => void;
  setContent: (element: HTMLDivElement) => void;
  setList: (list: ListHandle | undefined) => void;
  onScroll: () => void;
  onClick: () => void;
  onTouch: () => void;
  /**
   * Called when lines were placed, before they are painted, to move the request in sight or the end back to where it
   * was.
   */
  onPlaced: () => void;
  /** Gives up the saved position, because something else matters more. */
  cancelRestore: () => void;
  goToEnd: () => void;
  goToPrompt: () => void;
  /** Forgets the last click and touch, so that the view follows what comes next. */
  release: () => void;
  /** Scrolls to a line, and reports when it is in sight. */
  reveal: (key: EntryKey, shown?: () => void) => void;
  /** Whether this whole request is in sight. */
  sees: (ask: string) => boolean;
}

export function createViewport(thread: () => Thread, asks: () => Ask[]): Viewport {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [promptAt, setPromptAt] = createSignal<number | null>(null);
  const [loadingOlder, setLoadingOlder] = createSignal(false);
  const [below, setBelow] = createSignal(false);
  let list: ListHandle | undefined;
  let content: HTMLDivElement | undefined;
  let settled = false;
  let loadingNewer = false;
  let revealed = false;
  let heldUntil = 0;
  let touchedAt = 0;
  let before = { top: 0, height: 0 };
  /** The position that we scrolled to. Lines that are measured afterwards would move it. */
  let putAt: number | null = null;
  // A requested frame may run after the component is gone.
  let left = false;
  onCleanup(() => (left = true));

  const all = createMemo(() => linesOf(thread(), asks()));
  const back = createRestore(thread, all);
  const [atEnd, setAtEnd] = createSignal(untrack(back.to) === "end");
  const lines = inFrames(() => (back.fetching() ? [] : all()));
  const keys = (): EntryKey[] => lines().keys;
  const request = heldRequest(scroller, () => asks().length > 0);

  const remember = (view: HTMLElement): void => {
    before = { top: view.scrollTop, height: view.scrollHeight };
    request.note();
  };
  const toEnd = (): void => {
    const view = scroller();
    if (!view) return;
    view.scrollTop = view.scrollHeight;
    remember(view);
  };
  const onPlaced = (): void => {
    const view = scroller();
    if (!view || !settled || Date.now() < heldUntil) return;
    if (request.hold()) remember(view);
    else if (atEnd()) toEnd();
  };
  const loadOlder = (): void => {
    if (loadingOlder() || !thread().more) return;
    setLoadingOlder(true);
    act({ type: "loadOlder", thread: thread().id })
      .catch(toastError)
      .finally(() => setLoadingOlder(false));
  };
  const loadNewer = (): void => {
    if (loadingNewer || !thread().newer) return;
    loadingNewer = true;
    act({ type: "loadNewer", thread: thread().id })
      .catch(toastError)
      .finally(() => (loadingNewer = false));
  };
  const keepPlace = (view: HTMLElement): void => {
    if (!list) return;
    const top = list.findItemIndex(view.scrollTop + 1);
    const prompt = promptBefore(thread(), keys(), top);
    const isHidden = prompt !== null && isPromptHidden(prompt, top, list.getItemOffset(prompt), view.scrollTop);
    setPromptAt(isHidden ? prompt : null);
    const key = keys()[top];
    if (!key) return;
    const offset = view.scrollTop - list.getItemOffset(top);
    setSpot(thread().id, { atEnd: atEnd(), key, offset, turn: turnOf(thread(), key) });
  };
  const look = (): void => {
    const view = scroller();
    if (left || !view || !settled) return;
    const holds = request.holds();
    const hasNewer = thread().newer;
    const now = Date.now();
    const next = afterMove({ view, before, atEnd: atEnd(), hasNewer, requestHolds: holds, touchedAt, heldUntil, now });
    if (next === "follow") toEnd();
    else setAtEnd(next === "atEnd");
    remember(view);
    setBelow(gapBelow(view) >= NEAR_END);
    if (putAt !== null && Math.abs(view.scrollTop - putAt) > view.clientHeight / 2) putAt = null;
    const ahead = loadAhead(view, putAt !== null);
    if (view.scrollTop < ahead) loadOlder();
    if (gapBelow(view) < ahead) loadNewer();
    keepPlace(view);
  };

  const restore = (to: Standpoint, tries: number): void => {
    if (left) return;
    // Somebody asked to see a row, which matters more than the saved position.
    if (revealed) {
      settled = true;
      return look();
    }
    const at = to === "end" ? -1 : keys().indexOf(to.key);
    setAtEnd(at < 0);
    if (to !== "end" && at >= 0) list?.scrollToIndex(at, { align: "start", offset: to.offset });
    else toEnd();
    // Sizes are estimates until the lines were drawn once, so a second try is exact.
    if (tries > 0) requestAnimationFrame(() => restore(to, tries - 1));
    else {
      settled = true;
      putAt = scroller()?.scrollTop ?? null;
      look();
    }
  };
  createEffect(
    on(back.to, (to) => {
      if (to) requestAnimationFrame(() => restore(to, 2));
    }),
  );
  onMount(() => {
    if (typeof ResizeObserver === "undefined" || !content) return;
    const view = scroller();
    const grown = new ResizeObserver((entries) => {
      if (atEnd() && view && Date.now() < heldUntil) setAtEnd(gapBelow(view) < NEAR_END);
      const held = entries.some((one) => one.target === view) ? below() && request.keepInSight() : request.holds();
      if (atEnd() && !held) toEnd();
      look();
    });
    grown.observe(content);
    if (view) grown.observe(view);
    onCleanup(() => grown.disconnect());
  });
  // A short first page may not be scrollable, so nothing would load the next one.
  createEffect(
    on(
      () => keys().length,
      () => requestAnimationFrame(() => scroller() && look()),
    ),
  );
  const reveal = (key: EntryKey, shown?: () => void): void => {
    if (!keys().includes(key)) return;
    setAtEnd(false);
    revealed = true;
    // Sizes are estimates until the lines were drawn once.
    const step = (tries: number): void => {
      const at = keys().indexOf(key);
      const isTall = (list?.getItemSize(at) ?? 0) > (scroller()?.clientHeight ?? 0);
      list?.scrollToIndex(at, { align: isTall ? "start" : "center" });
      putAt = scroller()?.scrollTop ?? null;
      if (tries > 0) requestAnimationFrame(() => step(tries - 1));
      else shown?.();
    };
    step(2);
  };
  return {
    all,
    lines,
    keys,
    scroller,
    atEnd,
    below,
    loadingOlder,
    promptAt,
    settled: () => settled,
    isRead: () => thread().head.state.kind !== "loading" && !back.fetching(),
    setScroller,
    setContent: (element) => (content = element),
    setList: (handle) => (list = handle),
    onScroll: look,
    onClick: () => (heldUntil = Date.now() + HOLD_MS),
    onTouch: () => (touchedAt = Date.now()),
    onPlaced,
    cancelRestore: back.cancelRestore,
    goToEnd: () => {
      setAtEnd(true);
      toEnd();
    },
    goToPrompt: () => {
      setAtEnd(false);
      list?.scrollToIndex(promptAt() ?? 0, { align: "start", offset: -8 });
    },
    release: () => (heldUntil = touchedAt = 0),
    reveal,
    sees: request.sees,
  };
}
