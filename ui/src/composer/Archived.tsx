// Replaces the composer of an archived thread, which accepts no message until it is restored.

import type { JSX } from "solid-js";
import type { ThreadId } from "../generated/model";
import { act } from "../host";
import { Button } from "../kit/controls";
import { toastError } from "../kit/toasts";
import { w } from "../words/words";

export function Archived(props: { thread: ThreadId }): JSX.Element {
  return (
    <div class="dock-note alone">
      <span class="grow">{w.composer.archived}</span>
      <Button size="small" onClick={() => void act({ type: "unarchive", threads: [props.thread] }).catch(toastError)}>
        {w.composer.restore}
      </Button>
    </div>
  );
}
