// An entry at the top of the sidebar.

import type { JSX } from "solid-js";
import { Icon, type IconName } from "../kit/icons";

export function NavRow(props: {
  icon: IconName;
  label: string;
  part: string;
  current?: boolean;
  run: () => void;
  children: JSX.Element;
}): JSX.Element {
  return (
    <button
      type="button"
      class="side-row"
      data-part={props.part}
      aria-current={props.current ? "page" : undefined}
      onClick={() => props.run()}
    >
      <Icon name={props.icon} />
      <span class="label">{props.label}</span>
      {props.children}
    </button>
  );
}
