// The account, and what is left of each limit. Unknown values are shown as unknown.

import { createResource, createSignal, For, type JSX, onMount, Show } from "solid-js";
import { AccountsSection } from "../account/AccountsSection";
import { CostliestTurns } from "../account/CostliestTurns";
import { GatewaySection } from "../account/GatewaySection";
import { KeepingSection, TokensSection } from "../account/KeepingSection";
import { Binding, EveryLimit } from "../account/LimitsSection";
import { Trouble, Working } from "../account/Steps";
import { InBrowser } from "../account/Browser";
import { UsageSection } from "../account/UsageDays";
import { as, problem } from "../account/ways";
import { act, query } from "../host";
import type { WorkspaceMessage } from "../generated/model";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";

export function AccountPart(): JSX.Element {
  const [again, setAgain] = createSignal(0);
  const chatGpt = (): boolean => mirror.account.kind === "chatGpt" && !mirror.server.demo;
  /** Accounts without limits: nobody counts the demo, whatever its scripted model reports. */
  const unlimited = (): boolean =>
    mirror.server.demo !== null || (mirror.account.kind === "signedOut" && !mirror.account.needed);
  const refresh = (quiet: boolean): void => {
    if (!chatGpt() || mirror.server.phase.kind !== "ready") return;
    act({ type: "refreshLimits" }).catch(quiet ? () => undefined : toastError);
    if (!quiet) setAgain(again() + 1);
  };
  onMount(() => refresh(true));
  return (
    <>
      <Show when={problem()}>{(one) => <Trouble problem={one()} />}</Show>
      <Show when={as("starting")}>{(login) => <Working text={w.signIn.starting[login().way]} />}</Show>
      <Show when={as("confirming")}>
        <Working text={w.signIn.confirming} />
      </Show>
      <Show when={as("browser")}>
        {(login) => (
          <div>
            <InBrowser login={login()} />
          </div>
        )}
      </Show>
      <Binding />
      <div class="cols">
        <Show when={!unlimited() && mirror.account.kind !== "signedOut"}>
          <EveryLimit refresh={() => refresh(false)} />
        </Show>
        <AccountsSection />
      </div>
      <Show when={chatGpt()}>
        <Messages again={again()} />
        <UsageSection again={again()} />
      </Show>
      <Show when={!mirror.server.demo}>
        <CostliestTurns again={again()} />
      </Show>
      <GatewaySection />
      <KeepingSection />
      <TokensSection />
    </>
  );
}

/** Messages of the workspace's owner to its members; nothing if there are none. */
function Messages(props: { again: number }): JSX.Element {
  const [found] = createResource(
    () => props.again + 1,
    (): Promise<WorkspaceMessage[]> =>
      query({ type: "workspaceMessages" }).then(
        (result) => result.messages,
        () => [],
      ),
  );
  return (
    <Show when={found.latest?.length}>
      <section class="section" aria-labelledby="acc-messages" data-part="workspace-messages">
        <header>
          <h2 id="acc-messages">{w.accounts.messages}</h2>
        </header>
        <ul class="list">
          <For each={found.latest}>
            {(message) => (
              <li>
                <p class={`grow prewrap ${message.isHeadline ? "name" : ""}`}>{message.text}</p>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}
