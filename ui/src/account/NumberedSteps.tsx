// Numbered steps that a person follows outside of the app.

import { For, type JSX } from "solid-js";

export function NumberedSteps(props: { lines: readonly string[] }): JSX.Element {
  return (
    <ol class="code-steps">
      <For each={props.lines}>
        {(line, i) => (
          <li>
            <span class="no">{i() + 1}</span>
            <span class="grow">{line}</span>
          </li>
        )}
      </For>
    </ol>
  );
}
