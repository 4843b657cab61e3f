// One row of a timeline, by its kind.

import type { Component, JSX } from "solid-js";
import { Dynamic } from "solid-js/web";
import { Reviewed } from "../asks/Reviewed";
import type { Body, Row, ThreadId, TurnState } from "../generated/model";
import { Agents } from "./Agents";
import { Edited } from "./Edited";
import { Prompt } from "./Prompt";
import { Ran } from "./Ran";
import type { RowProps } from "./row";
import { Proposal, Said, Thought } from "./Said";
import { steps } from "./steps";
import { Tool } from "./Tool";

/** A kind that the engine adds does not compile until it has a view, here or in `steps`. */
const views: { [K in Body["kind"]]: Component<RowProps<K>> } = {
  ...steps,
  prompt: Prompt,
  said: Said,
  thought: Thought,
  proposal: Proposal,
  ran: Ran,
  edited: Edited,
  tool: Tool,
  agents: Agents,
  reviewed: Reviewed,
};

export function RowView(props: { row: Row; thread: ThreadId; turn: TurnState | undefined }): JSX.Element {
  const kind = (): Body["kind"] => props.row.body.kind;
  /** Each view gets a body of its own kind, which the type of a table cannot express. */
  const view = (): Component<RowProps<Body["kind"]>> => views[kind()] as Component<RowProps<Body["kind"]>>;
  return (
    <div
      class={kind() === "prompt" ? "prompt" : "step"}
      data-part="row"
      data-row={props.row.id}
      data-kind={kind()}
      data-state={props.row.state}
    >
      <Dynamic component={view()} row={props.row} body={props.row.body} thread={props.thread} turn={props.turn} />
    </div>
  );
}
