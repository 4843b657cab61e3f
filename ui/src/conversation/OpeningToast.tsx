// A word while one is on the way to a place that was found: a long thread takes its time.

import { type JSX, Show } from "solid-js";
import { Spin } from "../kit/marks";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { opening } from "./open";

export function OpeningToast(): JSX.Element {
  return (
    <Show when={opening()}>
      {(thread) => (
        <div class="toast" role="status" data-part="opening-toast">
          <Spin />
          <div class="grow clip">{w.hits.seeking(mirror.threads[thread()]?.title ?? "")}</div>
        </div>
      )}
    </Show>
  );
}
