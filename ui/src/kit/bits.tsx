// Small components used in several places: paths, counts, empty states, keys, a resize handle.

import { type JSX, Show, For } from "solid-js";
import { splitPath } from "../titles";
import { count } from "../words/forms";
import { Icon, type IconName } from "./icons";

/** If there is too little room, folders are cut first and the file name never. */
export function Path(props: { path: string }): JSX.Element {
  const parts = (): { dir: string; base: string } => splitPath(props.path);
  return (
    <span class="path" title={props.path}>
      <Show when={parts().dir}>
        <span class="dir">{parts().dir}</span>
      </Show>
      <span class="base">{parts().base}</span>
    </span>
  );
}

/** A hidden character as Rust marks it: `⟨U+202E⟩`. */
const HIDDEN = /(⟨U\+[0-9A-F]{4,6}(?:×\d+)?⟩)/;

/** Foreign text, with the marks of hidden characters highlighted. */
export function Marked(props: { text: string }): JSX.Element {
  return (
    <For each={props.text.split(HIDDEN)}>
      {(piece, at) => (at() % 2 ? <span class="ctl">{piece}</span> : <>{piece}</>)}
    </For>
  );
}

export function Counts(props: { added: number; removed: number }): JSX.Element {
  return (
    <span class="counts">
      <Show when={props.added > 0 || props.removed === 0}>
        <span class="tone-add">+{count(props.added)}</span>
      </Show>
      <Show when={props.removed > 0}>
        <span class="tone-remove">−{count(props.removed)}</span>
      </Show>
    </span>
  );
}

/** Five small squares that show the proportion of added and removed lines. */
export function ChangeSquares(props: { added: number; removed: number }): JSX.Element {
  const squares = (): string[] => {
    const all = props.added + props.removed;
    if (all === 0) return ["t", "t", "t", "t", "t"];
    const added =
      props.removed === 0 ? 5 : Math.min(4, Math.max(props.added ? 1 : 0, Math.round((props.added / all) * 5)));
    return Array.from({ length: 5 }, (_, i) => (i < added ? "a" : "r"));
  };
  return (
    <svg class="mini" viewBox="0 0 40 6" aria-hidden="true">
      <For each={squares()}>{(kind, i) => <rect class={kind} x={i() * 8} width="6" height="6" rx="1" />}</For>
    </svg>
  );
}

export function Empty(props: {
  icon: IconName;
  title: string;
  hint?: string;
  top?: boolean;
  children?: JSX.Element;
}): JSX.Element {
  return (
    <div class="empty">
      <Icon name={props.icon} lead />
      <Show when={props.top} fallback={<h2>{props.title}</h2>}>
        <h1>{props.title}</h1>
      </Show>
      <Show when={props.hint}>{(hint) => <p>{hint()}</p>}</Show>
      {props.children}
    </div>
  );
}

export function Keys(props: { keys: string[] }): JSX.Element {
  return (
    <span class="no-shrink">
      <For each={props.keys}>{(key) => <kbd>{key}</kbd>}</For>
    </span>
  );
}

type ResizerProps = {
  label: string;
  width: number;
  min: number;
  max: number;
  side: "start" | "end";
  change: (width: number) => void;
};

/** The edge of a panel: dragged, or moved with the arrow keys. */
export function Resizer(props: ResizerProps): JSX.Element {
  const set = (width: number): void => props.change(Math.round(Math.min(props.max, Math.max(props.min, width))));
  const drag = (event: PointerEvent): void => {
    event.preventDefault();
    const edge = event.currentTarget as HTMLElement;
    const from = event.clientX;
    // If there is too little room the panel is narrower than its set width.
    const width = edge.parentElement?.offsetWidth || props.width;
    edge.setPointerCapture(event.pointerId);
    const move = (to: PointerEvent): void =>
      set(width + (props.side === "start" ? to.clientX - from : from - to.clientX));
    const end = (): void => edge.removeEventListener("pointermove", move);
    edge.addEventListener("pointermove", move);
    edge.addEventListener("pointerup", end, { once: true });
    edge.addEventListener("pointercancel", end, { once: true });
  };
  const key = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 16 : event.key === "ArrowLeft" ? -16 : 0;
    if (!by) return;
    event.preventDefault();
    set(props.width + (props.side === "start" ? by : -by));
  };
  return (
    <div
      class={`resizer at-${props.side}`}
      role="separator"
      aria-orientation="vertical"
      aria-label={props.label}
      aria-valuenow={props.width}
      aria-valuemin={props.min}
      aria-valuemax={props.max}
      tabindex="0"
      onPointerDown={drag}
      onKeyDown={key}
    />
  );
}
