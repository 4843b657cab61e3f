// One experimental feature of Codex.

import { type JSX, Show } from "solid-js";
import { act } from "../host";
import type { Feature } from "../generated/model";
import { Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { r } from "../words/integrations";

export function FeatureRow(props: { feature: Feature }): JSX.Element {
  return (
    <li data-part="feature" data-name={props.feature.name}>
      <span class="grow">
        <span class="row gap-1">
          <span class="name">{props.feature.title ?? props.feature.name}</span>
          <Show when={props.feature.on !== props.feature.defaultOn}>
            <span class="tag accent">{r.features.changed}</span>
          </Show>
          <Show when={props.feature.locked}>
            <span class="tag">
              <Icon name="lock" />
              {r.common.locked}
            </span>
          </Show>
        </span>
        <small>{props.feature.description ?? (props.feature.title ? props.feature.name : null)}</small>
      </span>
      <Show when={!props.feature.locked}>
        <Switch
          label={r.features.on(props.feature.title ?? props.feature.name)}
          on={props.feature.on}
          change={(on) =>
            void act({ type: "feature", intent: { does: "switch", name: props.feature.name, on } }).catch(toastError)
          }
        />
      </Show>
    </li>
  );
}
