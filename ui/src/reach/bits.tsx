// What these pages share: that something is being read or could not be, a question, a longer text field.

import { createUniqueId, type JSX, Show } from "solid-js";
import type { Layer } from "../generated/model";
import { Button } from "../kit/controls";
import { Dialog } from "../kit/Dialog";
import { Icon } from "../kit/icons";
import { Spin } from "../kit/marks";
import { told } from "../kit/toasts";
import { r } from "../words/reach";
import type { Seen } from "./seen";

export function Standing(props: { seen: Seen<object>; children: JSX.Element }): JSX.Element {
  return (
    <>
      <Show when={props.seen.problem()}>
        {(why) => (
          <div class="note-box" role="status" data-part="list-problem">
            <Icon name="warn" class="tone-warn" />
            <span class="grow">
              <b>{r.common.failed}</b> {why()}
            </span>
            <Button size="small" onClick={() => void props.seen.again()}>
              {r.common.again}
            </Button>
          </div>
        )}
      </Show>
      <Show
        when={props.seen.now()}
        fallback={
          <Show when={props.seen.busy()}>
            <p class="row quiet" role="status">
              <Spin />
              {r.common.reading}
            </p>
          </Show>
        }
      >
        {props.children}
      </Show>
    </>
  );
}

export interface Question {
  title: string;
  hint: string;
  yes: string;
  run: () => Promise<unknown>;
}

export function Sure(props: { question: Question; close: () => void; children?: JSX.Element }): JSX.Element {
  const yes = (): void => {
    // Read before the dialog goes: afterwards the question is nobody's any more.
    const { run } = props.question;
    props.close();
    run().catch(told);
  };
  return (
    <Dialog title={props.question.title} close={props.close}>
      <p class="quiet">{props.question.hint}</p>
      {props.children}
      <div class="dialog-foot">
        <Button data-focus part="dialog-no" onClick={props.close}>
          {r.common.cancel}
        </Button>
        <Button look="danger" part="dialog-yes" onClick={yes}>
          {props.question.yes}
        </Button>
      </div>
    </Dialog>
  );
}

type LongProps = { label: string; hint?: string; problem?: string; value: string; rows?: number; part?: string; hideLabel?: boolean; disabled?: boolean; change: (text: string) => void };

export function LongField(props: LongProps): JSX.Element {
  const id = createUniqueId();
  return (
    <div class="labelled">
      <label for={id} class={props.hideLabel ? "sr" : "label-text"}>
        {props.label}
      </label>
      <textarea id={id} class={`field area ${props.problem ? "wrong" : ""}`} rows={props.rows ?? 2} data-part={props.part} disabled={props.disabled} value={props.value} spellcheck={false} aria-describedby={props.hint || props.problem ? `${id}-hint` : undefined} onInput={(event) => props.change(event.currentTarget.value)} />
      <Show when={props.problem ?? props.hint}>
        {(text) => (
          <p id={`${id}-hint`} class={props.problem ? "small tone-danger" : "small faint"}>
            {text()}
          </p>
        )}
      </Show>
    </div>
  );
}

export function layerName(layer: Layer | null): string {
  if (layer === null) return r.common.unset;
  return r.common.layers[layer.kind];
}

/** Where a value comes from, its file when pointed at. */
export function From(props: { layer: Layer | null }): JSX.Element {
  return (
    <span class="faint small" title={props.layer?.file ?? undefined}>
      {layerName(props.layer)}
    </span>
  );
}
