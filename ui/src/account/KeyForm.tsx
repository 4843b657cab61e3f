// The only field for an API key. The key stays in it until it works or the form is closed, and is stored nowhere else
// in the page.

import { createSignal, For, type JSX, Show } from "solid-js";
import { Button, TextField } from "../kit/controls";
import { Icon } from "../kit/icons";
import { mirror } from "../mirror";
import { setSigningIn } from "../view";
import { w } from "../words/words";
import { Ways } from "./Steps";
import { begin, cancelSignIn, problem, type Problem, setKeyOpen, signedIn, keychainWorksNow } from "./ways";

export function KeyForm(): JSX.Element {
  const [busy, setBusy] = createSignal(false);
  const [filled, setFilled] = createSignal(false);
  const [keepIt, setKeepIt] = createSignal(false);
  let input: HTMLInputElement | undefined;
  let label: HTMLInputElement | undefined;
  /** What is wrong with the key, or why it could not be saved. */
  const refused = (): Problem | undefined => {
    const one = problem();
    return one?.way === "key" ? one : undefined;
  };
  const why = (): string | undefined => {
    const one = refused();
    return one && (keychainWorksNow(one) ? w.signIn.keychainNow : one.message);
  };
  const canKeep = (): boolean => mirror.access.keeping === "keychain";
  const done = (worked: boolean): void => {
    if (worked) {
      setKeyOpen(false);
      setSigningIn(false);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const key = input?.value.trim() ?? "";
    const name = keepIt() && canKeep() ? (label?.value.trim() ?? "") : null;
    if (!key || busy()) return;
    setBusy(true);
    const intent = { type: "signInWithKey", key, ...(name === null ? {} : { label: name }) } as const;
    void begin("key", intent).then((worked) => {
      setBusy(false);
      if (!worked && !signedIn()) {
        // A refused key is corrected rather than typed again. Rust does not return it, so only this field has it.
        input?.focus();
        return;
      }
      if (input) input.value = "";
      setFilled(false);
      done(worked);
    });
  };
  const useKept = (name: string): void => void begin("key", { type: "signInWithSavedKey", label: name }).then(done);
  return (
    <>
      <form class="card" data-part="key-form" onSubmit={submit}>
        <TextField
          ref={(made: HTMLInputElement) => {
            input = made;
            queueMicrotask(() => made.focus());
          }}
          label={w.signIn.keyLabel}
          type="password"
          large
          part="key-input"
          placeholder={w.signIn.keyPlaceholder}
          disabled={busy()}
          problem={why()}
          onInput={(event) => setFilled(event.currentTarget.value.trim() !== "")}
        />
        <Show when={refused()}>
          {(one) => (
            <div class="row wrap">
              {/* "Try again" is left out, because the form's own button does that. */}
              <Ways
                problem={one()}
                next={one().next.filter((next) => next !== "tryAgain" && next !== "useKey")}
                primary={false}
              />
            </div>
          )}
        </Show>
        <Show when={canKeep()}>
          <label class="row">
            <input
              type="checkbox"
              data-part="key-keep"
              checked={keepIt()}
              onChange={(event) => setKeepIt(event.currentTarget.checked)}
            />
            <span>{w.signIn.keyKeep}</span>
          </label>
          <Show when={keepIt()}>
            <TextField
              ref={(made: HTMLInputElement) => (label = made)}
              part="key-name"
              label={w.signIn.keyName}
              placeholder={w.signIn.keyNamePlaceholder}
              required
              maxLength={60}
            />
          </Show>
        </Show>
        <div class="row">
          <Button variant="primary" type="submit" part="sign-in" disabled={!filled() || busy()}>
            {busy() ? w.signIn.keySigning : w.signIn.keySubmit}
          </Button>
          <Button variant="plain" part="sign-in-back" onClick={cancelSignIn}>
            {w.common.cancel}
          </Button>
        </div>
        <p class="faint small">{w.signIn.keyNote}</p>
      </form>
      <Show when={mirror.settings.accounts.keys.length}>
        <h3 class="sub">{w.signIn.savedKeys}</h3>
        <ul class="list">
          <For each={mirror.settings.accounts.keys}>
            {(name) => (
              <li data-part="saved-key">
                <Icon name="key" class="quiet" />
                <span class="grow clip">{w.signIn.savedKey(name)}</span>
                <Button size="small" onClick={() => useKept(name)}>
                  {w.signIn.useKept}
                </Button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </>
  );
}
