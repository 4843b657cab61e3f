// The sign-in of a company's model gateway, if there is one.

import { type JSX, Show } from "solid-js";
import { act } from "../host";
import type { Gateway } from "../generated/model";
import { Button } from "../kit/controls";
import { copy } from "../kit/copy";
import { Spin } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";

const words = (gateway: Gateway): string =>
  gateway.state.kind === "failed" ? gateway.state.why : w.accounts.gatewayState[gateway.state.kind];

export function GatewaySection(): JSX.Element {
  const url = (): string | null =>
    mirror.environment.gateway?.state.kind === "waiting" ? mirror.environment.gateway.state.url : null;
  const sign = (intent: "signIn" | "cancel"): void => void act({ type: "gateway", intent }).catch(toastError);
  return (
    <Show when={mirror.environment.gateway}>
      {(gateway) => (
        <section class="section" aria-labelledby="acc-gateway" data-part="gateway" data-state={gateway().state.kind}>
          <header>
            <h2 id="acc-gateway">{w.accounts.gateway}</h2>
          </header>
          <ul class="list">
            <li>
              <Show when={gateway().state.kind === "waiting"}>
                <Spin />
              </Show>
              <span class="grow" role="status">
                <span class="name">{gateway().provider}</span>
                <small class={gateway().state.kind === "failed" ? "tone-danger" : ""}>{words(gateway())}</small>
              </span>
              <Show when={url()}>
                {(address) => (
                  <Button size="small" variant="plain" icon="copy" onClick={() => void copy(address())}>
                    {w.accounts.gatewayCopy}
                  </Button>
                )}
              </Show>
              <Show
                when={gateway().state.kind === "waiting"}
                fallback={
                  <Button
                    size="small"
                    variant={gateway().state.kind === "in" ? "plain" : "primary"}
                    part="gateway-sign-in"
                    onClick={() => sign("signIn")}
                  >
                    {gateway().state.kind === "in" ? w.accounts.gatewayAgain : w.accounts.gatewaySignIn}
                  </Button>
                }
              >
                <Button size="small" part="gateway-cancel" onClick={() => sign("cancel")}>
                  {w.common.cancel}
                </Button>
              </Show>
            </li>
          </ul>
        </section>
      )}
    </Show>
  );
}
