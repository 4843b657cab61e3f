// Who is signed in, who waits in the keychain, and the ways between them.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Icon, type IconName } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { capital } from "../rows";
import { setSigningIn } from "../view";
import { w } from "../words/words";
import { begin, signedIn } from "./ways";

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

function Line(props: { icon: IconName; name: string; hint: string; part: string; children: JSX.Element }): JSX.Element {
  return (
    <li data-part={props.part}>
      <span class="logo round">
        <Icon name={props.icon} />
      </span>
      <span class="grow">
        <span class="name clip block" title={props.name}>
          {props.name}
        </span>
        <Show when={props.hint}>{(hint) => <small>{hint()}</small>}</Show>
      </span>
      {props.children}
    </li>
  );
}

function More(props: { name: string; items: MenuItem[] }): JSX.Element {
  return (
    <Menu label={w.accounts.more(props.name)} items={props.items} class="icon-button small" part="account-more">
      <Icon name="more" />
    </Menu>
  );
}

function name(): string {
  const { account } = mirror;
  if (mirror.server.demo) return w.account.demo;
  switch (account.kind) {
    case "unknown":
      return w.account.unknown;
    case "signedOut":
      return account.needed ? w.account.signedOut : w.account.notNeeded;
    case "apiKey":
      return w.account.apiKey;
    case "chatGpt":
      return account.email ?? w.account.chatGpt;
    case "other":
      return account.name;
    default:
      return account satisfies never;
  }
}

/** The plan, and where the sign-in is kept. */
function detail(): string {
  const { account } = mirror;
  if (mirror.server.demo) return w.account.demoHint;
  const kept = mirror.access.keeping === "session" ? w.accounts.keptSession : w.accounts.keptKeychain;
  switch (account.kind) {
    case "unknown":
      return "";
    case "signedOut":
      return account.needed
        ? mirror.access.keeping === "session"
          ? w.accounts.keptSession
          : ""
        : w.account.notNeededHint;
    case "apiKey":
      return w.accounts.line(w.account.apiKeyHint, kept);
    case "chatGpt":
      return w.accounts.line(account.plan ? w.accounts.plan(capital(account.plan)) : w.accounts.noPlan, kept);
    case "other":
      return kept;
    default:
      return account satisfies never;
  }
}
