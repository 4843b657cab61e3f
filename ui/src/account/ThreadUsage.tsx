// What one thread used: our own count of tokens, and the account's estimate if it has one.

import { createResource, For, type JSX, Show } from "solid-js";
import { query } from "../host";
import type { ThreadId, ThreadUsage as Usage } from "../generated/model";
import { short } from "../words/forms";
import { w } from "../words/words";

export function ThreadUsage(props: { id: ThreadId }): JSX.Element {
  const [found] = createResource(
    () => props.id,
    (thread): Promise<Usage | null> =>
      query({ type: "threadUsage", thread }).then(
        (result) => result.usage,
        () => null,
      ),
  );
  return (
    <Show when={found()}>
      {(usage) => (
        <dl class="about" data-part="thread-usage">
          <For each={lines(usage())}>
            {([name, value]) => (
              <div>
                <dt>{name}</dt>
                <dd class="num">{value}</dd>
              </div>
            )}
          </For>
        </dl>
      )}
    </Show>
  );
}

/** Unknown values are shown as unknown. */
export function lines(usage: Usage): [string, string][] {
  const here = usage.tokens === null ? w.usage.threadNone : w.usage.threadTokens(short(usage.tokens), usage.turns);
  const cost = usage.credits === null ? w.common.unknown : w.usage.threadCost(usage.credits, usage.dollars);
  const groups = usage.groups.map((group): [string, string] => [
    w.usage.group(group.model, group.effort),
    group.tokens === null
      ? w.usage.threadCost(group.credits, null)
      : w.usage.groupUsed(short(group.tokens), group.credits),
  ]);
  return [[w.usage.threadHere, here], [w.usage.threadEstimate, cost], ...groups];
}
