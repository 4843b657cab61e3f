// The codex that was found.

import { type JSX, Show } from "solid-js";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Spin } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { allLines, mirror } from "../mirror";
import { w } from "../words/words";

export function pickCodex(): void {
  act({ type: "pickCodex" })
    .then((receipt) => (receipt.path ? act({ type: "useCodex", path: receipt.path }) : undefined))
    .catch(toastError);
}

export function Found(): JSX.Element {
  const count = (): number => allLines().length;
  return (
    <div class="found" role="status">
      <Show
        when={mirror.server.phase.kind !== "finding" && mirror.server.codex}
        fallback={
          <>
            <Spin />
            <span class="grow">
              <b>{w.welcome.finding}</b> <span class="quiet">{w.welcome.findingHint}</span>
            </span>
          </>
        }
      >
        {(codex) => (
          <>
            <Show when={mirror.server.phase.kind === "ready"} fallback={<Spin />}>
              <Icon name="check" class="tone-add" />
            </Show>
            <span class="grow clip" title={codex().path}>
              <b>{w.welcome.found(codex().version)}</b>{" "}
              <span class="quiet">
                {mirror.server.phase.kind === "ready" ? w.welcome.origin[codex().found] : w.welcome.starting}
              </span>
            </span>
            <Show when={count() > 0}>
              <span class="quiet num wide-only">{w.welcome.threads(count(), mirror.server.home)}</span>
            </Show>
            <Button variant="plain" size="small" onClick={pickCodex}>
              {w.welcome.another}
            </Button>
          </>
        )}
      </Show>
    </div>
  );
}
