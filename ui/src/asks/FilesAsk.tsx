// A request to change files, each with its lines.

import { For, type JSX, Show } from "solid-js";
import type { Decision } from "../generated/model";
import { Counts, Marked, Path } from "../kit/bits";
import { Button } from "../kit/controls";
import { Diff } from "../kit/Diff";
import type { MenuItem } from "../kit/Menu";
import { w } from "../words/words";
import type { CardProps } from "./AskCard";
import { sortDecisions } from "./decisions";
import { Foot } from "./Foot";

const LINES = 60;

export function FilesAsk(props: CardProps<"files">): JSX.Element {
  const sorted = () => sortDecisions(props.body.offered, props.body.also, props.ask.blank);
  const decide = (decision: Decision): void => props.answer({ kind: "decide", decision });
  const more = (): MenuItem[] =>
    sorted().sessionBehind ? [{ label: w.ask.session, run: () => decide({ kind: "acceptForSession" }) }] : [];
  props.keys({
    y: () => sorted().accept && decide({ kind: "accept" }),
    n: () => sorted().decline && decide({ kind: "decline" }),
  });
  return (
    <>
      <div class="ask-body">
        <Show when={props.body.reason}>
          {(reason) => (
            <p>
              <Marked text={reason()} />
            </p>
          )}
        </Show>
        <For each={props.body.files}>
          {(file) => (
            <div class="box">
              <div class="box-head">
                <Path path={file.path} />
                <span class="meta">
                  <Show when={file.kind !== "modified"}>
                    <span class="tag">{w.fileKind[file.kind]}</span>
                  </Show>
                  <Counts added={file.added} removed={file.removed} />
                </span>
              </div>
              <Diff file={file} limit={LINES} thread={props.ask.thread} row={props.ask.row} />
            </div>
          )}
        </For>
        <Show when={props.body.grantRoot}>
          {(root) => (
            <p class="quiet">
              <Marked text={w.ask.sessionFiles(root())} />
            </p>
          )}
        </Show>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        grave={props.ask.grave}
        accept={sorted().accept ? { label: w.ask.apply, run: () => decide({ kind: "accept" }) } : undefined}
        more={more()}
        decline={sorted().decline ? { run: () => decide({ kind: "decline" }) } : undefined}
        cancel={sorted().cancel ? { run: () => decide({ kind: "cancel" }), stops: true } : undefined}
      >
        <Show when={sorted().session}>
          <Button disabled={props.busy} onClick={() => decide({ kind: "acceptForSession" })}>
            {w.ask.session}
          </Button>
        </Show>
      </Foot>
    </>
  );
}
