// A decision of Codex's automatic reviewer with its risk and reason, and the button that overrules a denial.

import { createSignal, type JSX, Show } from "solid-js";
import { act } from "../host";
import type { Body, Row, ThreadId } from "../generated/model";
import { Marked } from "../kit/bits";
import { Button } from "../kit/controls";
import { toastError } from "../kit/toasts";
import { StepMark } from "../kit/StepMark";
import { w } from "../words/words";
import { Whole } from "./Whole";

type ReviewedBody = Extract<Body, { kind: "reviewed" }>;

export function Reviewed(props: { row: Row; body: ReviewedBody; thread: ThreadId }): JSX.Element {
  const [read, setRead] = createSignal(false);
  const refused = (): boolean => props.body.verdict === "denied" || props.body.verdict === "unfinished";
  const risk = (): string | null => {
    const known: Record<string, string> = w.review.risks;
    return props.body.risk && (known[props.body.risk] ?? props.body.risk);
  };
  const overrule = (): void =>
    void act({ type: "overrule", thread: props.thread, row: props.row.id }).catch(toastError);
  return (
    <>
      <StepMark icon="shield" row={props.row} />
      <div class="reviewed" data-part="reviewed">
        <p class="step-line">
          <span class={refused() ? "strong tone-danger" : "strong tone-text"}>
            {w.review.verdicts[props.body.verdict]}
          </span>
          <Show when={risk()}>{(found) => <span class="tag">{w.review.risk(found())}</span>}</Show>
        </p>
        <Show when={props.body.what}>
          <Show when={props.body.canOverrule} fallback={<code class="clip block">{props.body.what}</code>}>
            <Whole text={props.body.what} label={w.ask.exactly} read={() => setRead(true)} />
          </Show>
        </Show>
        <Show when={props.body.rationale}>
          {(why) => (
            <p class="quiet">
              <Marked text={why()} />
            </p>
          )}
        </Show>
        <Show when={props.body.canOverrule}>
          <div class="row wrap step-actions">
            <Button size="small" part="overrule" disabled={!read()} onClick={overrule}>
              {w.review.overrule}
            </Button>
            <span class="faint small">{w.review.overruleHint}</span>
          </div>
        </Show>
        <Show when={props.body.verdict === "overruled"}>
          <p class="faint small">{w.review.overruledHint}</p>
        </Show>
      </div>
    </>
  );
}
