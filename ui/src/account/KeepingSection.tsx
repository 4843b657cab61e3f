// Where a sign-in is kept, whether that works, and the token command of managed computers.

import { createSignal, type JSX, Show } from "solid-js";
import { act } from "../host";
import { Button, Switch, TextField } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { begin, checking, checkKeychain, unlock, unlocking } from "./ways";
import { joinCommand, splitCommand } from "./command";

export function KeepingSection(): JSX.Element {
  const [asking, setAsking] = createSignal<"on" | "off" | null>(null);
  const keychain = () => mirror.access.keychain;
  const works = (): boolean => keychain()?.verdict === "works";
  const turn = (): void => {
    const on = asking() === "on";
    setAsking(null);
    act({ type: "keepForSession", on }).catch(toastError);
  };
  return (
    <section class="section" aria-labelledby="acc-keeping">
      <header>
        <h2 id="acc-keeping">{w.accounts.keeping}</h2>
      </header>
      <ul class="list">
        <li data-part="keychain" data-kind={keychain()?.verdict ?? "unknown"}>
          <span class="grow">
            <span class="name">{w.accounts.keychain}</span>
            <small>{mirror.access.shut ? w.accounts.shut : (keychain()?.message ?? w.accounts.keychainUnknown)}</small>
          </span>
          <Show when={keychain()}>
            {(seen) => <span class={`tag ${works() ? "add" : "warn"}`}>{w.accounts.verdict[seen().verdict]}</span>}
          </Show>
          <Show when={mirror.access.shut}>
            <Button size="small" variant="primary" part="unlock-keychain" disabled={unlocking()} onClick={unlock}>
              {unlocking() ? w.accounts.unlocking : w.accounts.unlock}
            </Button>
          </Show>
          <Button size="small" part="check-keychain" disabled={checking()} onClick={() => checkKeychain()}>
            {checking() ? w.accounts.checking : w.accounts.check}
          </Button>
        </li>
        <li>
          <span class="grow">
            <span class="name">{w.accounts.session}</span>
            <small>{w.accounts.sessionHint}</small>
          </span>
          <Switch
            label={w.accounts.session}
            on={mirror.access.keeping === "session" && !mirror.access.shut}
            change={(on) => setAsking(on ? "on" : "off")}
          />
        </li>
      </ul>
      <Show when={asking()}>
        {(which) => (
          <Dialog title={w.accounts.sessionTitle[which()]} close={() => setAsking(null)}>
            <p class="quiet">{w.accounts.sessionMeaning[which()]}</p>
            <DialogFoot no={w.common.cancel} close={() => setAsking(null)} safe>
              <Button variant="primary" part="dialog-yes" onClick={turn}>
                {w.accounts.sessionYes[which()]}
              </Button>
            </DialogFoot>
          </Dialog>
        )}
      </Show>
    </section>
  );
}

export function TokensSection(): JSX.Element {
  const [wrong, setWrong] = createSignal(false);
  let input: HTMLInputElement | undefined;
  const command = (): string[] => mirror.settings.accounts.tokenCommand;
  const use = (event: SubmitEvent): void => {
    event.preventDefault();
    const words = splitCommand(input?.value ?? "");
    setWrong(words === null);
    if (words?.length) void begin("tokens", { type: "useTokenCommand", command: words });
  };
  return (
    <details class="section advanced" data-part="tokens">
      <summary>{w.accounts.advanced}</summary>
      <form class="card top-gap" onSubmit={use}>
        <TextField
          ref={(made: HTMLInputElement) => (input = made)}
          label={w.accounts.tokens}
          part="token-command"
          hint={w.accounts.tokensHint}
          problem={wrong() ? w.accounts.tokensBad : undefined}
          placeholder={w.accounts.tokensPlaceholder}
          value={joinCommand(command())}
        />
        <div class="row">
          <Button type="submit" part="use-tokens">
            {w.accounts.tokensUse}
          </Button>
          <Show when={command().length}>
            <Button
              variant="plain"
              part="stop-tokens"
              onClick={() => void act({ type: "useTokenCommand", command: [] }).catch(toastError)}
            >
              {w.accounts.tokensStop}
            </Button>
          </Show>
        </div>
      </form>
    </details>
  );
}
