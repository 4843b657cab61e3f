// What changed: the files, then every line of them, in one column or two.
//
// Rust reads the set once and draws a page of lines when it comes near the eye; nothing here polls.

import {
  createComputed,
  createEffect,
  createMemo,
  createSignal,
  For,
  type JSX,
  Match,
  on,
  onCleanup,
  Show,
  Switch,
} from "solid-js";
import { createStore } from "solid-js/store";
import { draftOf, setDraft } from "../composer/drafts";
import { failureOf, query } from "../host";
import type { Compared, DiffLine, FileSum, ThreadId } from "../generated/model";
import { latin } from "../keys";
import { Counts, Empty, Mini, Path } from "../kit/bits";
import { Button } from "../kit/controls";
import { copy } from "../kit/copy";
import { plainOf } from "../kit/Html";
import { openLink } from "../kit/links";
import { List, type ListHandle } from "../kit/List";
import { Spin } from "../kit/marks";
import { toast, toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { lastTurn } from "../rows";
import { kept, panelWidth, setTwoColumns } from "../view";
import { w } from "../words/words";
import { Bar } from "./Bar";
import { Comment, FileHead, HunkHead, isBare, Line, Pair } from "./Lines";
import { entryOf, layout, quote, rowOf, stopFrom } from "./layout";
import { type Pages, pagesOf } from "./pages";

const tones = {
  added: "tone-add",
  modified: "tone-warn",
  deleted: "tone-remove",
  renamed: "tone-info",
  copied: "tone-info",
} as const;
/** A commit, a checkout or a stash made elsewhere changes what these say. */
const fromGit = (compared: Compared): boolean => compared.kind === "uncommitted" || compared.kind === "branch";
/** Two columns need this much room. */
const WIDE = 560;

const [chosen, choose] = createStore<Record<ThreadId, Compared>>({});

export function Changes(props: { thread: Thread }): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [width, setWidth] = createSignal(panelWidth());
  const [folded, setFolded] = createStore<Record<string, boolean>>({});
  const [opened, setOpened] = createStore<Record<string, boolean>>({});
  const [pages, setPages] = createSignal<Pages | null>(null);
  const [why, setWhy] = createSignal<string | null>(null);
  const [stuck, setStuck] = createSignal<number | null>(null);
  const [cursor, setCursor] = createSignal<string | null>(null);
  const [comment, setComment] = createSignal<{ file: number; row: number } | null>(null);
  let list: ListHandle | undefined;

  const compared = (): Compared => chosen[props.thread.id] ?? { kind: "turn" };
  const files = (): FileSum[] => pages()?.set.files ?? [];
  const wide = (): boolean => width() >= WIDE;
  const split = (): boolean => kept.split && wide();
  // The panel widens for two columns and for nothing else. While another set is read it stays as it is.
  createComputed(() => {
    if (pages() || why()) setTwoColumns(kept.split && files().length > 0);
  });
  onCleanup(() => setTwoColumns(false));

  let asked = 0;
  let asking = false;
  let stale = false;
  const ask = async (): Promise<void> => {
    // One question at a time: a turn that edits on and on is asked about again when the answer is there.
    if (asking) return void (stale = true);
    asking = true;
    const mine = ++asked;
    const { id } = props.thread;
    try {
      const result = await query({ type: "changes", thread: id, compared: { ...compared() }, spaces: kept.spaces });
      if (mine === asked && id === props.thread.id) {
        const before = pages();
        setOpened({});
        setWhy(null);
        setPages(pagesOf(result.changes, before, lost));
      }
    } catch (error) {
      setPages(null);
      setWhy(failureOf(error).message);
    } finally {
      asking = false;
      if (stale) {
        stale = false;
        void ask();
      }
    }
  };
  let lostOnce = "";
  const lost = (): void => {
    const stamp = pages()?.set.stamp ?? "";
    if (lostOnce === stamp) return;
    lostOnce = stamp;
    void ask();
  };
  /** What makes the set another one: the edits of the turn, its end, another comparison. */
  const edits = createMemo(() =>
    props.thread.diff.map((file) => `${file.path} ${file.added} ${file.removed} ${file.cut}`).join("\n"),
  );
  createEffect(
    on(
      [
        () => props.thread.id,
        () => JSON.stringify(compared()),
        () => kept.spaces,
        () => (compared().kind === "turn" ? edits() : ""),
        () => lastTurn(props.thread),
        () => (fromGit(compared()) ? mirror.revisions.repository : 0),
      ],
      (now, then) => {
        if (then && (now[0] !== then[0] || now[1] !== then[1])) {
          setPages(null);
          setCursor(null);
          setComment(null);
          list?.scrollTo(0);
        }
        void ask();
      },
    ),
  );
  createEffect(() => {
    const element = scroller();
    if (!element || typeof ResizeObserver === "undefined") return;
    const seen = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    seen.observe(element);
    onCleanup(() => seen.disconnect());
  });

  const gapOpened = (file: number, gap: number): number =>
    opened[`${file}:${gap}`] ? (pages()?.kept(file, gap).length ?? 0) : 0;
  const shown = createMemo(() =>
    layout(files(), {
      folded: (path) => folded[path] ?? false,
      split: split(),
      opened: gapOpened,
      comment: comment(),
    }),
  );
  const sum = createMemo(() => ({
    added: files().reduce((n, file) => n + file.added, 0),
    removed: files().reduce((n, file) => n + file.removed, 0),
  }));
  const line = (file: number, row: number | null): DiffLine | undefined =>
    row === null ? undefined : pages()?.line(file, row);

  const headAt = (file: number): number => shown().keys.indexOf(`h:${file}`);
  const jump = (file: number): void => list?.scrollToIndex(Math.max(0, headAt(file)), { align: "start" });
  const onScroll = (offset: number): void => {
    const key = shown().keys[list?.findItemIndex(offset) ?? 0];
    const at = key ? entryOf(key) : null;
    setStuck(at && !(at.kind === "head" && offset <= (list?.getItemOffset(headAt(at.file)) ?? 0)) ? at.file : null);
  };
  const step = (by: 1 | -1): void => {
    const { keys, stops } = shown();
    const held = cursor();
    const from = held ? keys.indexOf(held) : -1;
    const at = stopFrom(stops, from < 0 ? (by > 0 ? -1 : keys.length) : from, by);
    const key = at === null ? undefined : keys[at];
    if (at === null || key === undefined) return;
    setCursor(key);
    list?.scrollToIndex(at, { align: "start", offset: -72 });
  };

  const place = (file: number, row: number): { path: string; line: number | null; found: DiffLine | undefined } => {
    const found = line(file, row);
    return { path: files()[file]?.path ?? "", line: found?.new ?? found?.old ?? null, found };
  };
  const open = (path: string, number: number | null): void =>
    openLink(props.thread.id, number === null ? path : `${path}:${number}`);
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
    const { path, line: number, found } = place(at.file, at.row);
    const said = quote(path, number, found?.kind === "remove", plainOf(found?.html ?? ""), text);
    const have = draftOf(props.thread.id).trimEnd();
    setDraft(props.thread.id, have ? `${have}\n\n${said}\n` : `${said}\n`);
    setComment(null);
    scroller()?.focus();
    toast({ tone: "plain", icon: "check", title: w.changes.commented });
  };
  const openGap = (file: number, gap: number): void => {
    pages()
      ?.open(file, gap)
      .then(() => setOpened(`${file}:${gap}`, true))
      .catch(toastError);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const at = cursor() ? entryOf(cursor() ?? "") : null;
    const row = at ? rowOf(at) : null;
    const key = event.shiftKey ? "" : latin(event);
    if (key === "n") step(1);
    else if (key === "p") step(-1);
    else if (key === "c" && at && row !== null) setComment({ file: at.file, row });
    else if (key === "o" && at && row !== null) open(place(at.file, row).path, place(at.file, row).line);
    else return;
    event.preventDefault();
  };

  const head = (file: number): JSX.Element => (
    <Show when={files()[file]}>
      {(found) => (
        <FileHead
          sum={found()}
          folded={folded[found().path] ?? false}
          fold={() => {
            setFolded(found().path, !folded[found().path]);
            setStuck(null);
          }}
          copy={() => copyPatch(file)}
          open={() => open(found().path, null)}
        />
      )}
    </Show>
  );
  const item = (key: string): JSX.Element => {
    const at = entryOf(key);
    const here = (): boolean => cursor() === key;
    switch (at.kind) {
      case "head":
        return head(at.file);
      case "note":
        return <p class="diff-note">{files()[at.file]?.note}</p>;
      case "hunk":
        return (
          <HunkHead
            line={line(at.file, at.row)}
            skipped={(files()[at.file]?.gaps[at.gap] ?? 0) - gapOpened(at.file, at.gap)}
            opened={gapOpened(at.file, at.gap) > 0}
            open={() => openGap(at.file, at.gap)}
          />
        );
      case "kept": {
        const found = (): DiffLine | undefined => pages()?.kept(at.file, at.gap)[at.at];
        return (
          <Show when={split()} fallback={<Line line={found()} at={false} />}>
            <Pair old={found()} now={found()} hasOld hasNow at={false} comment={() => undefined} />
          </Show>
        );
      }
      case "line":
        return (
          <Line line={line(at.file, at.row)} at={here()} comment={() => setComment({ file: at.file, row: at.row })} />
        );
      case "pair":
        return (
          <Pair
            old={line(at.file, at.old)}
            now={line(at.file, at.now)}
            hasOld={at.old !== null}
            hasNow={at.now !== null}
            at={here()}
            comment={(side) => setComment({ file: at.file, row: (side === "old" ? at.old : at.now) ?? 0 })}
          />
        );
      case "comment": {
        const { path, line: number } = place(at.file, at.row);
        return (
          <Comment
            place={number === null ? path : `${path}:${number}`}
            add={addComment}
            cancel={() => (setComment(null), scroller()?.focus())}
          />
        );
      }
    }
  };
  return (
    <div class="changes" data-part="changes" data-state={why() ? "failed" : pages() ? "shown" : "looking"}>
      <Bar
        thread={props.thread.id}
        compared={compared()}
        compare={(next) => choose(props.thread.id, next)}
        sum={files().length ? sum() : null}
        wide={wide()}
        step={step}
        copyAll={() => copyPatch(null)}
        foldAll={(fold) => setFolded(Object.fromEntries(files().map((file) => [file.path, fold])))}
        again={() => void ask()}
      />
      <Switch>
        <Match when={why()}>
          {(words) => (
            <Empty icon="edit" title={w.changes.failed} hint={words()}>
              <Button onClick={() => void ask()}>{w.changes.again}</Button>
            </Empty>
          )}
        </Match>
        <Match when={!pages()}>
          <div class="changes-wait" role="status">
            <Spin />
            <span class="quiet">{w.changes.looking}</span>
          </div>
        </Match>
        <Match when={!files().length}>
          <Empty icon="edit" title={w.changes.none[compared().kind]} hint={w.changes.hints[compared().kind]} />
        </Match>
      </Switch>
      <Show when={files().length}>
        <ul class="file-list" aria-label={w.panel.files(files().length)}>
          <For each={files()}>
            {(file, i) => (
              <li>
                <button type="button" class="file-row" onClick={() => jump(i())}>
                  <span class={`kind ${tones[file.kind]}`} title={w.fileKind[file.kind]}>
                    {w.fileLetter[file.kind]}
                  </span>
                  <Path path={file.path} />
                  <Show when={!isBare(file)} fallback={<span class="faint small clip">{file.note}</span>}>
                    <Counts added={file.added} removed={file.removed} />
                    <Mini added={file.added} removed={file.removed} />
                  </Show>
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={pages()?.set.cut}>
          <p class="diff-note">{w.changes.cut}</p>
        </Show>
        <div class="diff-frame">
          <Show when={stuck() !== null}>
            <div class="stuck">{head(stuck() ?? 0)}</div>
          </Show>
          <div
            ref={setScroller}
            class={`panel-scroll diff ${wide() ? "" : "one"} ${split() ? "two" : ""} ${kept.wrap ? "wrapped" : ""}`}
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
              {item}
            </List>
          </div>
        </div>
      </Show>
    </div>
  );
}
