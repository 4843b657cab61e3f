// Data of a tool: a tree that unfolds level by level if it is JSON, otherwise the text itself.

import { createEffect, createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { w } from "../words/words";
import { Button } from "./controls";
import { Icon } from "./icons";
import { brief, holds, type Node, size, treeOf } from "./json";

/** The number of entries shown at first; a click shows the rest. */
const SHOWN = 100;

/** `seek`: branches that contain this text are open. */
export function Data(props: { text: string; name: string; seek?: string }): JSX.Element {
  const tree = createMemo(() => treeOf(props.text));
  return (
    <Show
      when={tree()}
      fallback={
        <pre class="data" tabindex="0" role="region" aria-label={props.name}>
          {props.text}
        </pre>
      }
    >
      {(node) => (
        <div class="data tree" tabindex="0" role="region" aria-label={props.name} data-part="tree">
          <Branch node={node()} open seek={props.seek?.trim().toLocaleLowerCase()} />
        </div>
      )}
    </Show>
  );
}

/** Small branches are open at first. */
function Branch(props: { node: Node; name?: string; open?: boolean; seek?: string }): JSX.Element {
  const folds = (): boolean => size(props.node) > 0;
  const [open, setOpen] = createSignal(props.open ?? false);
  const [most, setMost] = createSignal(SHOWN);
  const entries = (): [string, Node][] => {
    const { node } = props;
    return node.kind === "object"
      ? node.entries
      : node.kind === "array"
        ? node.items.map((item, i) => [String(i), item])
        : [];
  };
  createEffect(() => {
    const { node, seek } = props;
    if (!seek || !folds() || !holds(node, seek)) return;
    setOpen(true);
    const last = entries().findLastIndex(
      ([name, inside]) => name.toLocaleLowerCase().includes(seek) || holds(inside, seek),
    );
    setMost((now) => Math.max(now, last + 1));
  });
  const label = (): JSX.Element => (
    <>
      <Show when={props.name !== undefined}>
        <span class="tree-key">{props.name}</span>
        <span class="faint">: </span>
      </Show>
      <Show
        when={!open() || !folds()}
        fallback={
          <span class="faint">
            {props.node.kind === "array" ? w.data.items(size(props.node)) : w.data.fields(size(props.node))}
          </span>
        }
      >
        <span class={`tree-${props.node.kind}`}>
          {props.node.kind === "text" ? JSON.stringify(props.node.text) : brief(props.node)}
        </span>
      </Show>
    </>
  );
  return (
    <Show when={folds()} fallback={<div class="tree-leaf">{label()}</div>}>
      <button type="button" class="tree-fold" aria-expanded={open()} onClick={() => setOpen(!open())}>
        <Icon name={open() ? "down" : "right"} class="turn" />
        <span class="tree-line">{label()}</span>
      </button>
      <Show when={open()}>
        <div class="tree-in">
          <For each={entries().slice(0, most())}>
            {([name, node]) => (
              <Branch node={node} name={name} open={size(node) > 0 && size(node) <= 3} seek={props.seek} />
            )}
          </For>
          <Show when={entries().length > most()}>
            <Button size="small" variant="plain" onClick={() => setMost(most() + 10 * SHOWN)}>
              {w.data.more(entries().length - most())}
            </Button>
          </Show>
        </div>
      </Show>
    </Show>
  );
}
