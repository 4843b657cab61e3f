// Settings: a nav at the left, a part at the right. Every part but the small ones comes when it is first shown.

import { type Component, For, type JSX, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { Icon, type IconName } from "../kit/icons";
import { later } from "../kit/later";
import { Logo } from "../kit/marks";
import { back, go, place, type SettingsPart } from "../view";
import { w } from "../words/words";
import { AboutPart, CodexPart, GeneralPart, PermissionsPart } from "./parts";

type Entry = { part: SettingsPart; icon: IconName; shows: Component; wide?: boolean; /** It has a head of its own. */ whole?: boolean };

const PARTS: Entry[] = [
  { part: "general", icon: "sliders", shows: GeneralPart },
  { part: "account", icon: "account", wide: true, shows: later(() => import("./AccountPart").then((file) => file.AccountPart)) },
  { part: "codex", icon: "terminal", shows: CodexPart },
  { part: "permissions", icon: "shield", shows: PermissionsPart },
  { part: "models", icon: "spool", shows: later(() => import("../reach/ModelsPart").then((file) => file.ModelsPart)) },
  { part: "skills", icon: "skill", shows: later(() => import("../library/SkillsPart").then((file) => file.SkillsPart)) },
  { part: "apps", icon: "apps", shows: later(() => import("../library/AppsPart").then((file) => file.AppsPart)) },
  { part: "plugins", icon: "puzzle", shows: later(() => import("../library/PluginsPart").then((file) => file.PluginsPart)) },
  { part: "servers", icon: "plug", shows: later(() => import("../reach/ServersPart").then((file) => file.ServersPart)) },
  { part: "rules", icon: "lock", shows: later(() => import("../reach/RulesPart").then((file) => file.RulesPart)) },
  { part: "config", icon: "code", shows: later(() => import("../reach/ConfigPart").then((file) => file.ConfigPart)) },
  { part: "features", icon: "flask", shows: later(() => import("../reach/FeaturesPart").then((file) => file.FeaturesPart)) },
  { part: "import", icon: "download", shows: later(() => import("../reach/ImportPart").then((file) => file.ImportPart)) },
  { part: "projects", icon: "layers", shows: later(() => import("../reach/ProjectsPart").then((file) => file.ProjectsPart)) },
  { part: "diagnostics", icon: "activity", whole: true, shows: later(() => import("../diagnostics/Diagnostics").then((file) => file.Diagnostics)) },
  { part: "about", icon: "info", shows: AboutPart },
];

export function SettingsPage(): JSX.Element {
  const part = (): SettingsPart => {
    const at = place();
    return at.kind === "settings" ? at.part : "general";
  };
  const entry = (): Entry | undefined => PARTS.find((one) => one.part === part());
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
        <Show when={!entry()?.whole} fallback={<Dynamic component={entry()?.shows} />}>
          <header class="main-head">
            <div class="grow">
              <h1>{w.settings.parts[part()]}</h1>
              <div class="crumbs">{w.settings.lead[part()]}</div>
            </div>
          </header>
          <div class="sheet" tabindex="0" role="region" aria-label={w.settings.parts[part()]}>
            <div class={`sheet-in ${entry()?.wide ? "wide" : ""}`}>
              <Dynamic component={entry()?.shows} />
            </div>
          </div>
        </Show>
      </main>
    </div>
  );
}
