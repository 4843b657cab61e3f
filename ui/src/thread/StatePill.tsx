// The state of a thread, in its head.

import { type JSX, Match, Switch } from "solid-js";
import { Icon } from "../kit/icons";
import { Diamond, Spin } from "../kit/marks";
import type { HeadWords } from "../headline";

/**
 * Hidden from screen readers, because the time would be read every second. The same text without the time is beside
 * it.
 */
export function StatePill(props: { words: HeadWords }): JSX.Element {
  return (
    <span class={`state ${props.words.tone}`} title={props.words.title} data-part="head-state">
      <Switch>
        <Match when={props.words.mark === "spin"}>
          <Spin />
        </Match>
        <Match when={props.words.mark === "wait"}>
          <Diamond />
        </Match>
        <Match when={props.words.mark === "stop"}>
          <Icon name="stop" />
        </Match>
        <Match when={props.words.mark === "lock"}>
          <Icon name="lock" />
        </Match>
      </Switch>
      <span class="clip" aria-hidden="true">
        {props.words.text}
      </span>
    </span>
  );
}
