// The timeline of a thread: virtual, at the end if you were there, and where you left it if you were not.
//
// WebKitGTK has no overflow-anchor, so the anchor is ours: the list keeps its distance from the end while older pages
// are put before, and the end is followed only from the end. A request in sight counts more than the end: it stands still.

import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, onMount, Show, untrack } from "solid-js";
import { act } from "../host";
import type { Ask, Row } from "../generated/model";
import { IconButton } from "../kit/controls";
import { later } from "../kit/later";
import { List, type ListHandle } from "../kit/List";
import { Diamond, Spin } from "../kit/marks";
import { Empty } from "../kit/bits";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { asksInOrder, type EntryKey, keyParts, lastTurn, promptBefore } from "../rows";
import { finding, keepSpot, type Marked, marked, setSought, setWanted, sought, wanted } from "../view";
import { moment } from "../words/forms";
import { w } from "../words/words";
import { type Standpoint, turnOf, wayBack } from "./back";
import { useHighlight } from "./highlight";
import { inFrames, linesOf } from "./lines";
import { Sending } from "./Prompt";
import { RowView } from "./RowView";
import { standing } from "./standing";
import { Trouble } from "./Trouble";
import { Waiting } from "./Waiting";

const AskCard = later(() => import("../asks/AskCard").then((file) => file.AskCard));
const FindBar = later(() => import("./FindBar").then((file) => file.FindBar));

/** Nobody is typing or choosing: the focus rests on the page or on the transcript. */
function isIdle(active: Element | null): boolean {
  return (
    active === null || active === document.body || active.matches("[data-part=transcript], [data-part=thread-row]")
  );
}

const NEAR_END = 32;
const NEAR_START = 800;
/** Screens of rows that are asked for before one who scrolls comes to them: a page takes a server, a drawer and a frame or two. */
const AHEAD = 4;
/** What a click unfolds grows downwards, even at the end. */
const HOLD_MS = 300;
const TOUCH_MS = 400;

const gap = (view: HTMLElement): number => view.scrollHeight - view.scrollTop - view.clientHeight;

