// Signing in with the browser, while it is in progress.

import { type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import type { Login } from "../generated/model";
import { Button, IconButton } from "../kit/controls";
import { copy } from "../kit/copy";
import { openLink } from "../kit/links";
import { Spin } from "../kit/marks";
import { ticking } from "../words/forms";
import { w } from "../words/words";
import { NumberedSteps } from "./NumberedSteps";
import { cancelSignIn, signInByCode } from "./ways";

/** After this time without an answer the code is offered beside the browser. */
const SLOW_MS = 20_000;

export const openIt = (url: string): void => openLink(null, url);

export function InBrowser(props: { login: Extract<Login, { kind: "browser" }> }): JSX.Element {
  const now = useNow();
  const waited = (): number => Math.max(0, now() - props.login.sinceMs);
  return (
    <>
      <div class="card" data-part="login-browser">
        <Show
          when={props.login.unopened}
          fallback={
            <>
              <NumberedSteps lines={w.signIn.browserSteps} />
              <p class="quiet">{w.signIn.browserLink}</p>
            </>
          }
        >
          <p role="alert" data-part="login-unopened">
            {w.signIn.unopened}
          </p>
        </Show>
        <div class="link-box">
          <code class="grow" data-part="login-link">
            {props.login.url}
          </code>
          <IconButton
            icon="copy"
            label={w.signIn.copyLink}
            part="copy-link"
            onClick={() => void copy(props.login.url)}
          />
        </div>
        <div class="row quiet" role="status">
          <Spin />
          <span class="num">{w.signIn.browserWaiting(ticking(waited()))}</span>
        </div>
        <div class="row wrap">
          <Show
            when={props.login.unopened}
            fallback={<Button onClick={() => openIt(props.login.url)}>{w.signIn.openAgain}</Button>}
          >
            <Button variant="primary" part="use-code" onClick={signInByCode}>
              {w.signIn.next.useDevice}
            </Button>
          </Show>
          <Button variant="plain" part="sign-in-back" onClick={cancelSignIn}>
            {w.common.cancel}
          </Button>
        </div>
        <Show when={props.login.unopened}>
          {(why) => (
            <details data-part="login-details">
              <summary>{w.signIn.details}</summary>
              {/* The system's message contains the link once more, which is already shown above. */}
              <pre class="data">{why().replaceAll(props.login.url, "…")}</pre>
            </details>
          )}
        </Show>
      </div>
      <Show when={waited() >= SLOW_MS && !props.login.unopened}>
        <div class="card top-gap" role="status" data-part="login-slow">
          <b>{w.signIn.slowTitle}</b>
          <p class="quiet">{w.signIn.slow}</p>
          <div class="row">
            <Button variant="primary" part="use-code" onClick={signInByCode}>
              {w.signIn.useCode}
            </Button>
          </div>
        </div>
      </Show>
    </>
  );
}
