// A person's message as plain text, with highlighted file names.

import { For, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import type { Attachment, Body, Row, ThreadId } from "../generated/model";
import { IconButton } from "../kit/controls";
import { copy } from "../kit/copy";
import { Icon, type IconName } from "../kit/icons";
import { Spin } from "../kit/marks";
import { Picture } from "../kit/Picture";
import { pictureName } from "../composer/again";
import { moment } from "../words/forms";
import { w } from "../words/words";
import { TurnMenu } from "./TurnMenu";

type PromptBody = Extract<Body, { kind: "prompt" }>;

const pictures: Record<Attachment["kind"], IconName> = {
  image: "image",
  file: "file",
  skill: "spool",
  mention: "plug",
};

/** The path of a picture on this computer. One on the web is not loaded. */
const local = (one: Attachment): string | false =>
  one.kind === "image" && one.path !== null && !/^https?:/i.test(one.path) && one.path;

/** A sent message, until the server's own row of it is here. */
export function Sending(props: { row: Row; thread: ThreadId }): JSX.Element {
  const body = (): PromptBody | undefined => (props.row.body.kind === "prompt" ? props.row.body : undefined);
  return (
    <Show when={body()}>
      {(said) => (
        <div class="prompt" data-part="sent">
          <Prompt row={props.row} body={said()} thread={props.thread} sending />
        </div>
      )}
    </Show>
  );
}

export function Prompt(props: { row: Row; body: PromptBody; thread: ThreadId; sending?: boolean }): JSX.Element {
  const now = useNow();
  return (
    <div class="said" classList={{ sending: props.sending ?? false }}>
      <p class="said-text">
        <For each={pieces(props.body.text)}>
          {(piece) => (piece.isFile ? <span class="file-ref">{piece.text}</span> : <>{piece.text}</>)}
        </For>
      </p>
      <Show when={props.body.attachments.length}>
        <ul class="said-files">
          <For each={props.body.attachments}>
            {(one) => (
              <li class={`chip ${local(one) ? "pictured" : ""}`}>
                <Show when={local(one)} fallback={<Icon name={pictures[one.kind]} />}>
                  {(path) => <Picture path={path()} name="" />}
                </Show>
                <span class="sr">{w.attachment[one.kind]}</span>
                <span class="clip">
                  {one.kind === "file" ? one.path : one.kind === "image" ? pictureName(one.name) : one.name}
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <div class="said-foot">
        <Show when={props.row.startedMs}>{(ms) => <time>{moment(ms(), now())}</time>}</Show>
        <Show
          when={props.sending}
          fallback={
            <Show when={props.body.steered}>
              <span>{w.transcript.steered}</span>
            </Show>
          }
        >
          <Spin class="st" />
          <span>{props.body.steered ? w.transcript.steering : w.transcript.sending}</span>
        </Show>
        <span class="grow" />
        <IconButton small icon="copy" label={w.transcript.copyPrompt} onClick={() => void copy(props.body.text)} />
        <Show when={!props.body.steered && !props.sending}>
          <TurnMenu thread={props.thread} turn={props.row.turn} />
        </Show>
      </div>
    </div>
  );
}

/** `@crates/protocol/src/frame.rs` and `@"my notes/a b.md"` are files; an e-mail address is not. */
export function pieces(text: string): { text: string; isFile: boolean }[] {
  const found: { text: string; isFile: boolean }[] = [];
  let from = 0;
  for (const hit of text.matchAll(/(?<=^|\s)@(?![@$])(?:"[^"\n]+"|[\p{L}\p{M}\p{N}_./\\@$-]*[\p{L}\p{M}\p{N}_/])/gu)) {
    if (hit.index > from) found.push({ text: text.slice(from, hit.index), isFile: false });
    found.push({ text: hit[0], isFile: true });
    from = hit.index + hit[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), isFile: false });
  return found;
}
