// What changed: the files, then all their lines, in one column or two.
//
// Rust reads the set once and renders a page of lines when it is scrolled near.

import { createComputed, createEffect, createMemo, createSignal, type JSX, onCleanup, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { draftOf, setDraft } from "../composer/drafts";
import { query } from "../host";
import type { Compared, ThreadId } from "../generated/model";
import { latin } from "../keys";
import { copy } from "../kit/copy";
import { plainOf } from "../kit/Html";
import { openLink } from "../kit/links";
import { List, type ListHandle } from "../kit/List";
import { toast, toastError } from "../kit/toasts";
import type { Thread } from "../mirror";
import { prefs, panelWidth, setTwoColumns } from "../view";
import { w } from "../words/words";
import { Bar } from "./Bar";
import { Files } from "./Files";
import { Head, Item, type ItemActions } from "./Item";
import { appended, entryOf, layout, locate, nextStop, quote, rowOf, type Spot, sumOf } from "./layout";
import { NoChanges } from "./NoChanges";
import { createReading } from "./reading";

/** The width that two columns need. */
const WIDE = 560;

const [chosen, choose] = createStore<Record<ThreadId, Compared>>({});

export function Changes(props: { thread: Thread }): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [width, setWidth] = createSignal(panelWidth());
  const [folded, setFolded] = createStore<Record<string, boolean>>({});
  const [stuck, setStuck] = createSignal<number | null>(null);
  const [cursor, setCursor] = createSignal<string | null>(null);
  const [comment, setComment] = createSignal<Spot | null>(null);
  let list: ListHandle | undefined;

  const compared = (): Compared => chosen[props.thread.id] ?? { kind: "turn" };
  const reading = createReading(
    () => props.thread,
    compared,
    () => {
      setCursor(null);
      setComment(null);
      list?.scrollTo(0);
    },
  );
  const { files, pages, failed } = reading;
  const wide = (): boolean => width() >= WIDE;
  const split = (): boolean => prefs.split && wide();
  // The panel widens only for two columns. While another set is loading it keeps its width.
  createComputed(() => {
    if (pages() || failed()) setTwoColumns(prefs.split && files().length > 0);
  });
  onCleanup(() => setTwoColumns(false));
  createEffect(() => {
    const element = scroller();
    if (!element || typeof ResizeObserver === "undefined") return;
    const seen = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    seen.observe(element);
    onCleanup(() => seen.disconnect());
  });

  const isFolded = (path: string): boolean => folded[path] ?? false;
  const shown = createMemo(() =>
    layout(files(), { folded: isFolded, split: split(), opened: reading.gapOpened, comment: comment() }),
  );
  const sum = createMemo(() => sumOf(files()));

  const headAt = (file: number): number => shown().keys.indexOf(`h:${file}`);
  const jump = (file: number): void => list?.scrollToIndex(Math.max(0, headAt(file)), { align: "start" });
  const onScroll = (offset: number): void => {
    const key = shown().keys[list?.findItemIndex(offset) ?? 0];
    const at = key ? entryOf(key) : null;
    setStuck(at && !(at.kind === "head" && offset <= (list?.getItemOffset(headAt(at.file)) ?? 0)) ? at.file : null);
  };
  const step = (by: 1 | -1): void => {
    const next = nextStop(shown(), cursor(), by);
    if (!next) return;
    setCursor(next.key);
    list?.scrollToIndex(next.index, { align: "start", offset: -72 });
  };
  const open = (path: string, line: number | null): void =>
    openLink(props.thread.id, line === null ? path : `${path}:${line}`);
  const copyPatch = (file: number | null): void => {
    const stamp = pages()?.set.stamp;
    if (!stamp) return;
    query({ type: "patch", stamp, file })
      .then((result) => copy(result.text))
      .catch(toastError);
  };
  const addComment = (text: string): void => {
    const at = comment();
    if (!at) return;
    const found = reading.line(at.file, at.row);
    const { path, line } = locate(files()[at.file], found);
    const said = quote(path, line, found?.kind === "remove", plainOf(found?.html ?? ""), text);
    setDraft(props.thread.id, appended(draftOf(props.thread.id), said));
    setComment(null);
    scroller()?.focus();
    toast({ tone: "plain", icon: "check", title: w.changes.commented });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const held = cursor();
    const at = held === null ? null : entryOf(held);
    const row = at ? rowOf(at) : null;
    const key = event.shiftKey ? "" : latin(event);
    if (key === "n") step(1);
    else if (key === "p") step(-1);
    else if (key === "c" && at && row !== null) setComment({ file: at.file, row });
    else if (key === "o" && at && row !== null) {
      const { path, line } = locate(files()[at.file], reading.line(at.file, row));
      open(path, line);
    } else return;
    event.preventDefault();
  };
  const actions: ItemActions = {
    reading,
    get split() {
      return split();
    },
    isFolded,
    fold: (path) => {
      setFolded(path, !isFolded(path));
      setStuck(null);
    },
    copyFile: copyPatch,
    openFile: (path) => open(path, null),
    startComment: setComment,
    addComment,
    cancelComment: () => {
      setComment(null);
      scroller()?.focus();
    },
  };
  return (
    <div class="changes" data-part="changes" data-state={failed() ? "failed" : pages() ? "shown" : "looking"}>
      <Bar
        thread={props.thread.id}
        compared={compared()}
        compare={(next) => choose(props.thread.id, next)}
        sum={files().length ? sum() : null}
        wide={wide()}
        step={step}
        copyAll={() => copyPatch(null)}
        foldAll={(fold) => setFolded(Object.fromEntries(files().map((file) => [file.path, fold])))}
        again={reading.readAgain}
      />
      <NoChanges reading={reading} compared={compared()} />
      <Show when={files().length}>
        <Files files={files()} jump={jump} />
        <Show when={pages()?.set.cut}>
          <p class="diff-note">{w.changes.cut}</p>
        </Show>
        <div class="diff-frame">
          <Show when={stuck() !== null}>
            <div class="stuck">
              <Head file={stuck() ?? 0} of={actions} />
            </div>
          </Show>
          <div
            ref={setScroller}
            class={`panel-scroll diff ${wide() ? "" : "one"} ${split() ? "two" : ""} ${prefs.wrap ? "wrapped" : ""}`}
            tabindex="0"
            role="region"
            aria-label={w.panel.diff}
            aria-description={w.changes.keys}
            data-part="diff"
            onKeyDown={onKey}
          >
            <List
              keys={shown().keys}
              scroller={scroller()}
              size={20}
              handle={(handle) => (list = handle)}
              onScroll={onScroll}
            >
              {(key) => <Item key={key} at={cursor() === key} of={actions} />}
            </List>
          </div>
        </div>
      </Show>
    </div>
  );
}
