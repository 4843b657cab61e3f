// The first screen: which Codex was found, the ways in, and no dead end.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf } from "../host";
import { Button, TextField } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import { Logo, Spin } from "../kit/marks";
import { told } from "../kit/toasts";
import { mirror } from "../mirror";
import { setSigningIn } from "../view";
import { w } from "../words/words";

export function pickCodex(): void {
  act({ type: "pickCodex" })
    .then((receipt) => (receipt.path ? act({ type: "useCodex", path: receipt.path }) : undefined))
    .catch(told);
}

export function Welcome(props: { again: boolean }): JSX.Element {
  const [keyOpen, setKeyOpen] = createSignal(false);
  const ready = (): boolean => mirror.server.phase.kind === "ready";
  const browse = (): void => {
    if (props.again) setSigningIn(false);
    act({ type: "changeSettings", patch: { welcomed: true } }).catch(told);
  };
  return (
    <main class="welcome-page" data-part="welcome">
      <div class="welcome">
        <header class="welcome-head">
          <Logo large />
          <div>
            <h1>{w.welcome.title}</h1>
            <p class="quiet">{w.welcome.lead}</p>
          </div>
        </header>
        <Found />
        <div class="welcome-grid">
          <section aria-labelledby="welcome-ways">
            <h2 id="welcome-ways">{w.welcome.signIn}</h2>
            <ul class="ways">
              <li>
                <Way icon="key" title={w.welcome.key} hint={w.welcome.keyHint} part="api-key" open={keyOpen()} first disabled={!ready()} run={() => setKeyOpen(true)} />
              </li>
              <li>
                <Way icon="play" title={w.welcome.demo} hint={w.welcome.demoHint} part="try-demo" disabled={!ready()} run={() => void act({ type: "startDemo" }).catch(told)} />
              </li>
              <li>
                <Way icon="globe" title={w.welcome.chatGpt} hint={w.welcome.chatGptHint} tag={w.welcome.later} disabled />
              </li>
              <li>
                <Way icon="device" title={w.welcome.device} hint={w.welcome.deviceHint} tag={w.welcome.later} disabled />
              </li>
            </ul>
            <p class="after">
              <button type="button" class="link" data-part="just-browse" onClick={browse}>
                {w.welcome.browse}
              </button>
              <span class="quiet">{w.welcome.browseHint}</span>
            </p>
          </section>
          <Show when={keyOpen()} fallback={<Side />}>
            <KeyForm close={() => setKeyOpen(false)} />
          </Show>
        </div>
        <footer class="welcome-foot">
          <span class="row">
            <Icon name="lock" />
            {w.welcome.keychain}
          </span>
          <span class="grow" />
          <span>{w.welcome.affiliation}</span>
        </footer>
      </div>
    </main>
  );
}

function Found(): JSX.Element {
  const count = (): number => Object.keys(mirror.threads).length;
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
              <b>{w.welcome.found(codex().version)}</b> <span class="quiet">{mirror.server.phase.kind === "ready" ? w.welcome.origin[codex().found] : w.welcome.starting}</span>
            </span>
            <Show when={count() > 0}>
              <span class="quiet num wide-only">{w.welcome.threads(count(), mirror.server.home)}</span>
            </Show>
            <Button look="plain" size="small" onClick={pickCodex}>
              {w.welcome.another}
            </Button>
          </>
        )}
      </Show>
    </div>
  );
}

type WayProps = { icon: IconName; title: string; hint: string; part?: string; first?: boolean; open?: boolean; disabled?: boolean; tag?: string; run?: () => void };

function Way(props: WayProps): JSX.Element {
  return (
    <button
      type="button"
      class={`way ${props.first && !props.open ? "first" : ""} ${props.open ? "open" : ""}`}
      data-part={props.part}
      disabled={props.disabled}
      aria-expanded={props.open === undefined ? undefined : props.open}
      onClick={() => props.run?.()}
    >
      <span class="logo">
        <Icon name={props.icon} />
      </span>
      <span class="grow">
        <b>{props.title}</b>
        <small>{props.hint}</small>
      </span>
      <Show when={props.tag} fallback={<Icon name="right" class="faint" />}>
        {(tag) => <span class="tag">{tag()}</span>}
      </Show>
    </button>
  );
}

/** The right side while nothing is being typed. */
function Side(): JSX.Element {
  return (
    <section aria-labelledby="welcome-side">
      <h2 id="welcome-side">{w.welcome.side}</h2>
      <ol class="code-steps card">
        <For each={w.welcome.sideSteps}>
          {(line, i) => (
            <li>
              <span class="no">{i() + 1}</span>
              <span class="grow">{line}</span>
            </li>
          )}
        </For>
      </ol>
    </section>
  );
}

export function KeyForm(props: { close: () => void }): JSX.Element {
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string>();
  const [filled, setFilled] = createSignal(false);
  let input: HTMLInputElement | undefined;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const key = input?.value.trim() ?? "";
    if (!key || busy()) return;
    setBusy(true);
    setProblem(undefined);
    act({ type: "signInWithKey", key })
      .then(() => {
        props.close();
        return act({ type: "changeSettings", patch: { welcomed: true } });
      })
      .catch((error: unknown) => setProblem(failureOf(error).message))
      .finally(() => {
        // The window keeps no key, whether it worked or not.
        if (input) input.value = "";
        setFilled(false);
        setBusy(false);
      });
  };
  return (
    <section aria-labelledby="welcome-key">
      <h2 id="welcome-key">{w.welcome.keyTitle}</h2>
      <Show when={problem()}>
        {(text) => (
          <div class="card problem" role="alert">
            <div class="row row-top gap-3">
              <Icon name="error" class="tone-danger" />
              <div class="grow stack gap-1">
                <b>{w.welcome.keyFailed}</b>
                <p class="quiet">{text()}</p>
              </div>
            </div>
          </div>
        )}
      </Show>
      <form class="card" onSubmit={submit}>
        <TextField
          ref={(made: HTMLInputElement) => {
            input = made;
            queueMicrotask(() => made.focus());
          }}
          label={w.welcome.keyLabel}
          type="password"
          large
          placeholder={w.welcome.keyPlaceholder}
          disabled={busy()}
          onInput={(event) => setFilled(event.currentTarget.value.trim() !== "")}
        />
        <div class="row">
          <Button look="primary" type="submit" part="sign-in" disabled={!filled() || busy()}>
            {busy() ? w.welcome.keySigning : w.welcome.keySubmit}
          </Button>
          <Button look="plain" onClick={() => props.close()}>
            {w.common.cancel}
          </Button>
        </div>
        <p class="faint small">{w.welcome.keyNote}</p>
      </form>
    </section>
  );
}
