// Shown before rows are read: nothing for a moment, then a skeleton, because a short flash of grey is worse than
// nothing.

import { createSignal, type JSX, onCleanup, Show } from "solid-js";
import { Skeleton } from "../kit/marks";
import { w } from "../words/words";

const LATE_MS = 150;

export function Waiting(): JSX.Element {
  const [late, setLate] = createSignal(false);
  const timer = setTimeout(() => setLate(true), LATE_MS);
  onCleanup(() => clearTimeout(timer));
  return (
    <Show when={late()}>
      <Skeleton label={w.transcript.loading} />
    </Show>
  );
}
