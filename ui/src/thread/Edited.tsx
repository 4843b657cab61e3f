// Edited files, each with its diff.

import { For, type JSX, Show } from "solid-js";
import { Counts, Path } from "../kit/bits";
import { Diff } from "../kit/Diff";
import { StepMark } from "../kit/StepMark";
import { markedIn } from "../view";
import { w } from "../words/words";
import type { RowProps } from "./row";

const DIFF_LINES = 40;

export function Edited(props: RowProps<"edited">): JSX.Element {
  return (
    <>
      <StepMark icon="edit" row={props.row} />
      <Show when={props.body.files.length} fallback={<div class="step-line">{w.row.editing}</div>}>
        <div class="files">
          <For each={props.body.files}>
            {(file) => (
              <div class={`box ${props.row.state === "open" ? "running" : ""}`}>
                <div class="box-head">
                  <Path path={file.path} />
                  <span class="meta">
                    <Show when={props.row.state === "declined" || props.row.state === "failed"}>
                      <span class="tone-danger">{props.row.state === "declined" ? w.row.declined : w.row.failed}</span>
                    </Show>
                    <Show when={props.row.state === "stopped"}>
                      <span class="faint">{w.row.stopped}</span>
                    </Show>
                    <Show when={file.kind !== "modified"}>
                      <span class="tag">{w.fileKind[file.kind]}</span>
                    </Show>
                    <Counts added={file.added} removed={file.removed} />
                  </span>
                </div>
                <Diff
                  file={file}
                  limit={DIFF_LINES}
                  thread={props.thread}
                  row={props.row.id}
                  seek={markedIn(props.thread, props.row.id)?.text}
                />
              </div>
            )}
          </For>
        </div>
      </Show>
    </>
  );
}
