// Shared parts of these pages: a multi-line text field, and the origin of a value.

import { createUniqueId, type JSX, Show } from "solid-js";
import type { Layer } from "../generated/model";
import { r } from "../words/integrations";

type LongProps = {
  label: string;
  hint?: string;
  problem?: string;
  value: string;
  rows?: number;
  part?: string;
  hideLabel?: boolean;
  disabled?: boolean;
  change: (text: string) => void;
};

export function LongField(props: LongProps): JSX.Element {
  const id = createUniqueId();
  return (
    <div class="labelled">
      <label for={id} class={props.hideLabel ? "sr" : "label-text"}>
        {props.label}
      </label>
      <textarea
        id={id}
        class={`field area ${props.problem ? "wrong" : ""}`}
        rows={props.rows ?? 2}
        data-part={props.part}
        disabled={props.disabled}
        value={props.value}
        spellcheck={false}
        aria-describedby={props.hint || props.problem ? `${id}-hint` : undefined}
        onInput={(event) => props.change(event.currentTarget.value)}
      />
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

/** The layer that a value comes from, with its file on hover. */
export function From(props: { layer: Layer | null }): JSX.Element {
  return (
    <span class="faint small" title={props.layer?.file ?? undefined}>
      {layerName(props.layer)}
    </span>
  );
}
