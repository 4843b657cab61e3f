// The lines of a changed file. A long file shows its beginning; the rest is loaded on request.

import { createEffect, createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { unwrap } from "solid-js/store";
import { query } from "../host";
import type { DiffLine, FileDiff, RowId, ThreadId } from "../generated/model";
import { plural } from "../words/forms";
import { w } from "../words/words";
import { Button } from "./controls";
import { Html } from "./Html";
import { Icon } from "./icons";
import { toastError } from "./toasts";

export const signs = { same: "", add: "+", remove: "−", hunk: "", note: "" };

export function DiffRow(props: { line: DiffLine; skipped: number }): JSX.Element {
  return (
    <Show
      when={props.line.kind === "hunk"}
      fallback={
        <div class={`dl ${props.line.kind}`}>
          <span class="ln">{props.line.old ?? ""}</span>
          <span class="ln">{props.line.new ?? ""}</span>
          <span class="sg">{signs[props.line.kind]}</span>
          <Html as="code" class={indent(props.line.html)} html={props.line.html} />
        </div>
      }
    >
      <Show when={props.skipped > 0} fallback={<HunkPart html={props.line.html} />}>
        <div class="dl hunk">
          <span class="fold-mark">
            <Icon name="updown" />
          </span>
          <span class="hunk-text">{w.panel.skipped(props.skipped)}</span>
          <Html as="code" html={props.line.html} />
        </div>
      </Show>
    </Show>
  );
}

/**
 * A hunk header without a count of left-out lines: it separates two edits, and shows what the edit says about its
 * position.
 */
export function HunkPart(props: { html: string }): JSX.Element {
  return (
    <div class={`dl hunk ${props.html ? "" : "bare"}`}>
      <Html as="code" html={props.html} />
    </div>
  );
}

/** The indentation of a line, so that its wrapped rest is indented too. */
export function indent(html: string): string {
  const spaces = /^ */.exec(html)?.[0].length ?? 0;
  return `in-${Math.min(24, Math.floor(spaces / 4) * 4)}`;
}

/** The lines of the file that a hunk header stands for: those between the line before it and the line after. */
export function skippedBefore(lines: DiffLine[], index: number): number {
  const next = lines[index + 1];
  const start = next?.old ?? next?.new ?? null;
  if (start === null || lines[index]?.kind !== "hunk") return 0;
  if (index === 0) return start - 1;
  const before = lines[index - 1];
  const end = next?.old === null ? before?.new : before?.old;
  return end === null || end === undefined ? 0 : Math.max(0, start - end - 1);
}

/** `seek`: lines are shown up to the last one that contains this text. */
type DiffProps = { file: FileDiff; limit: number; thread: ThreadId | null; row: RowId | null; seek?: string };

const ENTITIES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };
/**
 * The text of a rendered line, without parsing it as a document, which would take seconds for a hundred thousand
 * lines.
 */
const textOf = (html: string): string =>
  html.replace(/<[^>]*>/g, "").replace(/&(?:lt|gt|quot|#39|amp);/g, (one) => ENTITIES[one] ?? one);

/** Lines added by each click. A hundred thousand lines at once would freeze the window. */
const MORE = 1_000;

export function Diff(props: DiffProps): JSX.Element {
  const [whole, setWhole] = createSignal<FileDiff>();
  const [most, setMost] = createSignal(0);
  const file = createMemo(() => whole() ?? props.file);
  // Thousands of lines are read once each. A store proxy around every one would cost more than drawing it.
  const lines = createMemo(() => unwrap(file().lines.slice()));
  const room = (): number => Math.max(most(), props.limit);
  const shown = (): DiffLine[] => (lines().length <= room() + 8 ? lines() : lines().slice(0, room()));
  const hidden = (): number => lines().length - shown().length + file().cut;
  const more = (): void => {
    setMost(most() + MORE);
    read();
  };
  const read = (): void => {
    const { thread, row } = props;
    if (file().cut === 0 || !thread || !row) return;
    query({ type: "diff", thread, row, path: props.file.path })
      .then((result) => setWhole(result.file))
      .catch(toastError);
  };
  createEffect(() => {
    const seek = props.seek?.trim().toLocaleLowerCase();
    if (!seek) return;
    const last = lines().findLastIndex((line) => textOf(line.html).toLocaleLowerCase().includes(seek));
    setMost((now) => Math.max(now, Math.min(last + 1, now + 10 * MORE)));
    if (!whole()) read();
  });
  return (
    <Show when={!file().note} fallback={<p class="diff-note">{file().note}</p>}>
      <div class="diff one wrapped">
        <For each={shown()}>
          {(line, i) => (
            <Show when={i() > 0 || line.kind !== "hunk" || skippedBefore(lines(), 0) > 0}>
              <DiffRow line={line} skipped={skippedBefore(lines(), i())} />
            </Show>
          )}
        </For>
      </div>
      <Show when={hidden() > 0}>
        <div class="diff-more">
          <span class="faint num">{plural(hidden(), w.panel.moreLines)}</span>
          <Button size="small" variant="plain" onClick={more}>
            {hidden() > MORE ? w.panel.showMore : w.panel.showAll}
          </Button>
        </div>
      </Show>
    </Show>
  );
}
