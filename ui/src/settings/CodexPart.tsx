// The codex that is used: where it is, its version and its home.

import { type JSX, Show } from "solid-js";
import { act } from "../host";
import { Path } from "../kit/bits";
import { Button } from "../kit/controls";
import { later } from "../kit/later";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { pickCodex } from "../welcome/Found";
import { SettingRow } from "./SettingRow";
import { settings } from "./parts";

const WindowsSection = later(() => import("../integrations/ImportPart").then((file) => file.WindowsSection));

export function CodexPart(): JSX.Element {
  const { server } = mirror;
  const sandbox = (): string =>
    server.sandboxWorks === null
      ? w.settings.sandboxWorks.unknown
      : server.sandboxWorks
        ? w.settings.sandboxWorks.yes
        : w.settings.sandboxWorks.no;
  return (
    <>
      <ul class="list">
        <SettingRow name={w.settings.codexPath} hint={server.codex ? w.welcome.origin[server.codex.found] : undefined}>
          <code class="value">
            <Show when={server.codex} fallback={w.common.unknown}>
              {(codex) => <Path path={codex().path} />}
            </Show>
          </code>
          <Show when={settings().codex}>
            <Button variant="plain" onClick={() => void act({ type: "useCodex", path: null }).catch(toastError)}>
              {w.settings.forget}
            </Button>
          </Show>
          <Button onClick={pickCodex}>{w.settings.choose}</Button>
        </SettingRow>
        <SettingRow name={w.settings.codexVersion}>
          <span class="num">{server.codex?.version ?? w.common.unknown}</span>
        </SettingRow>
        <SettingRow name={w.settings.codexHome} hint={w.settings.codexHomeHint}>
          <code class="value">
            <Path path={server.home} />
          </code>
          <Button onClick={() => void act({ type: "openFolder", path: server.home }).catch(toastError)}>
            {w.settings.openFolder}
          </Button>
        </SettingRow>
        <SettingRow name={w.settings.sandbox}>
          <span class={server.sandboxWorks === false ? "tone-warn" : "quiet"}>{sandbox()}</span>
        </SettingRow>
        <SettingRow name={w.settings.restartRow} hint={w.settings.restartHint}>
          <span class="quiet">{w.diagnostics.phases[server.phase.kind]}</span>
          <Button onClick={() => void act({ type: "restartServer" }).catch(toastError)}>{w.settings.restart}</Button>
        </SettingRow>
      </ul>
      <Show when={mirror.environment.windows}>
        <WindowsSection />
      </Show>
    </>
  );
}
