// Commands that go on although their turn is over, each with a way to end it.

import { For, type JSX, Show } from "solid-js";
import type { Terminal, ThreadId } from "../generated/model";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { told } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";

export function Terminals(props: { thread: ThreadId }): JSX.Element {
  const all = (): Terminal[] => (mirror.open[props.thread]?.head.running == null ? (mirror.open[props.thread]?.terminals ?? []) : []);
  const stop = (process: string | null): void => {
    act({ type: "stopTerminal", thread: props.thread, process }).catch(told);
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
