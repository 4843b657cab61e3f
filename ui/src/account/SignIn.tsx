// The right side of the first screen: what is in progress, with a way back.

import { createEffect, createSignal, For, type JSX, Match, on, Show, Switch } from "solid-js";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { KeyForm } from "./KeyForm";
import { Trouble, Working } from "./Steps";
import { WithCode } from "./DeviceCode";
import { InBrowser } from "./Browser";
import { as, begin, keepForSessionOnly, importLogin, keyOpen, problem } from "./ways";

export function SignInPane(): JSX.Element {
  const [left, setLeft] = createSignal(false);
  const importable = (): string | null =>
    left() || mirror.access.keeping === "session" ? null : mirror.access.importable;
  const title = (): string => {
    const { login } = mirror;
    if (login.kind === "browser") return login.unopened ? w.signIn.unopenedTitle : w.signIn.browserTitle;
    if (login.kind === "device") return w.signIn.deviceTitle;
    if (keyOpen()) return w.signIn.keyTitle;
    if (login.kind === "starting" || login.kind === "confirming") return w.signIn.working;
    if (problem()) return w.signIn.problem;
    if (importable()) return w.signIn.importTitle;
    return mirror.settings.accounts.parked.length ? w.signIn.parkedTitle : w.signIn.side;
  };
  // In a small window this is below the ways to sign in, so it is scrolled into sight when something begins.
  let pane: HTMLElement | undefined;
  createEffect(
    on(
      () => [mirror.login.kind, keyOpen(), problem() !== null] as const,
      ([kind, key, bad]) => {
        if (kind !== "none" || key || bad) queueMicrotask(() => pane?.scrollIntoView({ block: "nearest" }));
      },
      { defer: true },
    ),
  );
  return (
    <section
      ref={(made) => (pane = made)}
      aria-labelledby="welcome-side"
      data-part="sign-in-pane"
      data-kind={mirror.login.kind}
    >
      <h2 id="welcome-side">{title()}</h2>
      {/* A problem with a key is shown beside its field. */}
      <Show when={!(keyOpen() && problem()?.way === "key") && problem()}>{(one) => <Trouble problem={one()} />}</Show>
      <Switch fallback={<Waiting />}>
        <Match when={as("browser")}>{(login) => <InBrowser login={login()} />}</Match>
        <Match when={as("device")}>{(login) => <WithCode login={login()} />}</Match>
        {/* The form stays while its key is being sent, so that nothing jumps and a refused key is still there. */}
        <Match when={keyOpen()}>
          <KeyForm />
        </Match>
        <Match when={as("confirming")}>
          <Working text={w.signIn.confirming} />
        </Match>
        <Match when={as("starting")}>{(login) => <Working text={w.signIn.starting[login().way]} />}</Match>
        <Match when={problem()}>
          <Waiting />
        </Match>
        <Match when={importable()}>{(path) => <Importable path={path()} leave={() => setLeft(true)} />}</Match>
      </Switch>
    </section>
  );
}

/** Shown while nothing is in progress: parked accounts, and what this page is for. */
function Waiting(): JSX.Element {
  return (
    <>
      <Show when={mirror.settings.accounts.parked.length}>
        <Show when={problem()}>
          <h3 class="sub">{w.signIn.parkedTitle}</h3>
        </Show>
        <ul class="list">
          <For each={mirror.settings.accounts.parked}>
            {(one) => (
              <li data-part="parked">
                <Icon name="account" class="quiet" />
                <span class="grow clip">{one.name}</span>
                <Button size="small" onClick={() => void begin("switch", { type: "switchAccount", id: one.id })}>
                  {w.signIn.parkedUse}
                </Button>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={!problem() && !mirror.settings.accounts.parked.length}>
        <div class="card">
          <ul class="code-steps">
            <For each={w.signIn.sideSteps}>
              {(line) => (
                <li>
                  <Icon name="check" class="quiet" />
                  <span class="grow">{line}</span>
                </li>
              )}
            </For>
          </ul>
        </div>
      </Show>
    </>
  );
}

function Importable(props: { path: string; leave: () => void }): JSX.Element {
  return (
    <div class="card" data-part="import">
      <p>
        {w.signIn.importText} <code class="prewrap">{props.path}</code>
      </p>
      <p class="quiet">{w.signIn.importMeaning}</p>
      <div class="row wrap">
        <Button variant="primary" part="import-yes" onClick={importLogin}>
          {w.signIn.importYes}
        </Button>
        <Button part="import-session" onClick={() => void keepForSessionOnly(null)}>
          {w.signIn.importSession}
        </Button>
        <Button variant="plain" part="import-no" onClick={() => props.leave()}>
          {w.signIn.importNo}
        </Button>
      </div>
    </div>
  );
}