export function Transcript(props: { thread: Thread }): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [promptAt, setPromptAt] = createSignal<number | null>(null);
  const [loading, setLoading] = createSignal(false);
  const [below, setBelow] = createSignal(false);
  let list: ListHandle | undefined;
  let content: HTMLDivElement | undefined;
  let settled = false;
  let loadingNewer = false;
  let revealed = false;
  let heldUntil = 0;
  let touchedAt = 0;
  let lastTop = 0;
  let lastHeight = 0;
  /** Where we put the view. What comes before the lines there are measured would move it. */
  let putAt: number | null = null;
  // A frame that was asked for may come after the thread was lost, and then there is none to look at.
  let left = false;
  onCleanup(() => (left = true));

  const asks = createMemo(() =>
    Object.values(mirror.asks).filter((ask): ask is Ask => ask?.thread === props.thread.id),
  );
  const all = createMemo(() => linesOf(props.thread, asks()));
  const back = wayBack(() => props.thread, all);
  const [atEnd, setAtEnd] = createSignal(untrack(back.to) === "end");
  const lines = inFrames(() => (back.fetching() ? [] : all()));
  const keys = (): EntryKey[] => lines().keys;
  /** That there is nothing in it is known only then. */
  const isRead = (): boolean => props.thread.head.state.kind !== "loading" && !back.fetching();
  const request = standing(scroller, () => asks().length > 0);

  const toEnd = (): void => {
    const view = scroller();
    if (!view) return;
    view.scrollTop = view.scrollHeight;
    remember(view);
  };
  const remember = (view: HTMLElement): void => {
    lastTop = view.scrollTop;
    lastHeight = view.scrollHeight;
    request.note();
  };
  /** Lines have got their places: before they are painted, the request in sight or the end is where it was. */
  const placed = (): void => {
    const view = scroller();
    if (!view || !settled || Date.now() < heldUntil) return;
    if (request.hold()) remember(view);
    else if (atEnd()) toEnd();
  };
  const touched = (): void => void (touchedAt = Date.now());
  const loadOlder = (): void => {
    if (loading() || !props.thread.more) return;
    setLoading(true);
    act({ type: "loadOlder", thread: props.thread.id })
      .catch(toastError)
      .finally(() => setLoading(false));
  };
  const loadNewer = (): void => {
    if (loadingNewer || !props.thread.newer) return;
    loadingNewer = true;
    act({ type: "loadNewer", thread: props.thread.id })
      .catch(toastError)
      .finally(() => (loadingNewer = false));
  };
  const look = (): void => {
    const view = scroller();
    if (left || !view || !settled) return;
    // Up is away from the end, by however little; but a page that shrank and grew again (an answered request, then the
    // next row) also moves up, by itself, and its scroll event comes late.
    const byHand = view.scrollHeight === lastHeight || Date.now() - touchedAt < TOUCH_MS;
    if (view.scrollTop < lastTop - 2 && byHand) setAtEnd(false);
    else if (gap(view) < NEAR_END) setAtEnd(!props.thread.newer);
    else if (Date.now() <= heldUntil) setAtEnd(false);
    else if (atEnd() && request.holds()) setAtEnd(view.scrollTop === lastTop || Date.now() - touchedAt >= TOUCH_MS);
    else if (atEnd()) toEnd();
    remember(view);
    setBelow(gap(view) >= NEAR_END);
    if (putAt !== null && Math.abs(view.scrollTop - putAt) > view.clientHeight / 2) putAt = null;
    const ahead = putAt === null ? AHEAD * view.clientHeight : NEAR_START;
    if (view.scrollTop < ahead) loadOlder();
    if (gap(view) < ahead) loadNewer();
    if (!list) return;
    const top = list.findItemIndex(view.scrollTop + 1);
    const prompt = promptBefore(props.thread, keys(), top);
    setPromptAt(prompt !== null && (prompt < top || list.getItemOffset(prompt) + 24 < view.scrollTop) ? prompt : null);
    const key = keys()[top];
    if (key)
      keepSpot(props.thread.id, {
        atEnd: atEnd(),
        key,
        offset: view.scrollTop - list.getItemOffset(top),
        turn: turnOf(props.thread, key),
      });
  };

  const restore = (to: Standpoint, tries: number): void => {
    if (left) return;
    // Someone asked to see a row: that counts more than where one was.
    if (revealed) {
      settled = true;
      return look();
    }
    const at = to === "end" ? -1 : keys().indexOf(to.key);
    setAtEnd(at < 0);
    if (to !== "end" && at >= 0) list?.scrollToIndex(at, { align: "start", offset: to.offset });
    else toEnd();
    // Sizes are guesses until the lines were drawn once: a second try lands exactly.
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
      if (atEnd() && view && Date.now() < heldUntil) setAtEnd(gap(view) < NEAR_END);
      const held = entries.some((one) => one.target === view) ? below() && request.keepInSight() : request.holds();
      if (atEnd() && !held) toEnd();
      look();
    });
    grown.observe(content);
    if (view) grown.observe(view);
    onCleanup(() => grown.disconnect());
  });

  // A short first page may leave nothing to scroll, so nothing would ask for the next one.
  createEffect(
    on(
      () => keys().length,
      () => requestAnimationFrame(() => scroller() && look()),
    ),
  );
  const mark = (): Marked | null => {
    const now = marked();
    return now?.thread === props.thread.id ? now : null;
  };
  const highlight = useHighlight(
    () => scroller(),
    () => mark()?.text ?? "",
    () => {
      const now = mark();
      return now?.row ? { row: now.row, rest: now.rest } : null;
    },
  );
  const reveal = (key: EntryKey): void => {
    if (!keys().includes(key)) return;
    setAtEnd(false);
    revealed = true;
    // Sizes are guesses until the lines were drawn once.
    const step = (tries: number): void => {
      const at = keys().indexOf(key);
      const isTall = (list?.getItemSize(at) ?? 0) > (scroller()?.clientHeight ?? 0);
      list?.scrollToIndex(at, { align: isTall ? "start" : "center" });
      putAt = scroller()?.scrollTop ?? null;
      if (tries > 0) requestAnimationFrame(() => step(tries - 1));
      else if (key === `row:${mark()?.row}`) highlight.show();
    };
    step(2);
  };
  // The row may come a moment after the intent to see it.
  createEffect(() => {
    const row = sought();
    if (!row || !all().includes(`row:${row}`)) return;
    back.letGo();
    // Older lines are taken in with the next frame.
    if (!keys().includes(`row:${row}`)) return;
    untrack(() => reveal(`row:${row}`));
    setSought(null);
  });
  // Whoever sends something sees it, wherever they were reading; not one who reads the same thread in another window.
  createEffect(
    on(
      () => props.thread.sent.length,
      (now, before) => {
        if (before === undefined || now <= before || !document.hasFocus()) return;
        heldUntil = 0;
        back.letGo();
        setAtEnd(true);
        toEnd();
      },
    ),
  );
  // The click that answered a request was none on the list: what comes next is followed as before.
  createEffect(
    on(
      () => asks().length,
      (now, before) => {
        if (before !== undefined && now < before) heldUntil = touchedAt = 0;
      },
    ),
  );
  // A request that arrives takes the focus, as a card and on none of its answers, unless someone is busy elsewhere.
  const seen = new Set<string>();
  createEffect(() => {
    const fresh = asksInOrder(asks()).filter((ask) => !seen.has(ask.id));
    for (const ask of fresh) seen.add(ask.id);
    const first = fresh[0];
    if (first && untrack(() => wanted() === null && (atEnd() || !settled)) && isIdle(document.activeElement))
      setWanted(first.id);
  });
  // One that comes into sight by itself, at the end, is not moved a second time.
  createEffect(() => {
    const ask = wanted();
    if (!ask || !asks().some((one) => one.id === ask)) return;
    back.letGo();
    requestAnimationFrame(() => requestAnimationFrame(() => request.sees(ask) || reveal(`ask:${ask}`)));
  });

  const promptText = (): { text: string; ms: number | null } | null => {
    const at = promptAt();
    const row = at === null ? undefined : props.thread.rows[keyParts(keys()[at] ?? "row:").id];
    return row?.body.kind === "prompt" ? { text: row.body.text, ms: row.startedMs } : null;
  };

  return (
    <div class="scroll-frame">
      <Show when={promptText()}>
        {(prompt) => (
          <button
            type="button"
            class="prompt-bar"
            title={w.transcript.toPrompt}
            onClick={() => {
              setAtEnd(false);
              list?.scrollToIndex(promptAt() ?? 0, { align: "start", offset: -8 });
            }}
          >
            <Icon name="up" />
            <span class="clip">
              <b>{w.transcript.you}</b> {prompt().text}
            </span>
            <Show when={prompt().ms}>{(ms) => <time>{moment(ms(), Date.now())}</time>}</Show>
          </button>
        )}
      </Show>
      <Show when={finding()}>
        <FindBar thread={props.thread.id} />
      </Show>
      <div
        ref={setScroller}
        class="scroll"
        tabindex="0"
        role="region"
        aria-label={w.transcript.name}
        data-part="transcript"
        data-turn={lastTurn(props.thread)}
        data-region
        onScroll={look}
        onClick={() => (heldUntil = Date.now() + HOLD_MS)}
        onWheel={touched}
        onTouchMove={touched}
        onPointerDown={touched}
        onKeyDown={touched}
      >
        <div class="transcript" ref={(made) => (content = made)}>
          <Show when={loading() || props.thread.more}>
            <p class="older" role="status">
              <Show when={loading()}>
                <Spin />
                {w.transcript.older}
              </Show>
            </p>
          </Show>
          <Show when={keys().length === 0}>
            <Show when={isRead()} fallback={<Waiting />}>
              <Empty icon="spool" title={w.transcript.empty} hint={w.transcript.emptyHint} />
            </Show>
          </Show>
          <List
            keys={keys()}
            scroller={scroller()}
            shift={lines().shift}
            handle={(handle) => (list = handle)}
            onPlaced={placed}
            size={72}
            buffer={600}
          >
            {(key, index) => (
              <Line
                thread={props.thread}
                entry={key as EntryKey}
                found={mark()?.row != null && key === `row:${mark()?.row}`}
                first={index() === 0}
                last={index() === keys().length - 1}
                next={keys()[index() + 1]}
              />
            )}
          </List>
        </div>
      </div>
      <Show when={!atEnd() || below()}>
        <IconButton
          class="to-end"
          icon="down"
          label={w.transcript.toEnd}
          onClick={() => {
            back.letGo();
            if (props.thread.newer) act({ type: "loadNewest", thread: props.thread.id }).catch(toastError);
            setAtEnd(true);
            toEnd();
          }}
        />
      </Show>
    </div>
  );
}

