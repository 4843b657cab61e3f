// A plan: a bar, "3 of 5", and its steps. Shown in the transcript and in the panel.

import { For, type JSX, Match, Show, Switch } from "solid-js";
import type { Body, PlanStep } from "../generated/model";
import { Icon } from "../kit/icons";
import { Progress, Spin } from "../kit/marks";
import { w } from "../words/words";

export type PlanBody = Extract<Body, { kind: "plan" }>;

export const doneSteps = (steps: PlanStep[]): number => steps.filter((step) => step.state === "done").length;

export function PlanHead(props: { body: PlanBody }): JSX.Element {
  const done = (): number => doneSteps(props.body.steps);
  return (
    <>
      <span class="strong tone-text">{w.row.plan}</span>
      <span class="plan-bar">
        <Progress percent={props.body.steps.length ? (done() / props.body.steps.length) * 100 : 0} />
      </span>
      <span class="num">{w.row.planOf(done(), props.body.steps.length)}</span>
    </>
  );
}

/** A step is current only while its turn is running. Steps that a turn left unfinished are still to do. */
export function PlanSteps(props: { body: PlanBody; live: boolean }): JSX.Element {
  const state = (step: PlanStep): PlanStep["state"] => (step.state === "now" && !props.live ? "toDo" : step.state);
  return (
    <>
      <Show when={props.body.explanation}>{(text) => <p class="quiet plan-why">{text()}</p>}</Show>
      <ol class="plan-steps">
        <For each={props.body.steps}>
          {(step) => (
            <li class={state(step)}>
              <Switch>
                <Match when={step.state === "done"}>
                  <Icon name="check" />
                  <span class="sr">{w.row.stepDone}</span>
                </Match>
                <Match when={state(step) === "now"}>
                  <Spin />
                  <span class="sr">{w.row.stepNow}</span>
                </Match>
                <Match when={state(step) === "toDo"}>
                  <span class="todo" />
                  <span class="sr">{w.row.stepToDo}</span>
                </Match>
              </Switch>
              <span>
                <For each={step.text.split("`")}>{(piece, i) => (i() % 2 ? <code>{piece}</code> : <>{piece}</>)}</For>
              </span>
            </li>
          )}
        </For>
      </ol>
    </>
  );
}
