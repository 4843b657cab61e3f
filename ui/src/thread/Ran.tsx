// A command: what is run, its live output, how it ended and how long it took.

import { createEffect, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import type { Body, Row, ThreadId } from "../generated/model";
import { IconButton } from "../kit/controls";
import { copy } from "../kit/copy";
import { Icon } from "../kit/icons";
import { mirror } from "../mirror";
import { setUnfolded, unfolded } from "../view";
import { ticking, tookTime } from "../words/forms";
import { w } from "../words/words";
import { Output } from "./Output";
import { StepMark } from "../kit/StepMark";

type RanBody = Extract<Body, { kind: "ran" }>;

/** How it ended, in words. */
export function ending(row: Row, body: RanBody, nowMs: number): string {
  const ms = body.ms ?? (row.startedMs !== null && row.endedMs !== null ? row.endedMs - row.startedMs : null);
  if (row.state === "open") return w.row.running(ticking(nowMs - (row.startedMs ?? nowMs)));
  if (row.state === "declined") return w.row.declined;
  const time = ms === null ? null : tookTime(ms);
  if (row.state === "stopped") return time === null ? w.row.stopped : w.row.stoppedAfter(time);
  const exit = body.exit === null ? (row.state === "failed" ? w.row.failed : null) : w.row.exit(body.exit);
  if (exit === null) return time ?? "";
  return time === null ? exit : w.row.exitAndTime(exit, time);
}

export function Ran(props: { row: Row; body: RanBody; thread: ThreadId }): JSX.Element {
  const now = useNow();
  const running = (): boolean => props.row.state === "open";
  /** It has not begun, because somebody is asked whether it may. */
  const waits = (): boolean => running() && Object.values(mirror.asks).some((ask) => ask?.row === props.row.id);
  // A row that was open while its command ran stays open when it ends, so that nothing moves while it is read.
  createEffect(() => {
    if (running() && unfolded[props.row.id] === undefined) setUnfolded(props.row.id, true);
  });
  /** Whether it is still running after its turn ended. */
  const goesOn = (): boolean =>
    props.row.state === "stopped" &&
    (mirror.open[props.thread]?.terminals ?? []).some((one) => one.command === props.body.command);
  const bad = (): boolean => (props.body.exit ?? 0) !== 0 || props.row.state === "failed";
  const isOpen = (): boolean => unfolded[props.row.id] ?? (running() || bad());
  const fold = (): void => setUnfolded(props.row.id, !isOpen());
  const firstLine = (): string => props.body.command.split("\n", 1)[0] ?? "";
  const meta = (): JSX.Element => (
    <span class={`meta ${waits() ? "tone-waiting" : running() ? "tone-accent" : bad() ? "tone-danger" : ""}`}>
      <Show when={!running() && props.body.exit === 0}>
        <Icon name="check" class="tone-add" />
      </Show>
      {waits() ? w.row.waits : goesOn() ? w.row.goesOn : ending(props.row, props.body, now())}
    </span>
  );
  return (
    <>
      <StepMark icon="terminal" row={waits() ? undefined : props.row} tone={bad() && !running() ? "tone-danger" : ""} />
      <Show
        when={isOpen()}
        fallback={
          <button type="button" class="step-line" aria-expanded="false" onClick={fold}>
            <code class="clip">{firstLine()}</code>
            <Show when={props.body.byYou}>
              <span class="tag">{w.row.byYou}</span>
            </Show>
            <Icon name="right" class="turn" />
            {meta()}
          </button>
        }
      >
        <div class={`box ${running() && !waits() ? "running" : ""}`}>
          <div class="box-head">
            <button type="button" class="box-fold" aria-expanded="true" onClick={fold}>
              <code class="clip" title={props.body.raw}>
                {firstLine()}
              </code>
            </button>
            <Show when={props.body.byYou}>
              <span class="tag">{w.row.byYou}</span>
            </Show>
            {meta()}
            <IconButton small icon="copy" label={w.common.copy} onClick={() => void copy(props.body.command)} />
          </div>
          <Show when={props.body.command.includes("\n")}>
            <pre class="script">{props.body.command}</pre>
          </Show>
          <Show when={props.body.typed?.length}>
            <pre class="script" data-part="typed" aria-label={w.row.typed}>
              <span class="muted">{w.row.typed} </span>
              {props.body.typed?.join("")}
            </pre>
          </Show>
          <Show when={!waits() && props.row.state !== "declined"}>
            <Output row={props.row} body={props.body} thread={props.thread} />
          </Show>
        </div>
      </Show>
    </>
  );
}
