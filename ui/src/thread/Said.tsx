// What Codex says: its answer, its reasoning, a plan that it proposes.

import { type JSX, Show } from "solid-js";
import { choicesFor, pickManner } from "../composer/choices";
import type { Row, ThreadId, TurnState } from "../generated/model";
import { act } from "../host";
import { Blocks } from "../kit/Blocks";
import { Button } from "../kit/controls";
import { StepMark } from "../kit/StepMark";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";
import type { RowProps } from "./row";
import { FoldStep } from "./Step";

export function Said(props: RowProps<"said">): JSX.Element {
  return (
    <>
      <Unsaved when={props.body.unsaved} turn={props.turn} />
      <Blocks blocks={props.body.blocks} thread={props.thread} live={props.row.state === "open"} />
    </>
  );
}

export function Thought(props: RowProps<"thought">): JSX.Element {
  return (
    <FoldStep
      row={props.row}
      icon="thought"
      head={props.body.headline ?? (props.row.state === "open" ? w.row.thinking : w.row.thought)}
      has={props.body.blocks.length > 0}
    >
      <div class="quiet-prose">
        <Blocks blocks={props.body.blocks} thread={props.thread} />
      </div>
    </FoldStep>
  );
}

export function Proposal(props: RowProps<"proposal">): JSX.Element {
  return (
    <>
      <StepMark icon="plan" row={props.row} />
      <Unsaved when={props.body.unsaved} turn={props.turn} />
      <div class="box">
        <div class="box-head">
          <b>{w.row.proposal}</b>
        </div>
        <div class="box-in">
          <Blocks blocks={props.body.blocks} thread={props.thread} live={props.row.state === "open"} />
        </div>
      </div>
      <CarryOut row={props.row} thread={props.thread} />
    </>
  );
}

/** A note that the server did not save this text. */
function Unsaved(props: { when: boolean; turn: TurnState | undefined }): JSX.Element {
  return (
    <Show when={props.when}>
      <p class="unsaved">
        <span class="tag warn">{w.transcript.unsaved}</span>
        <span class="faint small">
          {props.turn === "running" || props.turn === "done" ? w.transcript.cutOffHint : w.transcript.unsavedHint}
        </span>
      </p>
    </Show>
  );
}

/** Accepts the plan: leaves plan mode and continues. */
function CarryOut(props: { row: Row; thread: ThreadId }): JSX.Element {
  const open = () => mirror.open[props.thread];
  const isLast = (): boolean =>
    open()?.newer === false &&
    open()?.turnOrder.at(-1) === props.row.turn &&
    open()?.head.running == null &&
    props.row.state === "done";
  const run = (): void => {
    pickManner(props.thread, { plan: false });
    act({
      type: "send",
      thread: props.thread,
      prompt: { text: w.row.carryOutPrompt, attached: [] },
      choices: choicesFor(props.thread),
    }).catch(toastError);
  };
  return (
    <Show when={isLast()}>
      <div class="row wrap step-actions">
        <Button variant="primary" part="carry-out" onClick={run}>
          {w.row.carryOut}
        </Button>
        <span class="faint small">{w.row.goOnPlanning}</span>
      </div>
    </Show>
  );
}
