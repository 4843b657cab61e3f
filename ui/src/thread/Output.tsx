// The output of a command: its live end and, on request, all of it page by page.

import { createEffect, createMemo, createSignal, type JSX, on, Show } from "solid-js";
import { query } from "../host";
import type { Body, Row, ThreadId } from "../generated/model";
import { Button, IconButton } from "../kit/controls";
import { copy } from "../kit/copy";
import { Html } from "../kit/Html";
import { List, type ListHandle } from "../kit/List";
import { toastError } from "../kit/toasts";
import { markedIn } from "../view";
import { w } from "../words/words";

type RanBody = Extract<Body, { kind: "ran" }>;
type Sheet = { stamp: string; lines: number };

export function Output(props: { row: Row; body: RanBody; thread: ThreadId }): JSX.Element {
  const [sheet, setSheet] = createSignal<Sheet>();
  const [asking, setAsking] = createSignal(false);
  const [hitLine, setHitLine] = createSignal<number | null>(null);
  const [seeking, setSeeking] = createSignal(false);
  let pre: HTMLPreElement | undefined;
  let atEnd = true;
  createEffect(() => {
    void props.body.output.html;
    if (pre && atEnd) queueMicrotask(() => pre?.scrollTo({ top: pre.scrollHeight }));
  });
  const showAll = (): void => {
    setAsking(true);
    query({ type: "sheet", thread: props.thread, row: props.row.id })
      .then(({ stamp, lines }) => setSheet({ stamp, lines }))
      .catch(toastError)
      .finally(() => setAsking(false));
  };
  // If all of it was shown while the command ran, there is more when it has ended.
  createEffect(
    on(
      () => props.row.state,
      () => sheet() && showAll(),
      { defer: true },
    ),
  );
  // If a search result is before the visible lines, all lines are shown.
  createEffect(
    on(
      () => markedIn(props.thread, props.row.id),
      (mark) => {
        setHitLine(null);
        setSeeking(mark !== null && props.body.output.earlier > 0);
        if (!mark || !seeking()) return;
        query({ type: "output", thread: props.thread, row: props.row.id })
          .then(({ text }) => {
            if (mark !== markedIn(props.thread, props.row.id)) return;
            const line = lineOfHit(text, mark.text, mark.rest);
            if (line !== null && (sheet() || line < props.body.output.earlier)) {
              setHitLine(line);
              if (!sheet()) showAll();
            }
          })
          .catch(toastError)
          .finally(() => mark === markedIn(props.thread, props.row.id) && setSeeking(false));
      },
    ),
  );
  const copyAll = (): void => {
    query({ type: "output", thread: props.thread, row: props.row.id })
      .then((result) => copy(result.text))
      .catch(toastError);
  };
  const label = (): string => w.row.outputOf(props.body.command.slice(0, 80));
  const isEmpty = (): boolean => props.body.output.html === "" && props.body.output.earlier === 0;
  return (
    <Show
      when={!isEmpty()}
      fallback={<p class="output-none faint">{props.row.state === "open" ? "" : w.row.noOutput}</p>}
    >
      <Show when={props.body.output.earlier > 0}>
        <div class="output-more">
          <span class="num">
            {sheet() ? w.output.lines(sheet()?.lines ?? 0) : w.row.earlier(props.body.output.earlier)}
          </span>
          <Show
            when={sheet()}
            fallback={
              <Button size="small" variant="plain" part="show-all" disabled={asking()} onClick={showAll}>
                {w.row.showAll}
              </Button>
            }
          >
            <Button size="small" variant="plain" onClick={() => setSheet(undefined)}>
              {w.output.less}
            </Button>
          </Show>
        </div>
      </Show>
      <div class="output-wrap" data-seeking={seeking() || (hitLine() !== null && !sheet()) ? "true" : undefined}>
        <IconButton small class="output-copy" icon="copy" label={w.output.copy} part="copy-output" onClick={copyAll} />
        <Show
          when={sheet()}
          keyed
          fallback={
            <pre
              ref={(made) => (pre = made)}
              class="output"
              tabindex="0"
              role="region"
              aria-label={label()}
              onScroll={() => pre && (atEnd = pre.scrollHeight - pre.scrollTop - pre.clientHeight < 12)}
            >
              <Html as="code" html={props.body.output.html} thread={props.thread} />
            </pre>
          }
        >
          {(whole) => <Whole sheet={whole} label={label()} thread={props.thread} hit={hitLine()} />}
        </Show>
      </div>
    </Show>
  );
}

/** The line in which a hit begins, counted from the end; null if it is before the output, in the command itself. */
export function lineOfHit(text: string, words: string, rest: number | null): number | null {
  const [all, needle] = [text.toLocaleLowerCase(), words.trim().toLocaleLowerCase()];
  const hits: number[] = [];
  for (let at = all.indexOf(needle); at >= 0; at = all.indexOf(needle, at + needle.length)) hits.push(at);
  const at = hits[rest === null ? 0 : hits.length - rest];
  return at === undefined ? null : all.slice(0, at).split("\n").length - 1;
}

const PAGE = 200;

/** All lines; only those near the visible part are loaded and drawn. */
function Whole(props: { sheet: Sheet; label: string; thread: ThreadId; hit: number | null }): JSX.Element {
  let list: ListHandle | undefined;
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [pages, setPages] = createSignal(new Map<number, string[]>(), { equals: false });
  const asked = new Set<number>();
  const keys = createMemo(() => Array.from({ length: props.sheet.lines }, (_, i) => String(i)));
  const line = (index: number): string => {
    const page = Math.floor(index / PAGE);
    const found = pages().get(page);
    if (!found && !asked.has(page)) {
      asked.add(page);
      query({ type: "sheetLines", stamp: props.sheet.stamp, from: page * PAGE, count: PAGE })
        .then((result) => setPages((all) => all.set(page, result.lines)))
        .catch(toastError);
    }
    return found?.[index % PAGE] ?? "";
  };
  createEffect(() => {
    const { hit } = props;
    if (hit !== null) requestAnimationFrame(() => list?.scrollToIndex(hit, { align: "center" }));
  });
  return (
    <div
      ref={setScroller}
      class="output whole"
      tabindex="0"
      role="region"
      aria-label={props.label}
      data-part="whole-output"
    >
      <List keys={keys()} scroller={scroller()} size={18} handle={(handle) => (list = handle)}>
        {(key) => (
          <Html
            as="code"
            class={`output-line ${Number(key) === props.hit ? "is-hit" : ""}`}
            html={line(Number(key))}
            thread={props.thread}
          />
        )}
      </List>
    </div>
  );
}
