// The list of suggestions above the composer. It never takes the focus.

import { createEffect, For, type JSX, on, Show } from "solid-js";
import { Icon } from "../kit/icons";
import { w } from "../words/words";
import type { Suggesting } from "./suggest";

export const LIST = "suggest";
export const optionId = (at: number): string => `${LIST}-${at}`;

export function Suggest(props: { of: Suggesting }): JSX.Element {
  createEffect(
    on(
      () => props.of.at(),
      (at) => document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" }),
      { defer: true },
    ),
  );
  return (
    <div class="suggest">
      <div class="suggest-head">
        <span class="grow">{props.of.label()}</span>
        <span class="faint" role="status">
          {props.of.busy() && props.of.entries().length === 0
            ? w.suggest.looking
            : w.suggest.found(props.of.entries().length)}
        </span>
      </div>
      <Show when={props.of.entries().length}>
        <div
          class="suggest-list"
          role="listbox"
          tabindex="0"
          id={LIST}
          aria-label={props.of.label()}
          data-part="suggest"
        >
          <For each={props.of.entries()}>
            {(entry, at) => (
              <div
                id={optionId(at())}
                class="suggest-item"
                role="option"
                aria-selected={props.of.at() === at()}
                data-part="suggestion"
                onMouseMove={() => props.of.setAt(at())}
                onMouseDown={(event) => {
                  event.preventDefault();
                  props.of.take(at());
                }}
              >
                <Icon name={entry.icon} />
                <span class={entry.mono ? "mono clip" : "strong no-shrink"}>{entry.label}</span>
                <Show when={entry.detail}>
                  <span class="faint clip">{entry.detail}</span>
                </Show>
              </div>
            )}
          </For>
        </div>
      </Show>
    </div>
  );
}
