// Signing in with a code, while it is in progress.

import { type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import type { Login } from "../generated/model";
import { Button, IconButton } from "../kit/controls";
import { copy } from "../kit/copy";
import { Spin } from "../kit/marks";
import { countdown } from "../words/forms";
import { w } from "../words/words";
import { qr, qrPath } from "./qr";
import { cancelSignIn, signInByCode } from "./ways";
import { openIt } from "./Browser";

/** How long Codex waits for the code. */
const CODE_LIVES_MS = 15 * 60_000;

export function WithCode(props: { login: Extract<Login, { kind: "device" }> }): JSX.Element {
  const now = useNow();
  const left = (): number => props.login.sinceMs + CODE_LIVES_MS - now();
  const shown = (): string => props.login.url.replace(/^https:\/\//, "");
  return (
    <div class="card" data-part="login-device">
      <div class="row row-top gap-4">
        <ol class="code-steps grow">
          <li>
            <span class="no">1</span>
            <span class="grow">
              {w.signIn.deviceOpen} <b class="mono address">{shown()}</b>
            </span>
            <IconButton small icon="copy" label={w.signIn.copyAddress} onClick={() => void copy(props.login.url)} />
          </li>
          <li>
            <span class="no">2</span>
            <span class="grow">{w.signIn.deviceEnter}</span>
          </li>
        </ol>
        <QrCode text={props.login.url} label={w.signIn.qr} />
      </div>
      <div class="device-code">
        <output aria-label={w.signIn.deviceCode(props.login.code)} data-part="device-code">
          {props.login.code}
        </output>
        <IconButton
          icon="copy"
          label={w.signIn.copyCode}
          part="copy-code"
          onClick={() => void copy(props.login.code)}
        />
      </div>
      <div class="row quiet">
        <Spin />
        <span class="grow">{w.signIn.deviceWaiting}</span>
        <span class="num">{left() > 0 ? w.signIn.left(countdown(left())) : w.signIn.late}</span>
      </div>
      <div class="row wrap">
        <Button onClick={signInByCode}>{w.signIn.newCode}</Button>
        <Button onClick={() => openIt(props.login.url)}>{w.signIn.openHere}</Button>
        <Button variant="plain" part="sign-in-back" onClick={cancelSignIn}>
          {w.common.cancel}
        </Button>
      </div>
      <p class="faint small">{w.signIn.deviceNote}</p>
    </div>
  );
}

export function QrCode(props: { text: string; label: string }): JSX.Element {
  const drawn = () => {
    const modules = qr(props.text);
    return modules && qrPath(modules);
  };
  return (
    <Show when={drawn()}>
      {(path) => (
        <svg
          class="qr"
          viewBox={`0 0 ${path().size} ${path().size}`}
          role="img"
          aria-label={props.label}
          shape-rendering="crispEdges"
        >
          <rect class="qr-ground" width={path().size} height={path().size} />
          <path class="qr-dark" d={path().d} />
        </svg>
      )}
    </Show>
  );
}
