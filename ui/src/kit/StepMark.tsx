// The mark of a step on the thread's line: its icon, or a spinner while it is running.

import { type JSX, Show } from "solid-js";
import type { Row } from "../generated/model";
import { Icon, type IconName } from "./icons";
import { Spin } from "./marks";

export function StepMark(props: { icon: IconName; row?: Row; tone?: string }): JSX.Element {
  return (
    <Show
      when={props.row?.state === "open"}
      fallback={
        <span class={`step-mark ${props.tone ?? (props.row?.state === "failed" ? "tone-danger" : "")}`}>
          <Icon name={props.icon} />
        </span>
      }
    >
      <span class="step-mark tone-accent">
        <Spin />
      </span>
    </Show>
  );
}
