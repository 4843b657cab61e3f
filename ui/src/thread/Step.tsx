// A step of work: its icon at the left, what was done at the right, folded or open.

import { type JSX, Show } from "solid-js";
import type { Row } from "../generated/model";
import { Icon, type IconName } from "../kit/icons";
import { StepMark } from "../kit/StepMark";
import { setUnfolded, unfolded } from "../view";
import { tookTime } from "../words/forms";
import { w } from "../words/words";

/** How long a row took, once it has ended. */
export function took(row: Row): string | null {
  return row.startedMs !== null && row.endedMs !== null ? tookTime(row.endedMs - row.startedMs) : null;
}

export function outcome(row: Row): string | null {
  switch (row.state) {
    case "failed":
      return w.row.failed;
    case "declined":
      return w.row.declined;
    case "stopped":
      return w.row.stopped;
    default:
      return null;
  }
}

type FoldProps = {
  row: Row;
  icon: IconName;
  head: JSX.Element;
  meta?: JSX.Element;
  children?: JSX.Element;
  /** Whether there is something to unfold. */
  has?: boolean;
  /** Open unless a person folded it. */
  open?: boolean;
};

export function FoldStep(props: FoldProps): JSX.Element {
  const isOpen = (): boolean => (props.has ?? false) && (unfolded[props.row.id] ?? props.open ?? false);
  const meta = (): JSX.Element => props.meta ?? outcome(props.row) ?? took(props.row);
  return (
    <>
      <StepMark icon={props.icon} row={props.row} />
      <Show
        when={props.has}
        fallback={
          <div class="step-line">
            <span class="clip">{props.head}</span>
            <span class="meta">{meta()}</span>
          </div>
        }
      >
        <button
          type="button"
          class="step-line"
          aria-expanded={isOpen()}
          onClick={() => setUnfolded(props.row.id, !isOpen())}
        >
          <span class="clip">{props.head}</span>
          <Icon name={isOpen() ? "down" : "right"} class="turn" />
          <span class="meta">{meta()}</span>
        </button>
        <Show when={isOpen()}>
          <div class="step-open">{props.children}</div>
        </Show>
      </Show>
    </>
  );
}
