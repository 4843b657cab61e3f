// A message of an MCP server in a frame under the server's name, so that nothing in it can pass for a text or button
// of ours.

import { type JSX, Show } from "solid-js";
import { Icon } from "../kit/icons";
import { w } from "../words/words";
import { Whole } from "./Whole";

export function ServerMessage(props: {
  server: string;
  message: string;
  read?: () => void;
  children?: JSX.Element;
}): JSX.Element {
  return (
    <figure class="ask-said" data-part="said">
      <figcaption>
        <Icon name="plug" />
        {w.ask.says(props.server)}
      </figcaption>
      <Show when={props.message.trim()}>
        <Whole class="said-words" text={props.message} label={w.ask.says(props.server)} read={() => props.read?.()} />
      </Show>
      {props.children}
    </figure>
  );
}
