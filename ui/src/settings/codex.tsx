// Settings and facts about the codex in use, each declared once: the page draws it and the search finds it.

import { Show } from "solid-js";
import { act } from "../host";
import { Path } from "../kit/bits";
import { Button } from "../kit/controls";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { pickCodex } from "../welcome/Found";
import { type Setting, settings } from "./setting";

function sandboxState(works: boolean | null): string {
  if (works === null) return w.settings.sandboxWorks.unknown;
  return works ? w.settings.sandboxWorks.yes : w.settings.sandboxWorks.no;
}

/** In the order in which they are drawn. */
export const CODEX: readonly Setting[] = [
  {
    label: () => w.settings.codexPath,
    hint: () => (mirror.server.codex ? w.welcome.origin[mirror.server.codex.found] : undefined),
    control: () => (
      <>
        <code class="value">
          <Show when={mirror.server.codex} fallback={w.common.unknown}>
            {(codex) => <Path path={codex().path} />}
          </Show>
        </code>
        <Show when={settings().codex}>
          <Button variant="plain" onClick={() => void act({ type: "useCodex", path: null }).catch(toastError)}>
            {w.settings.forget}
          </Button>
        </Show>
        <Button onClick={pickCodex}>{w.settings.choose}</Button>
      </>
    ),
  },
  {
    label: () => w.settings.codexVersion,
    control: () => <span class="num">{mirror.server.codex?.version ?? w.common.unknown}</span>,
  },
  {
    label: () => w.settings.codexHome,
    hint: () => w.settings.codexHomeHint,
    control: () => (
      <>
        <code class="value">
          <Path path={mirror.server.home} />
        </code>
        <Button onClick={() => void act({ type: "openFolder", path: mirror.server.home }).catch(toastError)}>
          {w.settings.openFolder}
        </Button>
      </>
    ),
  },
  {
    label: () => w.settings.sandbox,
    control: () => (
      <span class={mirror.server.sandboxWorks === false ? "tone-warn" : "quiet"}>
        {sandboxState(mirror.server.sandboxWorks)}
      </span>
    ),
  },
  {
    label: () => w.settings.restartRow,
    hint: () => w.settings.restartHint,
    control: () => (
      <>
        <span class="quiet">{w.diagnostics.phases[mirror.server.phase.kind]}</span>
        <Button onClick={() => void act({ type: "restartServer" }).catch(toastError)}>{w.settings.restart}</Button>
      </>
    ),
  },
];
