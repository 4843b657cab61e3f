// The toast that undoes a deletion. Rust keeps the time, and every window shows the same.

import { createEffect, createMemo, For, type JSX } from "solid-js";
import { useNow } from "../clock";
import type { ThreadId, ThreadLine } from "../generated/model";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { allLines, mirror } from "../mirror";
import { titleOf } from "../titles";
import { go, openThread } from "../view";
import { w } from "../words/words";

export type Deletion = { atMs: number; threads: ThreadId[]; title: string };

/**
 * Threads with the same deletion time were deleted together. Those that are already being deleted (0) cannot be
 * restored.
 */
export function deletions(lines: ThreadLine[]): Deletion[] {
  const groups = new Map<number, Deletion>();
  for (const line of lines) {
    if (!line.goingMs) continue;
    const group = groups.get(line.goingMs);
    if (group) group.threads.push(line.id);
    else groups.set(line.goingMs, { atMs: line.goingMs, threads: [line.id], title: titleOf(line) });
  }
  return [...groups.values()].toSorted((a, b) => a.atMs - b.atMs);
}

/** The window's clock ticks once a second and may lag, so the number never exceeds the initial one. */
const seconds = (ms: number): number => Math.min(10, Math.max(0, Math.ceil(ms / 1000)));

export function UndoDelete(): JSX.Element {
  const now = useNow();
  const groups = createMemo(() => deletions(allLines()));
  const byMoment = createMemo(() => new Map(groups().map((one) => [one.atMs, one])));
  const moments = createMemo(() => groups().map((one) => one.atMs));
  // A deleted thread is not shown any more. If it is restored it is shown again, unless the person went elsewhere.
  let left: ThreadId | null = null;
  createEffect(() => {
    const open = openThread();
    if (open) left = null;
    if (!open || mirror.threads[open]?.goingMs == null) return;
    go({ kind: "none" });
    left = open;
  });
  const keepAll = async (threads: ThreadId[]): Promise<void> => {
    try {
      await act({ type: "keepThreads", threads });
      if (left && threads.includes(left) && !openThread()) go({ kind: "thread", id: left });
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <For each={moments()}>
      {(atMs) => {
        const group = (): Deletion => byMoment().get(atMs) ?? { atMs, threads: [], title: "" };
        return (
          <div class="toast" data-part="undo-toast">
            <Icon name="trash" class="quiet" />
            <div class="grow">
              <b role="status">{w.deleting.gone(group().threads.length, group().title)}</b>
              <p class="quiet num">{w.deleting.left(seconds(atMs - now()))}</p>
            </div>
            <Button size="small" part="undo" onClick={() => void keepAll(group().threads)}>
              {w.deleting.undo}
            </Button>
          </div>
        );
      }}
    </For>
  );
}
