// The instructions of sub-agents, their answers, and links to their threads.

import { For, type JSX, Show } from "solid-js";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { firstLine } from "../titles";
import { go } from "../view";
import { w } from "../words/words";
import type { RowProps } from "./row";
import { FoldStep } from "./Step";

const isLost = (status: string): boolean => ["errored", "interrupted", "notFound"].includes(status);

export function Agents(props: RowProps<"agents">): JSX.Element {
  return (
    <>
      <FoldStep
        row={props.row}
        icon="agent"
        head={w.row.agents(props.body.action, firstLine(props.body.prompt))}
        has={!!props.body.prompt}
      >
        <p class="quiet prewrap">{props.body.prompt}</p>
      </FoldStep>
      <For each={props.body.ends ?? []}>
        {(end) => (
          <p class={isLost(end.status) ? "tone-danger prewrap" : "quiet prewrap"}>
            {w.row.agentEnd(end.status)}
            {end.message ? ` ${end.message}` : ""}
          </p>
        )}
      </For>
      <Show when={props.body.threads.length}>
        <div class="row wrap step-actions">
          <For each={props.body.threads}>
            {(id, i) => (
              <Button size="small" onClick={() => go({ kind: "thread", id })}>
                {props.body.threads.length === 1 ? w.row.openAgent : w.row.openAgentOf(i() + 1)}
                <Icon name="right" class="turn" />
              </Button>
            )}
          </For>
        </div>
      </Show>
    </>
  );
}
