// Codex does not run and will not restart by itself: why, its last output, and what can be done.

import { createSignal, type JSX, Show } from "solid-js";
import { act } from "../host";
import type { ServerPhase } from "../generated/model";
import { Button } from "../kit/controls";
import { copy } from "../kit/copy";
import { Icon } from "../kit/icons";
import { Logo } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { go } from "../view";
import { w } from "../words/words";
import { pickCodex } from "./Found";

export function Stopped(): JSX.Element {
  const [fetching, setFetching] = createSignal(false);
  const phase = (): Extract<ServerPhase, { kind: "stopped" }> | undefined =>
    mirror.server.phase.kind === "stopped" ? mirror.server.phase : undefined;
  const canFetch = (): boolean => ["notFound", "notExecutable", "tooOld"].includes(phase()?.why ?? "");
  const fetchIt = (): void => {
    setFetching(true);
    act({ type: "fetchCodex" })
      .catch(toastError)
      .finally(() => setFetching(false));
  };
  const again = (): void => void act({ type: "restartServer" }).catch(toastError);
  return (
    <Show when={phase()}>
      {(stopped) => (
        <main class="welcome-page" data-part="stopped" data-kind={stopped().why}>
          <div class="welcome narrow">
            <header class="welcome-head">
              <Logo large />
              <div>
                <h1>{w.stopped.title[stopped().why]}</h1>
                <p class="quiet">{w.stopped.help[stopped().why]}</p>
              </div>
            </header>
            <div class="card problem" role="alert">
              <div class="row row-top gap-3">
                <Icon name="error" class="tone-danger" />
                <p class="grow prewrap">{stopped().message}</p>
              </div>
              <dl class="facts">
                <Show when={mirror.server.codex}>
                  {(codex) => (
                    <>
                      <dt>{w.stopped.path}</dt>
                      <dd>
                        <code>{codex().path}</code>
                      </dd>
                    </>
                  )}
                </Show>
                <Show when={mirror.server.home}>
                  {(home) => (
                    <>
                      <dt>{w.stopped.home}</dt>
                      <dd>
                        <code>{home()}</code>
                      </dd>
                    </>
                  )}
                </Show>
              </dl>
            </div>
            <Show when={stopped().why !== "notFound"}>
              <section>
                <div class="row">
                  <h2 class="grow">{w.stopped.tail}</h2>
                  <Show when={stopped().tail.length}>
                    <Button
                      size="small"
                      variant="plain"
                      icon="copy"
                      onClick={() => void copy(stopped().tail.join("\n"))}
                    >
                      {w.common.copy}
                    </Button>
                  </Show>
                </div>
                <Show when={stopped().tail.length} fallback={<p class="quiet">{w.stopped.noTail}</p>}>
                  <pre class="data tail" tabindex="0" role="region" aria-label={w.stopped.tail}>
                    {stopped().tail.join("\n")}
                  </pre>
                </Show>
              </section>
            </Show>
            <div class="row wrap">
              <Show
                when={canFetch()}
                fallback={
                  <Button variant="primary" size="large" onClick={again}>
                    {w.stopped.again}
                  </Button>
                }
              >
                <Button
                  part="fetch-codex"
                  variant="primary"
                  size="large"
                  icon="download"
                  disabled={fetching()}
                  onClick={fetchIt}
                >
                  {fetching() ? w.stopped.fetching : w.stopped.fetch}
                </Button>
              </Show>
              <Button size="large" onClick={pickCodex}>
                {w.stopped.choose}
              </Button>
              <Show when={canFetch()}>
                <Button size="large" variant="plain" onClick={again}>
                  {w.stopped.again}
                </Button>
              </Show>
              <Button size="large" variant="plain" onClick={() => go({ kind: "settings", part: "diagnostics" })}>
                {w.stopped.settings}
              </Button>
            </div>
            <p class="faint small">{w.stopped.noDemo}</p>
          </div>
        </main>
      )}
    </Show>
  );
}
