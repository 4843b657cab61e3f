// What stands beside the ways while one of them is under way: the browser, the code, a moment's work, a problem.

import { For, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import type { Login, Next } from "../generated/model";
import { Button, IconButton } from "../kit/controls";
import { copy } from "../kit/copy";
import { Icon } from "../kit/icons";
import { openLink } from "../kit/links";
import { Spin } from "../kit/marks";
import { countdown, ticking } from "../words/forms";
import { w } from "../words/words";
import { qr, qrPath } from "./qr";
import { again, checking, follow, giveUp, type Problem, withCode, worksNow } from "./ways";

/** Silence after which the code is offered beside the browser. */
const SLOW_MS = 20_000;
/** Codex waits no longer for a code to be typed. */
const CODE_LIVES_MS = 15 * 60_000;

const openIt = (url: string): void => openLink(null, url);

export function Working(props: { text: string }): JSX.Element {
  return (
    <div class="card" role="status" data-part="login-working">
      <div class="row">
        <Spin />
        <span class="grow">{props.text}</span>
      </div>
      <div class="row">
        <Button part="sign-in-back" onClick={giveUp}>
          {w.common.cancel}
        </Button>
      </div>
    </div>
  );
}

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
              <Steps lines={w.signIn.browserSteps} />
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
            <Button variant="primary" part="use-code" onClick={withCode}>
              {w.signIn.next.useDevice}
            </Button>
          </Show>
          <Button variant="plain" part="sign-in-back" onClick={giveUp}>
            {w.common.cancel}
          </Button>
        </div>
        <Show when={props.login.unopened}>
          {(why) => (
            <details data-part="login-details">
              <summary>{w.signIn.details}</summary>
              {/* The system's own words hold the link once more; it stands above, whole. */}
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
            <Button variant="primary" part="use-code" onClick={withCode}>
              {w.signIn.useCode}
            </Button>
          </div>
        </div>
      </Show>
    </>
  );
}

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
        <Button onClick={withCode}>{w.signIn.newCode}</Button>
        <Button onClick={() => openIt(props.login.url)}>{w.signIn.openHere}</Button>
        <Button variant="plain" part="sign-in-back" onClick={giveUp}>
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

/** What happened, and a button for each thing that can be done next. */
export function Trouble(props: { problem: Problem }): JSX.Element {
  const works = (): boolean => worksNow(props.problem);
  return (
    <div class="card problem" role="alert" data-part="login-problem" data-kind={props.problem.way}>
      <div class="row row-top gap-3">
        <Icon name="error" class="tone-danger" />
        <div class="grow stack gap-1">
          <b>{w.signIn.failedTitle[props.problem.way]}</b>
          <p class="quiet prewrap">{works() ? w.signIn.keychainNow : props.problem.message}</p>
          <div class="row wrap actions">
            <Show when={works()}>
              <Button variant="primary" onClick={() => again(props.problem.way)}>
                {w.signIn.next.tryAgain}
              </Button>
            </Show>
            <Ways
              problem={props.problem}
              next={props.problem.next.filter((next) => !(works() && next === "tryAgain"))}
              primary={!works()}
            />
            <Button
              variant={props.problem.next.length || works() ? "plain" : undefined}
              part="sign-in-back"
              onClick={giveUp}
            >
              {w.signIn.back}
            </Button>
          </div>
        </div>
      </div>
    </div>
  );
}

/** A button for each thing that can be done next. */
export function Ways(props: { problem: Problem; next: Next[]; primary: boolean }): JSX.Element {
  return (
    <For each={props.next}>
      {(next, i) => (
        <Button
          variant={i() === 0 && props.primary ? "primary" : undefined}
          part={`next-${next}`}
          disabled={next === "checkKeychain" && checking()}
          onClick={() => follow(next, props.problem)}
        >
          {next === "checkKeychain" && checking() ? w.accounts.checking : w.signIn.next[next]}
        </Button>
      )}
    </For>
  );
}

export function Steps(props: { lines: readonly string[] }): JSX.Element {
  return (
    <ol class="code-steps">
      <For each={props.lines}>
        {(line, i) => (
          <li>
            <span class="no">{i() + 1}</span>
            <span class="grow">{line}</span>
          </li>
        )}
      </For>
    </ol>
  );
}
