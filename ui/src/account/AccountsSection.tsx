// The signed-in account, the parked ones, and switching between them.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Icon } from "../kit/icons";
import type { MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { setSigningIn } from "../view";
import { w } from "../words/words";
import { begin, signedIn } from "./ways";
import { Line, More, name, detail } from "./AccountLine";

type Question = { title: string; meaning: string; yes: string; part: string; run: () => void };

export function AccountsSection(): JSX.Element {
  const [asked, setAsked] = createSignal<Question | null>(null);
  const keys = () => mirror.settings.accounts.keys;
  const parked = () => mirror.settings.accounts.parked;
  const workspaces = () => (mirror.access.workspaces.length > 1 ? mirror.access.workspaces : []);
  const here = (): boolean => signedIn() && !mirror.server.demo;
  const canPark = (): boolean => here() && mirror.access.keeping === "keychain";
  const ask = (question: Question): void => void setAsked(question);

  const signOut = (): void =>
    ask({
      title: w.accounts.signOutTitle,
      meaning: w.accounts.signOutHint,
      yes: w.accounts.signOutYes,
      part: "sign-out",
      run: () => void act({ type: "signOut" }).catch(toastError),
    });
  const park = (): void => void act({ type: "parkAccount" }).catch(toastError);
  const add = (): void => {
    if (!here()) return void setSigningIn(true);
    const run = (): void => void act({ type: "parkAccount" }).then(() => setSigningIn(true), toastError);
    ask({
      title: w.accounts.addTitle,
      meaning: w.accounts.addMeaning(name()),
      yes: w.accounts.addYes,
      part: "add",
      run,
    });
  };
  const switchTo = (id: string): void => void begin("switch", { type: "switchAccount", id });
  const useKey = (label: string): void => void begin("key", { type: "signInWithSavedKey", label });
  const workspace = (session: string, id: string): void =>
    void begin("switch", { type: "switchWorkspace", session, workspace: id });
  const forget = (what: string, meaning: string, run: () => void): MenuItem => ({
    label: w.accounts.forget,
    danger: true,
    run: () => ask({ title: w.accounts.forgetTitle(what), meaning, yes: w.accounts.forgetYes, part: "forget", run }),
  });
  return (
    <section class="section" aria-labelledby="acc-accounts" data-part="accounts">
      <header>
        <h2 id="acc-accounts" class="grow">
          {w.accounts.title}
        </h2>
        <Show when={here() && canPark()}>
          <Button size="small" icon="plus" part="add-account" onClick={add}>
            {w.accounts.add}
          </Button>
        </Show>
      </header>
      <ul class="list">
        <Line
          icon={mirror.account.kind === "apiKey" ? "key" : "account"}
          name={name()}
          hint={detail()}
          part="account-here"
        >
          <Show
            when={here()}
            fallback={
              <Show
                when={mirror.server.demo}
                fallback={
                  <Show when={mirror.account.kind === "signedOut" && mirror.account}>
                    {(out) => (
                      <Button variant={out().needed ? "primary" : undefined} part="account-sign-in" onClick={add}>
                        {w.accounts.signIn}
                      </Button>
                    )}
                  </Show>
                }
              >
                <Button onClick={() => void act({ type: "leaveDemo" }).catch(toastError)}>{w.banner.leaveDemo}</Button>
              </Show>
            }
          >
            <span class="tag accent">
              <Icon name="check" />
              {w.accounts.inUse}
            </span>
            <Button size="small" part="sign-out" onClick={signOut}>
              {w.accounts.signOut}
            </Button>
            <Show when={canPark()}>
              <More name={name()} items={[{ label: w.accounts.park, run: park }]} />
            </Show>
          </Show>
        </Line>
        <For each={workspaces()}>
          {(one) => (
            <Line icon="folder" name={one.name} hint={w.accounts.workspace} part="workspace">
              <Show when={!one.active} fallback={<span class="tag accent">{w.accounts.inUse}</span>}>
                <Button size="small" part="switch-workspace" onClick={() => workspace(one.session, one.id)}>
                  {w.accounts.switchTo}
                </Button>
              </Show>
            </Line>
          )}
        </For>
        <For each={parked()}>
          {(one) => (
            <Line icon="account" name={one.name} hint={w.accounts.parked} part="parked">
              <Button size="small" part="switch-account" onClick={() => switchTo(one.id)}>
                {w.accounts.switchTo}
              </Button>
              <More
                name={one.name}
                items={[
                  forget(
                    one.name,
                    w.accounts.forgetAccount,
                    () => void act({ type: "forgetAccount", id: one.id }).catch(toastError),
                  ),
                ]}
              />
            </Line>
          )}
        </For>
        <For each={keys()}>
          {(label) => (
            <Line icon="key" name={w.signIn.savedKey(label)} hint={w.accounts.keyHint} part="saved-key">
              <Button size="small" part="use-key" onClick={() => useKey(label)}>
                {w.accounts.use}
              </Button>
              <More
                name={w.signIn.savedKey(label)}
                items={[
                  forget(
                    w.signIn.savedKey(label),
                    w.accounts.forgetKey,
                    () => void act({ type: "forgetKey", label }).catch(toastError),
                  ),
                ]}
              />
            </Line>
          )}
        </For>
      </ul>
      <Show when={here() && (parked().length > 0 || canPark())}>
        <p class="faint small foot-note">{w.accounts.note}</p>
      </Show>
      <Show when={asked()}>
        {(question) => (
          <Dialog title={question().title} close={() => setAsked(null)}>
            <p class="quiet">{question().meaning}</p>
            <DialogFoot no={w.common.cancel} close={() => setAsked(null)} safe>
              <Button
                variant="danger"
                part="dialog-yes"
                onClick={() => {
                  const { run } = question();
                  setAsked(null);
                  run();
                }}
              >
                {question().yes}
              </Button>
            </DialogFoot>
          </Dialog>
        )}
      </Show>
    </section>
  );
}
