// Settings: a nav at the left, a part at the right.

import { For, type JSX, Match, Switch } from "solid-js";
import { Icon, type IconName } from "../kit/icons";
import { later } from "../kit/later";
import { Logo } from "../kit/marks";
import { back, go, place, type SettingsPart } from "../view";
import { w } from "../words/words";
import { AboutPart, CodexPart, GeneralPart, PermissionsPart } from "./parts";

const AccountPart = later(() => import("./AccountPart").then((file) => file.AccountPart));
const Diagnostics = later(() => import("../diagnostics/Diagnostics").then((file) => file.Diagnostics));

const PARTS: { part: SettingsPart; icon: IconName }[] = [
  { part: "general", icon: "sliders" },
  { part: "account", icon: "account" },
  { part: "codex", icon: "terminal" },
  { part: "permissions", icon: "shield" },
  { part: "diagnostics", icon: "activity" },
  { part: "about", icon: "info" },
];

export function SettingsPage(): JSX.Element {
  const part = (): SettingsPart => {
    const at = place();
    return at.kind === "settings" ? at.part : "general";
  };
  return (
    <div class="app settings no-panel" data-part="settings">
      <nav class="sidebar" aria-label={w.settings.nav} data-region>
        <div class="side-top">
          <Logo />
          <span class="grow">{w.settings.title}</span>
          <button type="button" class="esc" title={w.settings.back} onClick={back}>
            <span class="sr">{w.settings.back}</span>
            <kbd>{w.keys.esc}</kbd>
          </button>
        </div>
        <div class="side-nav">
          <For each={PARTS}>
            {(one) => (
              <button type="button" class="side-row" data-section={one.part} title={w.settings.parts[one.part]} aria-label={w.settings.parts[one.part]} aria-current={part() === one.part ? "page" : undefined} onClick={() => go({ kind: "settings", part: one.part })}>
                <Icon name={one.icon} />
                <span class="label">{w.settings.parts[one.part]}</span>
              </button>
            )}
          </For>
        </div>
      </nav>
      <main class="main" data-region>
        <Switch>
          <Match when={part() === "diagnostics"}>
            <Diagnostics />
          </Match>
          <Match when={true}>
            <header class="main-head">
              <div class="grow">
                <h1>{w.settings.parts[part()]}</h1>
                <div class="crumbs">{w.settings.lead[part()]}</div>
              </div>
            </header>
            <div class="sheet" tabindex="0" role="region" aria-label={w.settings.parts[part()]}>
              <div class={`sheet-in ${part() === "account" ? "wide" : ""}`}>
                <Switch>
                  <Match when={part() === "general"}>
                    <GeneralPart />
                  </Match>
                  <Match when={part() === "account"}>
                    <AccountPart />
                  </Match>
                  <Match when={part() === "codex"}>
                    <CodexPart />
                  </Match>
                  <Match when={part() === "permissions"}>
                    <PermissionsPart />
                  </Match>
                  <Match when={part() === "about"}>
                    <AboutPart />
                  </Match>
                </Switch>
              </div>
            </div>
          </Match>
        </Switch>
      </main>
    </div>
  );
}
