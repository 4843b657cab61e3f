// The lines of the list: a file header, a hunk header, a line in one column or two, a comment being written.

import { createSignal, type JSX, onMount, Show } from "solid-js";
import type { DiffLine, FileSum } from "../generated/model";
import { isComposing } from "../keys";
import { Counts, Path } from "../kit/bits";
import { Button, IconButton } from "../kit/controls";
import { HunkPart, indent, signs } from "../kit/Diff";
import { Html } from "../kit/Html";
import { Icon } from "../kit/icons";
import { w } from "../words/words";

/** Whether a file has nothing to count: a binary file, a changed mode, or one that is too large. */
export const isBare = (sum: FileSum): boolean => sum.note !== null && sum.added + sum.removed === 0;

export function FileHead(props: {
  sum: FileSum;
  folded: boolean;
  fold: () => void;
  copy: () => void;
  open: () => void;
}): JSX.Element {
  return (
    <header class="file-head" data-part="change-file">
      <button type="button" class="row grow" aria-expanded={!props.folded} onClick={() => props.fold()}>
        <Icon name={props.folded ? "right" : "down"} class="turn" />
        <Path path={props.sum.path} />
        <Show when={props.sum.kind !== "modified"}>
          <span class="tag">{w.fileKind[props.sum.kind]}</span>
        </Show>
        <Show when={!isBare(props.sum)}>
          <Counts added={props.sum.added} removed={props.sum.removed} />
        </Show>
      </button>
      <IconButton small icon="copy" label={w.changes.copyFile(props.sum.path)} onClick={() => props.copy()} />
      <IconButton small icon="external" label={w.changes.openAt(props.sum.path)} onClick={() => props.open()} />
    </header>
  );
}

/**
 * The header of a hunk: the number of lines left out before it or, if none are, the place where one edit ends and the
 * next begins.
 */
export function HunkHead(props: {
  line: DiffLine | undefined;
  skipped: number;
  opened: boolean;
  open: () => void;
}): JSX.Element {
  return (
    <Show when={props.skipped > 0} fallback={<HunkPart html={props.line?.html ?? ""} />}>
      <button
        type="button"
        class="dl hunk"
        data-part="unfold"
        aria-label={w.changes.unfold(props.skipped)}
        title={props.opened ? undefined : w.changes.unfold(props.skipped)}
        disabled={props.opened}
        onClick={() => props.open()}
      >
        <span class="fold-mark">
          <Icon name="updown" />
        </span>
        <span class="hunk-text">{w.panel.skipped(props.skipped)}</span>
        <Html as="code" html={props.line?.html ?? ""} />
      </button>
    </Show>
  );
}

type LineProps = { line: DiffLine | undefined; at: boolean; comment?: () => void };

export function Line(props: LineProps): JSX.Element {
  const kind = (): DiffLine["kind"] => props.line?.kind ?? "same";
  return (
    <div class={`dl ${kind()} ${props.at ? "at" : ""}`}>
      <span class="ln">{props.line?.old ?? ""}</span>
      <span class="ln">{props.line?.new ?? ""}</span>
      <span class="sg">{signs[kind()]}</span>
      <Html as="code" class={indent(props.line?.html ?? "")} html={props.line?.html ?? ""} />
      <CommentButton line={props.line} comment={props.comment} />
    </div>
  );
}

export function Pair(props: {
  old: DiffLine | undefined;
  now: DiffLine | undefined;
  at: boolean;
  hasOld: boolean;
  hasNow: boolean;
  comment: (side: "old" | "now") => void;
}): JSX.Element {
  const half = (line: DiffLine | undefined, has: boolean, side: "old" | "now"): JSX.Element => (
    <div class={`dl half ${has ? (line?.kind ?? "same") : "hole"}`}>
      <span class="ln">{(side === "old" ? line?.old : line?.new) ?? ""}</span>
      <span class="sg">{line && has ? signs[line.kind] : ""}</span>
      <Html as="code" class={indent(line?.html ?? "")} html={has ? (line?.html ?? "") : ""} />
      <Show when={has}>
        <CommentButton line={line} comment={() => props.comment(side)} />
      </Show>
    </div>
  );
  return (
    <div class={`pair ${props.at ? "at" : ""}`}>
      {half(props.old, props.hasOld, "old")}
      {half(props.now, props.hasNow, "now")}
    </div>
  );
}

/** The comment button, shown on hover. The key `c` does the same for the line that `n` and `p` moved to. */
function CommentButton(props: { line: DiffLine | undefined; comment: (() => void) | undefined }): JSX.Element {
  const number = (): number | null => props.line?.new ?? props.line?.old ?? null;
  return (
    <Show when={props.comment && number() !== null}>
      <button
        type="button"
        class="say"
        tabindex="-1"
        data-part="comment-line"
        aria-label={w.changes.comment(number() ?? 0)}
        title={w.changes.comment(number() ?? 0)}
        onClick={() => props.comment?.()}
      >
        <Icon name="plus" />
      </button>
    </Show>
  );
}

export function Comment(props: { place: string; add: (text: string) => void; cancel: () => void }): JSX.Element {
  const [text, setText] = createSignal("");
  let area: HTMLTextAreaElement | undefined;
  onMount(() => queueMicrotask(() => area?.focus()));
  const add = (): void => {
    if (text().trim()) props.add(text());
  };
  return (
    <div class="comment" data-part="comment">
      <textarea
        ref={(made) => (area = made)}
        rows="2"
        data-part="comment-input"
        aria-label={w.changes.commentName(props.place)}
        placeholder={w.changes.commentPlaceholder}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (isComposing(event)) return;
          if (event.key === "Enter" && !event.shiftKey) {
            event.preventDefault();
            add();
          }
          if (event.key === "Escape") {
            event.preventDefault();
            props.cancel();
          }
        }}
      />
      <div class="row">
        <span class="grow clip faint small">{props.place}</span>
        <Button size="small" variant="plain" onClick={() => props.cancel()}>
          {w.changes.commentCancel}
        </Button>
        <Button size="small" variant="primary" part="comment-add" disabled={!text().trim()} onClick={add}>
          {w.changes.commentAdd}
        </Button>
      </div>
    </div>
  );
}
