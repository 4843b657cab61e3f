// The files of a set of changes; a click scrolls to one.

import { For, type JSX, Show } from "solid-js";
import type { FileSum } from "../generated/model";
import { Counts, ChangeSquares, Path } from "../kit/bits";
import { w } from "../words/words";
import { isBare } from "./Lines";

const tones = {
  added: "tone-add",
  modified: "tone-warn",
  deleted: "tone-remove",
  renamed: "tone-info",
  copied: "tone-info",
} as const satisfies Record<FileSum["kind"], string>;

export function Files(props: { files: readonly FileSum[]; jump: (file: number) => void }): JSX.Element {
  return (
    <ul class="file-list" aria-label={w.panel.files(props.files.length)}>
      <For each={props.files}>
        {(file, i) => (
          <li>
            <button type="button" class="file-row" onClick={() => props.jump(i())}>
              <span class={`kind ${tones[file.kind]}`} title={w.fileKind[file.kind]}>
                {w.fileLetter[file.kind]}
              </span>
              <Path path={file.path} />
              <Show when={!isBare(file)} fallback={<span class="faint small clip">{file.note}</span>}>
                <Counts added={file.added} removed={file.removed} />
                <ChangeSquares added={file.added} removed={file.removed} />
              </Show>
            </button>
          </li>
        )}
      </For>
    </ul>
  );
}
