// A call of an MCP tool: its arguments and its result.

import { type JSX, Show } from "solid-js";
import { Data } from "../kit/Data";
import { markedIn } from "../view";
import { w } from "../words/words";
import type { RowProps } from "./row";
import { FoldStep } from "./Step";

export function Tool(props: RowProps<"tool">): JSX.Element {
  const seek = (): string | undefined => markedIn(props.thread, props.row.id)?.text;
  return (
    <FoldStep
      row={props.row}
      icon="plug"
      has
      head={
        <>
          {w.row.tool(props.body.server)}
          <code>{props.body.tool}</code>
        </>
      }
    >
      <div class="data-pair">
        <Named name={w.row.arguments} text={props.body.arguments} seek={seek()} />
        <Named name={w.row.result} text={props.body.result} seek={seek()} />
        <Named name={w.row.error} text={props.body.error} seek={seek()} danger />
      </div>
    </FoldStep>
  );
}

function Named(props: { name: string; text: string | null; seek: string | undefined; danger?: boolean }): JSX.Element {
  return (
    <Show when={props.text}>
      {(text) => (
        <div>
          <h4 class={props.danger ? "data-name tone-danger" : "data-name"}>{props.name}</h4>
          <Data text={text()} name={props.name} seek={props.seek} />
        </div>
      )}
    </Show>
  );
}
