// What Codex remembers of one thread, and whether it may.

import { createSignal, type JSX, onMount, Show } from "solid-js";
import { act, query } from "../host";
import type { ThreadId } from "../generated/model";
import { Button } from "../kit/controls";
import { toast, toastError } from "../kit/toasts";
import { r } from "../words/integrations";

export function ThreadMemory(props: { thread: ThreadId }): JSX.Element {
  // A server without memory refuses the query. Then nothing is shown.
  const [known, setKnown] = createSignal<{ summary: string | null } | null>(null);
  onMount(() => {
    query({ type: "memory", thread: props.thread })
      .then((result) => setKnown({ summary: result.summary }))
      .catch(() => undefined);
  });
  const remember = (on: boolean): void =>
    void act({ type: "feature", intent: { does: "remember", thread: props.thread, on } })
      .then(() => toast({ tone: "plain", icon: "check", title: on ? r.features.learns : r.features.learnsNot }))
      .catch(toastError);
  return (
    <Show when={known()}>
      {(found) => (
        <section class="stack" aria-label={r.features.ofThread} data-part="thread-memory">
          <p class="quiet small">{found().summary ? r.features.knows : r.features.knowsNothing}</p>
          <Show when={found().summary}>
            {(summary) => (
              <pre class="raw" tabindex="0">
                {summary()}
              </pre>
            )}
          </Show>
          <div class="row">
            <Button size="small" onClick={() => remember(false)}>
              {r.features.keepOut}
            </Button>
            <Button size="small" variant="plain" onClick={() => remember(true)}>
              {r.features.learn}
            </Button>
          </div>
        </section>
      )}
    </Show>
  );
}
