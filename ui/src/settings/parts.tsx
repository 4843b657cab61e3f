// The pages that consist of simple settings. A change goes to Rust and comes back with the new values.

import { For, type JSX, Show } from "solid-js";
import { later } from "../kit/later";
import { mirror } from "../mirror";
import { CODEX } from "./codex";
import { GENERAL } from "./general";
import type { Setting } from "./setting";
import { SettingRow } from "./SettingRow";

const WindowsSection = later(() => import("../integrations/ImportPart").then((file) => file.WindowsSection));

function Rows(props: { of: readonly Setting[] }): JSX.Element {
  return (
    <ul class="list">
      <For each={props.of}>
        {(setting) => (
          <SettingRow name={setting.label()} hint={setting.hint?.()}>
            {setting.control()}
          </SettingRow>
        )}
      </For>
    </ul>
  );
}

export const GeneralPart = (): JSX.Element => <Rows of={Object.values(GENERAL)} />;

export function CodexPart(): JSX.Element {
  return (
    <>
      <Rows of={CODEX} />
      <Show when={mirror.environment.windows}>
        <WindowsSection />
      </Show>
    </>
  );
}
