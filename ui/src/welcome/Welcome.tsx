// The first screen: which Codex was found, the ways in, and no dead end.

import { createEffect, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import { SignInPane } from "../account/SignIn";
import {
  calm,
  checkKeychain,
  checking,
  forSession,
  givenUp,
  giveUp,
  keyOpen,
  setKeyOpen,
  signedIn,
  unlock,
  unlocking,
  withBrowser,
  withCode,
  withKey,
} from "../account/ways";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import { Logo, Spin } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { allLines, mirror } from "../mirror";
import { setSigningIn } from "../view";
import { w } from "../words/words";

export function pickCodex(): void {
  act({ type: "pickCodex" })
    .then((receipt) => (receipt.path ? act({ type: "useCodex", path: receipt.path }) : undefined))
    .catch(toastError);
}

export function Welcome(props: { again: boolean }): JSX.Element {
  const ready = (): boolean => mirror.server.phase.kind === "ready";
  const chatGpt = (): boolean => mirror.access.chatGptAllowed;
  const key = (): boolean => mirror.access.keyAllowed;
  const browse = (): void => {
    giveUp();
    if (props.again) return void setSigningIn(false);
    act({ type: "changeSettings", patch: { welcomed: true } }).catch(toastError);
  };
  const way = (): string | null => {
    const { login } = mirror;
    if (login.kind === "browser" || login.kind === "device") return login.kind;
    if (login.kind === "starting" || login.kind === "confirming" || login.kind === "failed") return login.way;
    return keyOpen() ? "key" : null;
  };
  // Who signs in again after a sign-in went stale stays the same account: what ends is the attempt.
  createEffect(
    on(
      () => mirror.login.kind,
      (now, before) => {
        if (before && before !== "none" && before !== "failed" && now === "none" && signedIn() && !givenUp())
          setSigningIn(false);
      },
    ),
  );
  createEffect(
    on(ready, (is) => {
      if (is && !mirror.access.keychain && mirror.access.keeping === "keychain") checkKeychain(false);
    }),
  );
  onCleanup(() => {
    calm();
    setKeyOpen(false);
  });
  return (
    <main class="welcome-page" data-part="welcome">
      <div class="welcome">
        <header class="welcome-head">
          <Logo large />
          <div class="grow">
            <h1>{w.welcome.title}</h1>
            <p class="quiet">{w.welcome.lead}</p>
          </div>
          <Show when={props.again}>
            <Button part="leave-sign-in" onClick={browse}>
              {w.signIn.back}
            </Button>
          </Show>
        </header>
        <Found />
        <div class="welcome-grid">
          <section aria-labelledby="welcome-ways">
            <h2 id="welcome-ways">{w.signIn.title}</h2>
            <ul class="ways">
              <li>
                <Way
                  icon="globe"
                  title={w.signIn.chatGpt}
                  hint={
                    !chatGpt()
                      ? w.signIn.forbidden
                      : mirror.access.workspaceOnly
                        ? w.signIn.workspaceOnly
                        : w.signIn.chatGptHint
                  }
                  part="sign-in-browser"
                  first
                  open={way() === "browser"}
                  disabled={!ready() || !chatGpt()}
                  run={withBrowser}
                />
              </li>
              <li>
                <Way
                  icon="device"
                  title={w.signIn.device}
                  hint={chatGpt() ? w.signIn.deviceHint : w.signIn.forbidden}
                  part="sign-in-code"
                  open={way() === "device"}
                  disabled={!ready() || !chatGpt()}
                  run={withCode}
                />
              </li>
              <li>
                <Way
                  icon="key"
                  title={w.signIn.key}
                  hint={key() ? w.signIn.keyHint : w.signIn.forbidden}
                  part="api-key"
                  open={way() === "key"}
                  disabled={!ready() || !key()}
                  run={withKey}
                />
              </li>
              <li>
                <Way
                  icon="play"
                  title={w.signIn.demo}
                  hint={w.signIn.demoHint}
                  part="try-demo"
                  disabled={!ready()}
                  run={() => void act({ type: "startDemo" }).catch(toastError)}
                />
              </li>
            </ul>
            <p class="after">
              <button type="button" class="link" data-part="just-browse" onClick={browse}>
                {w.signIn.browse}
              </button>
              <span class="quiet">{w.signIn.browseHint}</span>
            </p>
          </section>
          <SignInPane />
        </div>
        <Foot ready={ready()} />
      </div>
    </main>
  );
}

/** Where a sign-in would be kept, and whether that works here. */
function Foot(props: { ready: boolean }): JSX.Element {
  const [turning, setTurning] = createSignal(false);
  const session = (): boolean => mirror.access.keeping === "session" && !mirror.access.shut;
  const bad = (): string | null => {
    const { keychain, shut } = mirror.access;
    if (shut) return w.accounts.shut;
    return !session() && keychain && keychain.verdict !== "works" ? keychain.message : null;
  };
  const words = (): string => {
    if (session()) return w.signIn.session;
    if (bad()) return bad() ?? "";
    return `${w.signIn.kept} ${mirror.access.keychain ? w.signIn.keptWorks : checking() ? w.signIn.keptChecking : ""}`;
  };
  const turn = (): void => {
    setTurning(true);
    const done = session() ? act({ type: "keepForSession", on: false }).catch(toastError) : forSession(null);
    void done.finally(() => setTurning(false));
  };
  return (
    <footer
      class="welcome-foot"
      data-part="keeping"
      data-kind={session() ? "session" : (mirror.access.keychain?.verdict ?? "unknown")}
    >
      <span class="row grow" role="status">
        <Icon name={bad() ? "warn" : session() ? "clock" : "lock"} class={bad() ? "tone-warn" : ""} />
        <span>{words()}</span>
      </span>
      <Show when={bad()}>
        <Show
          when={mirror.access.shut}
          fallback={
            <Button size="small" part="check-keychain" disabled={checking()} onClick={() => checkKeychain()}>
              {checking() ? w.accounts.checking : w.signIn.checkAgain}
            </Button>
          }
        >
          <Button size="small" variant="primary" part="unlock-keychain" disabled={unlocking()} onClick={unlock}>
            {unlocking() ? w.accounts.unlocking : w.accounts.unlock}
          </Button>
        </Show>
      </Show>
      <Button
        size="small"
        variant={bad() ? undefined : "plain"}
        part="session-only"
        disabled={!props.ready || turning()}
        onClick={turn}
      >
        {session() ? w.signIn.sessionOff : w.signIn.sessionOn}
      </Button>
      <span class="wide-only">{w.signIn.affiliation}</span>
    </footer>
  );
}

function Found(): JSX.Element {
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

type WayProps = {
  icon: IconName;
  title: string;
  hint: string;
  part?: string;
  first?: boolean;
  open?: boolean;
  disabled?: boolean;
  tag?: string;
  run?: () => void;
};

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
