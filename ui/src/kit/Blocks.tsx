// Markdown in the blocks that Rust made, so that only a changed block is drawn again.

import { Index, type JSX, Show } from "solid-js";
import type { Block, ThreadId } from "../generated/model";
import { w } from "../words/words";
import { IconButton } from "./controls";
import { copy } from "./copy";
import { Html } from "./Html";

export function Blocks(props: { blocks: Block[]; thread: ThreadId | null; live?: boolean }): JSX.Element {
  return (
    <div class={`prose ${props.live ? "live" : ""}`}>
      <Index each={props.blocks}>
        {(block) => (
          <Show
            when={block().kind === "code"}
            fallback={<Html class="blk" html={block().html} thread={props.thread} />}
          >
            <Code block={block() as Extract<Block, { kind: "code" }>} />
          </Show>
        )}
      </Index>
    </div>
  );
}

function Code(props: { block: Extract<Block, { kind: "code" }> }): JSX.Element {
  let pre: HTMLPreElement | undefined;
  return (
    <div class="blk code">
      <div class="corner">
        <Show when={props.block.language}>{(language) => <span>{language()}</span>}</Show>
        <IconButton small icon="copy" label={w.row.copyCode} onClick={() => void copy(pre?.textContent ?? "")} />
      </div>
      <pre ref={(made) => (pre = made)} tabindex="0" role="region" aria-label={w.row.code}>
        <Html as="code" html={props.block.html} />
      </pre>
    </div>
  );
}
