// The first screen: the codex that was found, the ways to sign in, and always a way on.

import { createEffect, type JSX, on, onCleanup, Show } from "solid-js";
import { SignInPane } from "../account/SignIn";
import {
  dismissProblem,
  checkKeychain,
  wasCancelled,
  cancelSignIn,
  keyOpen,
  setKeyOpen,
  signedIn,
  signInByBrowser,
  signInByCode,
  openKeyForm,
} from "../account/ways";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Logo } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { setSigningIn } from "../view";
import { w } from "../words/words";
import { Foot } from "./Foot";
import { Found } from "./Found";
import { Way } from "./Way";

export function Welcome(props: { again: boolean }): JSX.Element {
  const ready = (): boolean => mirror.server.phase.kind === "ready";
  const chatGpt = (): boolean => mirror.access.chatGptAllowed;
  const key = (): boolean => mirror.access.keyAllowed;
  const browse = (): void => {
    cancelSignIn();
    if (props.again) return void setSigningIn(false);
    act({ type: "changeSettings", patch: { welcomed: true } }).catch(toastError);
  };
  const way = (): string | null => {
    const { login } = mirror;
    if (login.kind === "browser" || login.kind === "device") return login.kind;
    if (login.kind === "starting" || login.kind === "confirming" || login.kind === "failed") return login.way;
    return keyOpen() ? "key" : null;
  };
  // A person whose sign-in expired keeps the same account. Only the attempt ends.
  createEffect(
    on(
      () => mirror.login.kind,
      (now, before) => {
        if (before && before !== "none" && before !== "failed" && now === "none" && signedIn() && !wasCancelled())
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
    dismissProblem();
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
                  run={signInByBrowser}
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
                  run={signInByCode}
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
                  run={openKeyForm}
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
