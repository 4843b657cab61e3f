// A terminal's screen: rows as Rust rendered them, the scrollback, and the keys that are sent to it.

import { createEffect, createMemo, createSignal, Index, type JSX, on, onCleanup, onMount, Show } from "solid-js";
import { act, query } from "../host";
import type { TerminalTab } from "../generated/model";
import { latin } from "../keys";
import { copy } from "../kit/copy";
import { Html } from "../kit/Html";
import { List } from "../kit/List";
import { w } from "../words/words";
import { keyOf, typingInto } from "./typing";

/** The height of a row, as in terminal.css. */
const ROW = 18;
const PAD = 8;
const PAGE = 200;
/** The size of Rust's scrollback. Beyond it rows move while they are read. */
const MOST = 5000;
const SOON_MS = 80;

export function Screen(props: { tab: TerminalTab; focus: boolean }): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [cell, setCell] = createSignal(7.2);
  const [focused, setFocused] = createSignal(false);
  const [past, setPast] = createSignal(new Map<number, string[]>(), { equals: false });
  const asked = new Set<number>();
  let input: HTMLTextAreaElement | undefined;
  let measure: HTMLSpanElement | undefined;
  let cursor: HTMLSpanElement | undefined;
  let atEnd = true;
  const typing = typingInto(props.tab.id);
  const runs = (): boolean => props.tab.state.kind === "running";

  /** The number of cells that fit. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fit = (): void => {
    const box = scroller();
    const wide = (measure?.getBoundingClientRect().width ?? 0) / 20;
    if (!box || !wide || !box.clientHeight) return;
    setCell(wide);
    const columns = Math.max(20, Math.floor((box.clientWidth - 2 * PAD) / wide));
    const rows = Math.max(4, Math.floor((box.clientHeight - PAD) / ROW));
    if (!runs() || (columns === props.tab.screen.columns && rows === props.tab.screen.rows.length)) return;
    clearTimeout(timer);
    timer = setTimeout(
      () => void act({ type: "resizeTerminal", terminal: props.tab.id, columns, rows }).catch(() => undefined),
      SOON_MS,
    );
  };
  onMount(() => {
    fit();
    if (props.focus) input?.focus({ preventScroll: true });
    void document.fonts?.ready.then(fit);
    const box = scroller();
    if (!box || typeof ResizeObserver === "undefined") return;
    const seen = new ResizeObserver(fit);
    seen.observe(box);
    onCleanup(() => seen.disconnect());
  });
  onCleanup(() => clearTimeout(timer));

  createEffect(
    on([() => props.tab.screen.cursor, cell], ([at]) => {
      for (const element of [cursor, input]) {
        element?.style.setProperty("inset-inline-start", `${(at?.[1] ?? 0) * cell() + PAD}px`);
        element?.style.setProperty("inset-block-start", `${(at?.[0] ?? 0) * ROW}px`);
      }
    }),
  );
  const keys = createMemo(() => Array.from({ length: props.tab.screen.history }, (_, i) => `h${i}`));
  createEffect(
    on([() => props.tab.screen.history, () => props.tab.screen.rows.length], ([history]) => {
      if (history >= MOST) {
        asked.clear();
        setPast(new Map());
      }
      // The newest page is not complete yet.
      asked.delete(Math.floor(history / PAGE));
      if (atEnd) queueMicrotask(toEnd);
    }),
  );
  const toEnd = (): void => {
    const box = scroller();
    box?.scrollTo({ top: box.scrollHeight });
  };
  const earlier = (index: number): string => {
    const page = Math.floor(index / PAGE);
    const found = past().get(page)?.[index % PAGE];
    if (found === undefined && !asked.has(page)) {
      asked.add(page);
      query({ type: "terminalHistory", terminal: props.tab.id, from: page * PAGE, count: PAGE })
        .then((result) => setPast((all) => all.set(page, result.rows)))
        .catch(() => undefined);
    }
    return found ?? "";
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey && event.shiftKey && latin(event) === "c") {
      event.preventDefault();
      const text = getSelection()?.toString();
      if (text) void copy(text);
      return;
    }
    const typed = keyOf(event);
    if (!typed || !runs()) return;
    event.preventDefault();
    event.stopPropagation();
    atEnd = true;
    typing.send(typed);
  };
  const onInput = (event: InputEvent): void => {
    const area = event.currentTarget as HTMLTextAreaElement;
    if (event.isComposing) return;
    const text = area.value;
    area.value = "";
    if (text && runs()) typing.send({ kind: "text", text });
  };
  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    const text = event.clipboardData?.getData("text/plain");
    if (text && runs()) typing.send({ kind: "paste", text });
  };
  /** A click focuses the terminal, unless it selected text. */
  const onClick = (): void => {
    if (getSelection()?.isCollapsed ?? true) input?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={setScroller}
      class={`term ${focused() ? "has-focus" : ""} ${runs() ? "" : "over"}`}
      data-part="terminal-screen"
      data-columns={props.tab.screen.columns}
      data-rows={props.tab.screen.rows.length}
      onClick={onClick}
      onScroll={(event) => {
        const box = event.currentTarget;
        atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < ROW;
      }}
    >
      <span ref={(made) => (measure = made)} class="term-measure" aria-hidden="true">
        {"M".repeat(20)}
      </span>
      <Show when={keys().length}>
        <List keys={keys()} scroller={scroller()} size={ROW}>
          {(key) => <Html as="code" class="term-row" html={earlier(Number(key.slice(1)))} />}
        </List>
      </Show>
      <div class="term-screen">
        <Index each={props.tab.screen.rows}>{(row) => <Html as="code" class="term-row" html={row()} />}</Index>
        <Show when={runs() && props.tab.screen.cursor}>
          <span ref={(made) => (cursor = made)} class="term-cursor" aria-hidden="true" />
        </Show>
        <textarea
          ref={(made) => (input = made)}
          class="term-input"
          data-part="terminal-input"
          aria-label={w.terminal.input(props.tab.shell)}
          aria-description={w.terminal.keys}
          rows="1"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          disabled={!runs()}
          onKeyDown={onKey}
          onInput={onInput}
          onCompositionEnd={(event) => {
            const area = event.currentTarget;
            const text = area.value;
            area.value = "";
            if (text && runs()) typing.send({ kind: "text", text });
          }}
          onPaste={onPaste}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </div>
    </div>
  );
}
