// Commands that are still running after their turn, each with a button that ends it.

import { createMemo, For, type JSX, Show } from "solid-js";
import type { Terminal, ThreadId } from "../generated/model";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";

export function Terminals(props: { thread: ThreadId }): JSX.Element {
  const all = createMemo((): Terminal[] => {
    const thread = mirror.open[props.thread];
    const turn = thread?.head.running;
    if (!thread?.terminals.length || turn == null) return thread?.terminals ?? [];
    // A command that the running turn waits for has a row of its own and ends with the turn.
    const own = new Set<string>();
    for (const id of thread.order.toReversed()) {
      const row = thread.rows[id];
      if (row?.turn !== turn) break;
      if (row.body.kind === "ran" && row.state === "open") own.add(row.body.command);
    }
    return thread.terminals.filter((one) => !own.has(one.command));
  });
  const stop = (process: string | null): void => {
    act({ type: "stopTerminal", thread: props.thread, process }).catch(toastError);
  };
  return (
    <Show when={all().length}>
      <ul class="dock-list" aria-label={w.terminals.name} data-part="terminals">
        <For each={all()}>
          {(one) => (
            <li class="dock-note">
              <Icon name="terminal" />
              <span class="no-shrink">{w.terminals.runs}</span>
              <code class="clip grow" title={w.terminals.where(one.command, one.cwd)}>
                {one.command}
              </code>
              <Button size="small" part="stop-terminal" onClick={() => stop(one.process)}>
                {w.terminals.stop}
              </Button>
            </li>
          )}
        </For>
        <Show when={all().length > 1}>
          <li class="dock-note">
            <span class="grow">{w.terminals.count(all().length)}</span>
            <Button size="small" part="stop-terminals" onClick={() => stop(null)}>
              {w.terminals.stopAll}
            </Button>
          </li>
        </Show>
      </ul>
    </Show>
  );
}
