// Steps to do elsewhere, in their order.

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
