// One way to sign in.

import { type JSX, Show } from "solid-js";
import { Icon, type IconName } from "../kit/icons";

type WayProps = {
  icon: IconName;
  title: string;
  hint: string;
  part?: string;
  first?: boolean;
  open?: boolean;
  disabled?: boolean;
  tag?: string;
  run?: () => void;
};

export function Way(props: WayProps): JSX.Element {
  return (
    <button
      type="button"
      class={`way ${props.first && !props.open ? "first" : ""} ${props.open ? "open" : ""}`}
      data-part={props.part}
      disabled={props.disabled}
      aria-expanded={props.open === undefined ? undefined : props.open}
      onClick={() => props.run?.()}
    >
      <span class="logo">
        <Icon name={props.icon} />
      </span>
      <span class="grow">
        <b>{props.title}</b>
        <small>{props.hint}</small>
      </span>
      <Show when={props.tag} fallback={<Icon name="right" class="faint" />}>
        {(tag) => <span class="tag">{tag()}</span>}
      </Show>
    </button>
  );
}
