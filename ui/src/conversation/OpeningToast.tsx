// Shown while a search result is being opened, which takes a while in a long thread.

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
