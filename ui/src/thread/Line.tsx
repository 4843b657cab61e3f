// One entry of the transcript: a row, a request, the trouble of a turn, or a message on its way.

import { type JSX, Show } from "solid-js";
import type { Row } from "../generated/model";
import { later } from "../kit/later";
import { Diamond } from "../kit/marks";
import { mirror, type Thread } from "../mirror";
import { type EntryKey, keyParts } from "../rows";
import { Sending } from "./Prompt";
import { RowView } from "./RowView";
import { Trouble } from "./Trouble";

const AskCard = later(() => import("../asks/AskCard").then((file) => file.AskCard));

type LineProps = {
  thread: Thread;
  entry: EntryKey;
  found: boolean;
  first: boolean;
  last: boolean;
  next: EntryKey | undefined;
};

/** Each entry draws its piece of the vertical line: none beside a prompt, and it ends with the turn. */
export function Line(props: LineProps): JSX.Element {
  const { kind, id } = keyParts(props.entry);
  const sent = (row: string): Row | undefined => props.thread.sent.find((one) => one.id === row);
  const isPrompt = (key: EntryKey | undefined): boolean => {
    if (!key) return false;
    const parts = keyParts(key);
    const body = (
      parts.kind === "row" ? props.thread.rows[parts.id] : parts.kind === "sent" ? sent(parts.id) : undefined
    )?.body;
    return body?.kind === "prompt" && !body.steered;
  };
  const shape = (): string => {
    if (isPrompt(props.entry)) return `line prompt-line ${props.first ? "is-first" : ""}`;
    return `line on-thread ${props.first ? "is-first" : ""} ${props.last || isPrompt(props.next) ? "is-last" : ""}`;
  };
  return (
    <div class={`${shape()} ${props.found ? "is-found" : ""}`} data-found={props.found ? "true" : undefined}>
      <Show when={kind === "row" && props.thread.rows[id]}>
        {(row) => <RowView row={row()} thread={props.thread.id} turn={props.thread.turns[row().turn]?.state} />}
      </Show>
      <Show when={kind === "ask" && mirror.asks[id]}>
        {(ask) => (
          <div class="step">
            <span class="step-mark tone-waiting">
              <Diamond />
            </span>
            <AskCard ask={ask()} />
          </div>
        )}
      </Show>
      <Show when={kind === "sent" && sent(id)}>{(row) => <Sending row={row()} thread={props.thread.id} />}</Show>
      <Show when={kind === "trouble" && props.thread.turns[id]}>
        {(turn) => <Trouble thread={props.thread} turn={turn()} />}
      </Show>
    </div>
  );
}
