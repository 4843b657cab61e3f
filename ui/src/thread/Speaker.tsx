// Announces each message of the agent once it is complete, because a screen reader cannot follow a stream.

import { createEffect, createSignal, type JSX, on } from "solid-js";
import type { Thread } from "../mirror";
import { w } from "../words/words";

const MOST = 400;

export function Speaker(props: { thread: Thread }): JSX.Element {
  const [text, setText] = createSignal("");
  const lastSaid = (): { id: string; done: boolean } | null => {
    for (const id of props.thread.order.toReversed()) {
      const row = props.thread.rows[id];
      if (row?.body.kind === "said") return { id, done: row.state !== "open" };
      if (row?.body.kind === "prompt") return null;
    }
    return null;
  };
  createEffect(
    on(
      () => {
        const said = lastSaid();
        return said?.done ? said.id : null;
      },
      (id) => {
        const row = id ? props.thread.rows[id] : undefined;
        if (row?.body.kind !== "said") return;
        const parsed = new DOMParser().parseFromString(
          row.body.blocks.map((block) => block.html).join("\n"),
          "text/html",
        );
        setText(w.transcript.answered((parsed.body.textContent ?? "").slice(0, MOST)));
      },
      { defer: true },
    ),
  );
  return (
    <div class="sr" aria-live="polite">
      {text()}
    </div>
  );
}
