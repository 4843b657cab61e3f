// A sign-in in progress: the browser, the code, a short wait, a problem.

import { For, type JSX, Show } from "solid-js";
import type { Next } from "../generated/model";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Spin } from "../kit/marks";
import { w } from "../words/words";
import { again, checking, follow, cancelSignIn, type Problem, keychainWorksNow } from "./ways";

export function Working(props: { text: string }): JSX.Element {
  return (
    <div class="card" role="status" data-part="login-working">
      <div class="row">
        <Spin />
        <span class="grow">{props.text}</span>
      </div>
      <div class="row">
        <Button part="sign-in-back" onClick={cancelSignIn}>
          {w.common.cancel}
        </Button>
      </div>
    </div>
  );
}

/** What went wrong, and a button for each thing that can be done next. */
export function Trouble(props: { problem: Problem }): JSX.Element {
  const works = (): boolean => keychainWorksNow(props.problem);
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
              onClick={cancelSignIn}
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
