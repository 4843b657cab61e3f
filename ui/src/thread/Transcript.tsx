// The timeline of a thread, of which only the visible part is drawn. It stays at the end if it was there, and
// otherwise where it was left.

import { createMemo, type JSX, Show } from "solid-js";
import type { Ask } from "../generated/model";
import { act } from "../host";
import { Empty } from "../kit/bits";
import { IconButton } from "../kit/controls";
import { later } from "../kit/later";
import { List } from "../kit/List";
import { Spin } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { type EntryKey, lastTurn } from "../rows";
import { finding, type Marked, marked } from "../view";
import { w } from "../words/words";
import { followAttention } from "./attention";
import { useHighlight } from "./highlight";
import { Line } from "./Line";
import { PromptBar } from "./PromptBar";
import { createViewport } from "./viewport";
import { Waiting } from "./Waiting";

const FindBar = later(() => import("./FindBar").then((file) => file.FindBar));

export function Transcript(props: { thread: Thread }): JSX.Element {
  const asks = createMemo(() =>
    Object.values(mirror.asks).filter((ask): ask is Ask => ask?.thread === props.thread.id),
  );
  const view = createViewport(() => props.thread, asks);
  const { keys } = view;
  const mark = (): Marked | null => {
    const now = marked();
    return now?.thread === props.thread.id ? now : null;
  };
  const highlight = useHighlight(
    view.scroller,
    () => mark()?.text ?? "",
    () => {
      const now = mark();
      return now?.row ? { row: now.row, rest: now.rest } : null;
    },
  );
  followAttention(
    () => props.thread,
    asks,
    view,
    (row) => row === mark()?.row && highlight.show(),
  );
  const promptKey = (): EntryKey | undefined => {
    const at = view.promptAt();
    return at === null ? undefined : keys()[at];
  };
  const toNewest = (): void => {
    view.cancelRestore();
    if (props.thread.newer) act({ type: "loadNewest", thread: props.thread.id }).catch(toastError);
    view.goToEnd();
  };
  return (
    <div class="scroll-frame">
      <PromptBar thread={props.thread} entry={promptKey()} go={view.goToPrompt} />
      <Show when={finding()}>
        <FindBar thread={props.thread.id} />
      </Show>
      <div
        ref={view.setScroller}
        class="scroll"
        tabindex="0"
        role="region"
        aria-label={w.transcript.name}
        data-part="transcript"
        data-turn={lastTurn(props.thread)}
        data-region
        onScroll={view.onScroll}
        onClick={view.onClick}
        onWheel={view.onTouch}
        onTouchMove={view.onTouch}
        onPointerDown={view.onTouch}
        onKeyDown={view.onTouch}
      >
        <div class="transcript" ref={view.setContent}>
          <Show when={view.loadingOlder() || props.thread.more}>
            <p class="older" role="status">
              <Show when={view.loadingOlder()}>
                <Spin />
                {w.transcript.older}
              </Show>
            </p>
          </Show>
          <Show when={keys().length === 0}>
            <Show when={view.isRead()} fallback={<Waiting />}>
              <Empty icon="spool" title={w.transcript.empty} hint={w.transcript.emptyHint} />
            </Show>
          </Show>
          <List
            keys={keys()}
            scroller={view.scroller()}
            shift={view.lines().shift}
            handle={view.setList}
            onPlaced={view.onPlaced}
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
      <Show when={!view.atEnd() || view.below()}>
        <IconButton class="to-end" icon="down" label={w.transcript.toEnd} onClick={toNewest} />
      </Show>
    </div>
  );
}