type LineProps = {
  thread: Thread;
  entry: EntryKey;
  found: boolean;
  first: boolean;
  last: boolean;
  next: EntryKey | undefined;
};

/** A line carries its piece of the thread: none beside a prompt, and it ends with the turn. */
function Line(props: LineProps): JSX.Element {
  const { kind, id } = keyParts(props.entry);
  const sent = (row: string): Row | undefined => props.thread.sent.find((one) => one.id === row);
  const isPrompt = (key: EntryKey | undefined): boolean => {
    if (!key) return false;
    const parts = keyParts(key);
    const body = (
      parts.kind === "row" ? props.thread.rows[parts.id] : parts.kind === "sent" ? sent(parts.id) : undefined
    )?.body;
    return body?.kind === "prompt" && !body.steered;
  };
  const shape = (): string => {
    if (isPrompt(props.entry)) return `line prompt-line ${props.first ? "is-first" : ""}`;
    return `line on-thread ${props.first ? "is-first" : ""} ${props.last || isPrompt(props.next) ? "is-last" : ""}`;
  };
  return (
    <div class={`${shape()} ${props.found ? "is-found" : ""}`} data-found={props.found ? "true" : undefined}>
      <Show when={kind === "row" && props.thread.rows[id]}>
        {(row) => <RowView row={row()} thread={props.thread.id} turn={props.thread.turns[row().turn]?.state} />}
      </Show>
      <Show when={kind === "ask" && mirror.asks[id]}>
        {(ask) => (
          <div class="step">
            <span class="knot tone-waiting">
              <Diamond />
            </span>
            <AskCard ask={ask()} />
          </div>
        )}
      </Show>
      <Show when={kind === "sent" && sent(id)}>{(row) => <Sending row={row()} thread={props.thread.id} />}</Show>
      <Show when={kind === "trouble" && props.thread.turns[id]}>
        {(turn) => <Trouble thread={props.thread} turn={turn()} />}
      </Show>
    </div>
  );
}
