// What this turn changed: the files, then every line of them.

import { createMemo, createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import { createStore, unwrap } from "solid-js/store";
import { act, look } from "../host";
import type { FileDiff } from "../generated/model";
import { Counts, Empty, Mini, Path } from "../kit/bits";
import { Button, IconButton } from "../kit/controls";
import { DiffRow, skippedBefore } from "../kit/Diff";
import { Icon } from "../kit/icons";
import { List, type ListHandle } from "../kit/List";
import { told } from "../kit/toasts";
import type { Thread } from "../mirror";
import { keep, kept } from "../view";
import { plural } from "../words/forms";
import { w } from "../words/words";
import { flatten, flatKey, parseFlat } from "./flat";

const tones = { added: "tone-add", modified: "tone-warn", deleted: "tone-remove", renamed: "tone-info", copied: "tone-info" } as const;

export function Changes(props: { thread: Thread }): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const [folded, setFolded] = createStore<Record<string, boolean>>({});
  const [wholes, setWholes] = createStore<Record<string, FileDiff>>({});
  const [stuck, setStuck] = createSignal<number | null>(null);
  let list: ListHandle | undefined;
  const files = createMemo(() => props.thread.diff.map((file) => unwrap(wholes[file.path] ?? file)));
  const keys = createMemo(() => flatten(files(), (path) => folded[path] ?? false));
  const sum = createMemo(() => ({
    added: files().reduce((n, file) => n + file.added, 0),
    removed: files().reduce((n, file) => n + file.removed, 0),
  }));
  const headAt = (file: number): number => keys().indexOf(flatKey({ file, line: "head" }));
  const jump = (file: number): void => list?.scrollToIndex(Math.max(0, headAt(file)), { align: "start" });
  const current = (): number => stuck() ?? 0;
  const onScroll = (offset: number): void => {
    const key = keys()[list?.findItemIndex(offset) ?? 0];
    const at = key ? parseFlat(key) : null;
    setStuck(at && !(at.line === "head" && offset <= (list?.getItemOffset(headAt(at.file)) ?? 0)) ? at.file : null);
  };
  const showAll = (path: string): void => {
    look({ type: "diff", thread: props.thread.id, row: null, path })
      .then((sight) => setWholes(path, sight.file))
      .catch(told);
  };
  const fileHead = (index: number): JSX.Element => (
    <Show when={files()[index]}>
      {(file) => (
        <header class="file-head">
          <button
            type="button"
            class="row grow"
            aria-expanded={!folded[file().path]}
            onClick={() => {
              setFolded(file().path, !folded[file().path]);
              setStuck(null);
            }}
          >
            <Icon name={folded[file().path] ? "right" : "down"} class="turn" />
            <Path path={file().path} />
            <Counts added={file().added} removed={file().removed} />
          </button>
          <IconButton small icon="external" label={w.panel.openFile(file().path)} onClick={() => void act({ type: "openLink", thread: props.thread.id, url: file().path }).catch(told)} />
        </header>
      )}
    </Show>
  );
  return (
    <div class="changes" data-part="changes">
      <Show when={files().length} fallback={<Empty icon="edit" title={w.panel.noChanges} hint={w.panel.noChangesHint} />}>
        <div class="panel-bar">
          <span class="quiet">{w.panel.thisTurn}</span>
          <Counts added={sum().added} removed={sum().removed} />
          <span class="grow" />
          <IconButton small icon="up" label={w.panel.previous} onClick={() => jump(Math.max(0, current() - 1))} />
          <IconButton small icon="down" label={w.panel.next} onClick={() => jump(Math.min(files().length - 1, stuck() === null ? 0 : current() + 1))} />
          <IconButton small icon="wrap" label={w.panel.wrap} on={kept.wrap} aria-pressed={kept.wrap} onClick={() => keep("wrap", !kept.wrap)} />
        </div>
        <ul class="file-list" aria-label={w.panel.files(files().length)}>
          <For each={files()}>
            {(file, i) => (
              <li>
                <button type="button" class="file-row" onClick={() => jump(i())}>
                  <span class={`kind ${tones[file.kind]}`} title={w.fileKind[file.kind]}>
                    {w.fileLetter[file.kind]}
                  </span>
                  <Path path={file.path} />
                  <Counts added={file.added} removed={file.removed} />
                  <Mini added={file.added} removed={file.removed} />
                </button>
              </li>
            )}
          </For>
        </ul>
        <div class="diff-frame">
          <Show when={stuck() !== null}>
            <div class="stuck">{fileHead(stuck() ?? 0)}</div>
          </Show>
          <div ref={setScroller} class={`panel-scroll diff one ${kept.wrap ? "wrapped" : ""}`} tabindex="0" role="region" aria-label={w.panel.diff}>
            <List keys={keys()} scroller={scroller()} size={20} handle={(handle) => (list = handle)} onScroll={onScroll}>
              {(key) => {
                const at = parseFlat(key);
                const file = (): FileDiff | undefined => files()[at.file];
                return (
                  <Switch>
                    <Match when={at.line === "head"}>{fileHead(at.file)}</Match>
                    <Match when={at.line === "note"}>
                      <p class="diff-note">{file()?.note}</p>
                    </Match>
                    <Match when={at.line === "cut"}>
                      <div class="diff-more">
                        <span class="faint num">{plural(file()?.cut ?? 0, w.panel.moreLines)}</span>
                        <Button size="small" look="plain" onClick={() => showAll(file()?.path ?? "")}>
                          {w.panel.showAll}
                        </Button>
                      </div>
                    </Match>
                    <Match when={file()?.lines[Number(at.line)]}>
                      {(line) => <DiffRow line={line()} skipped={skippedBefore(file()?.lines ?? [], Number(at.line))} />}
                    </Match>
                  </Switch>
                );
              }}
            </List>
          </div>
        </div>
      </Show>
    </div>
  );
}
