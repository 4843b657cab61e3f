// The permissions of the thread that asks, as the server reported them.

import { type JSX, Show } from "solid-js";
import { policyMeaning, policyName } from "../composer/permissions";
import type { Policy, ThreadId } from "../generated/model";
import { mirror } from "../mirror";
import { w } from "../words/words";

export function AskUnder(props: { thread: ThreadId | null }): JSX.Element {
  const policy = (): Policy | null => (props.thread ? (mirror.open[props.thread]?.head.policy ?? null) : null);
  return (
    <Show when={policy()}>
      {(held) => (
        <p class="faint small ask-under" title={policyMeaning(held())} data-part="ask-under">
          {w.permissions.under(policyName(held()))}
        </p>
      )}
    </Show>
  );
}
