// How much of the model's context window is used.

import { type JSX, Show } from "solid-js";
import { Ring } from "../kit/marks";
import type { Thread } from "../mirror";
import { w } from "../words/words";

/** Below this percentage there is nothing to worry about, and nothing is shown. */
const SHOWN_FROM = 10;

export function Context(props: { thread: Thread | undefined }): JSX.Element {
  const percent = (): number => props.thread?.head.usage?.contextPercent ?? 0;
  const words = (): string => w.composer.context(percent(), props.thread?.head.usage?.contextWindow ?? null);
  return (
    <Show when={percent() >= SHOWN_FROM}>
      <span class="context" role="img" aria-label={words()} title={words()}>
        <Ring percent={percent()} />
        {w.composer.percent(percent())}
      </span>
    </Show>
  );
}
