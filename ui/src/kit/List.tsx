// A long list of which only the part near the visible area is drawn.

import { For, type JSX, Show } from "solid-js";
import { type VirtualizerHandle, Virtualizer } from "virtua/solid";

export type ListHandle = VirtualizerHandle;

type ListProps = {
  keys: readonly string[];
  scroller: HTMLElement | undefined;
  children: (key: string, index: () => number) => JSX.Element;
  handle?: (handle?: ListHandle) => void;
  /** Set while lines are inserted before the first one. */
  shift?: boolean;
  size?: number;
  buffer?: number;
  onScroll?: (offset: number) => void;
  /** Called in the frame in which lines were measured and placed. */
  onPlaced?: () => void;
};

let plain = false;

/** Draws every line in environments without layout (unit tests). */
export function drawWholeLists(): void {
  plain = true;
}

export function List(props: ListProps): JSX.Element {
  return (
    <Show when={!plain} fallback={<For each={props.keys}>{(key, index) => props.children(key, index)}</For>}>
      <Show when={props.scroller}>
        {(scroller) => (
          <Virtualizer
            ref={(handle) => props.handle?.(handle)}
            data={props.keys}
            scrollRef={scroller()}
            shift={props.shift ?? false}
            itemSize={props.size}
            bufferSize={props.buffer ?? 400}
            onScroll={(offset) => props.onScroll?.(offset)}
            onResize={() => props.onPlaced?.()}
          >
            {(key, index) => props.children(key, index)}
          </Virtualizer>
        )}
      </Show>
    </Show>
  );
}
