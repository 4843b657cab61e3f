// One setting: a name, a hint, and its control.

import { type JSX, Show } from "solid-js";

export function SettingRow(props: { name: string; hint?: string; children: JSX.Element }): JSX.Element {
  return (
    <li>
      <span class="grow">
        <span class="name">{props.name}</span>
        <Show when={props.hint}>{(hint) => <small>{hint()}</small>}</Show>
      </span>
      {props.children}
    </li>
  );
}
