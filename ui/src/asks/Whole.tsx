// A text that a person decides about: all of it, or its beginning and end with the size of what is left out. It counts
// as read once its end was in sight.

import { createEffect, createMemo, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { Marked } from "../kit/bits";
import { Button } from "../kit/controls";
import { w } from "../words/words";
import { closed, fold, type Gap, pieces } from "./folded";

type WholeProps = { text: string; label: string; class?: string; part?: string; read?: () => void };

export function Whole(props: WholeProps): JSX.Element {
  const [all, setAll] = createSignal(false);
  const text = createMemo(() => closed(props.text));
  const folded = createMemo(() => (all() ? null : fold(text())));
  let box: HTMLDivElement | undefined;
  const open = (): void => {
    setAll(true);
    // The button is gone, so the box takes the focus and the keys scroll it.
    box?.focus();
  };
  return (
    <div
      ref={(made) => (box = made)}
      class={props.class ?? "cmd"}
      classList={{ whole: all() }}
      role="group"
      aria-label={props.label}
      tabindex="0"
      data-part={props.part}
      data-reads=""
    >
      <Show
        when={folded()}
        fallback={
          <>
            <Text text={text()} />
            <End seen={() => props.read?.()} />
          </>
        }
      >
        {(ends) => (
          <>
            <Text text={ends().head} />
            <span class="fold">
              <span>
                {ends().lines > 1 ? w.ask.hiddenLines(ends().lines) : w.ask.hiddenCharacters(ends().characters)}
              </span>
              <Button size="small" part="show-whole" onClick={open}>
                {w.ask.showWhole}
              </Button>
            </span>
            <Text text={ends().tail} />
          </>
        )}
      </Show>
    </div>
  );
}

/** An invisible mark after the text. If it comes into sight, so did the text before it. */
function End(props: { seen: () => void }): JSX.Element {
  let mark: HTMLSpanElement | undefined;
  createEffect(() => {
    if (!mark) return;
    const look = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      look.disconnect();
      props.seen();
    });
    look.observe(mark);
    onCleanup(() => look.disconnect());
  });
  return <span ref={(made) => (mark = made)} class="ask-end" aria-hidden="true" />;
}

function Text(props: { text: string }): JSX.Element {
  return (
    <For each={pieces(props.text)}>
      {(piece) => (typeof piece === "string" ? <Marked text={piece} /> : <span class="ctl">{gap(piece)}</span>)}
    </For>
  );
}

const gap = (gap: Gap): string => (gap.kind === "lines" ? w.ask.blankLines(gap.count) : w.ask.blanks(gap.count));
