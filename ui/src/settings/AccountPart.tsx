// Who runs the turns, and what is left of each limit. Unknown is said to be unknown.

import { createSignal, For, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Dialog } from "../kit/Dialog";
import { Bar } from "../kit/marks";
import { told } from "../kit/toasts";
import { mirror } from "../mirror";
import { accountWords, capital, limitName } from "../rows";
import { KeyForm } from "../welcome/Welcome";
import { moment } from "../words/forms";
import { w } from "../words/words";
import { SettingRow } from "./parts";

export function AccountPart(): JSX.Element {
  const now = useNow();
  const [asking, setAsking] = createSignal(false);
  const [keyOpen, setKeyOpen] = createSignal(false);
  const words = () => accountWords(mirror.account, mirror.limits, mirror.server.demo !== null, now());
  const signedIn = (): boolean => ["apiKey", "chatGpt", "other"].includes(mirror.account.kind) && !mirror.server.demo;
  const signOut = (): void => {
    setAsking(false);
    act({ type: "signOut" }).catch(told);
  };
  return (
    <>
      <ul class="list">
        <SettingRow name={words().name} hint={words().detail}>
          <Show
            when={signedIn()}
            fallback={
              <Show when={!mirror.server.demo} fallback={<Button onClick={() => void act({ type: "leaveDemo" }).catch(told)}>{w.banner.leaveDemo}</Button>}>
                <Button look="primary" onClick={() => setKeyOpen(true)}>
                  {w.welcome.key}
                </Button>
              </Show>
            }
          >
            <Button onClick={() => setAsking(true)}>{w.settings.signOut}</Button>
          </Show>
        </SettingRow>
      </ul>
      <Show when={keyOpen() && !signedIn()}>
        <KeyForm close={() => setKeyOpen(false)} />
      </Show>
      <section class="section" aria-labelledby="set-limits">
        <header>
          <h2 id="set-limits">{w.settings.limits}</h2>
        </header>
        <Show when={mirror.limits.windows.length} fallback={<p class="quiet">{w.settings.limitsUnknown}</p>}>
          <ul class="list">
            <For each={mirror.limits.windows}>
              {(limit, i) => (
                <li class="bucket">
                  <div class="row">
                    <span class="name grow">
                      {capital(limit.name ?? limitName(limit))} <Show when={limit.name}><span class="quiet plain">{limitName(limit)}</span></Show>
                    </span>
                    <Show when={i() === 0 && limit.usedPercent >= 80}>
                      <span class="tag waiting">{w.settings.binding}</span>
                    </Show>
                    <span class="num strong">{w.settings.used(limit.usedPercent)}</span>
                  </div>
                  <Bar percent={limit.usedPercent} />
                  <Show when={limit.resetsMs}>{(ms) => <small>{w.settings.resets(moment(ms(), now()))}</small>}</Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </section>
      <Show when={asking()}>
        <Dialog title={w.settings.signOutTitle} close={() => setAsking(false)}>
          <p class="quiet">{w.settings.signOutHint}</p>
          <div class="dialog-foot">
            <Button look="danger" part="dialog-yes" onClick={signOut}>
              {w.settings.signOut}
            </Button>
            <Button look="primary" part="dialog-no" data-focus onClick={() => setAsking(false)}>
              {w.common.cancel}
            </Button>
          </div>
        </Dialog>
      </Show>
    </>
  );
}
