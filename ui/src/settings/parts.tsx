// The plain parts of the settings. What a person changes goes to Rust and comes back as the new truth.

import { createSignal, For, type JSX, onMount, Show } from "solid-js";
import { AS_CONFIGURED, choiceName, policyMeaning, policyName, safe, sameChoice } from "../composer/permissions";
import { act, query } from "../host";
import type {
  Diagnostics,
  Editor,
  PermissionChoice,
  Settings,
  SettingsPatch,
  Theme,
  ThreadDefaults,
  Zoom,
} from "../generated/model";
import { Path } from "../kit/bits";
import { copy } from "../kit/copy";
import { Button, IconButton, Segmented, Switch } from "../kit/controls";
import { later } from "../kit/later";
import { Icon } from "../kit/icons";
import { Logo } from "../kit/marks";
import { Menu } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { createLoader } from "../lists/loader";
import { chord } from "../keys";
import { mirror } from "../mirror";
import { setDialog } from "../view";
import { w } from "../words/words";
import { pickCodex } from "../welcome/Welcome";

const PermissionsMore = later(() => import("../integrations/PermissionsMore").then((file) => file.PermissionsMore));
const WindowsSection = later(() => import("../integrations/ImportPart").then((file) => file.WindowsSection));

const THEMES: readonly Theme[] = ["system", "light", "dark"];

const EDITORS: readonly Editor[] = ["system", "vsCode", "cursor", "zed", "sublime", "idea"];

/** What a page may load is settled when it is loaded: it begins anew, and loses nothing. */
const remote = (remoteImages: boolean): void =>
  void act({ type: "changeSettings", patch: { remoteImages } })
    .then(() => location.reload())
    .catch(toastError);

const change = (patch: SettingsPatch): void => void act({ type: "changeSettings", patch }).catch(toastError);
const zoom = (way: Zoom): void => void act({ type: "zoom", way }).catch(toastError);
const settings = (): Settings => mirror.settings;
const sendKey = (): string => (settings().enterSends ? w.keys.enter : `${w.keys.shift}+${w.keys.enter}`);

export function SettingRow(props: { name: string; hint?: string; children: JSX.Element }): JSX.Element {
  return (
    <li>
      <span class="grow">
        <span class="name">{props.name}</span>
        <Show when={props.hint}>{(hint) => <small>{hint()}</small>}</Show>
      </span>
      {props.children}
    </li>
  );
}

export function GeneralPart(): JSX.Element {
  return (
    <ul class="list">
      <SettingRow name={w.settings.theme} hint={w.settings.themeHint}>
        <Segmented
          label={w.settings.theme}
          value={settings().theme}
          options={THEMES.map((theme) => ({ value: theme, label: w.settings.themes[theme] }))}
          change={(theme) => change({ theme })}
        />
      </SettingRow>
      <SettingRow name={w.settings.contrast} hint={w.settings.contrastHint}>
        <Switch
          label={w.settings.contrast}
          on={settings().highContrast}
          change={(highContrast) => change({ highContrast })}
        />
      </SettingRow>
      <SettingRow name={w.settings.zoom} hint={w.settings.zoomHint(chord("+"), chord("−"))}>
        <span class="row gap-1" role="group" aria-label={w.settings.zoom} data-part="zoom">
          <IconButton icon="minus" label={w.settings.zoomOut} onClick={() => zoom("out")} />
          <Button variant="plain" title={w.settings.zoomActual} onClick={() => zoom("actual")}>
            <span class="num">{w.settings.zoomAt(settings().zoom)}</span>
          </Button>
          <IconButton icon="plus" label={w.settings.zoomIn} onClick={() => zoom("in")} />
        </span>
      </SettingRow>
      <SettingRow name={w.settings.enter} hint={w.settings.enterHint}>
        <Switch label={w.settings.enter} on={settings().enterSends} change={(enterSends) => change({ enterSends })} />
      </SettingRow>
      <SettingRow name={w.settings.whileRunning(sendKey())} hint={w.settings.whileRunningHint(chord(w.keys.enter))}>
        <Segmented
          label={w.settings.whileRunning(sendKey())}
          value={settings().whileRunning}
          options={[
            { value: "queue", label: w.settings.whileRunningQueue },
            { value: "steer", label: w.settings.whileRunningSteer },
          ]}
          change={(whileRunning) => change({ whileRunning })}
        />
      </SettingRow>
      <SettingRow name={w.settings.notify} hint={w.settings.notifyHint}>
        <Switch label={w.settings.notify} on={settings().notify} change={(notify) => change({ notify })} />
      </SettingRow>
      <SettingRow name={w.settings.badge} hint={w.settings.badgeHint}>
        <Switch label={w.settings.badge} on={settings().badge} change={(badge) => change({ badge })} />
      </SettingRow>
      <SettingRow name={w.settings.trayIcon} hint={w.settings.trayIconHint}>
        <Switch label={w.settings.trayIcon} on={settings().tray} change={(tray) => change({ tray })} />
      </SettingRow>
      <SettingRow name={w.settings.tray} hint={w.settings.trayHint}>
        <Switch label={w.settings.tray} on={settings().closeToTray} change={(closeToTray) => change({ closeToTray })} />
      </SettingRow>
      <SettingRow name={w.drawn.editor} hint={w.drawn.editorHint}>
        <Menu
          label={w.drawn.editor}
          of={w.drawn.editor}
          items={EDITORS.map((editor) => ({
            label: w.drawn.editors[editor],
            checked: settings().editor === editor,
            run: () => change({ editor }),
          }))}
          class="button"
          part="editor"
        >
          {w.drawn.editors[settings().editor]}
          <Icon name="down" class="turn" />
        </Menu>
      </SettingRow>
      <SettingRow name={w.drawn.remote} hint={w.drawn.remoteHint}>
        <Switch label={w.drawn.remote} on={settings().remoteImages} change={remote} />
      </SettingRow>
      <SettingRow name={w.settings.keys} hint={w.settings.keysHint}>
        <Button onClick={() => setDialog("keys")}>{w.settings.keysShow}</Button>
      </SettingRow>
    </ul>
  );
}

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

export function PermissionsPart(): JSX.Element {
  const defaults = createLoader<ThreadDefaults>(
    () => [mirror.revisions.config, mirror.server.phase.kind],
    () => query({ type: "threadDefaults" }).then((result) => result.defaults),
    "permissions",
  );
  const choices = (): PermissionChoice[] =>
    defaults.now()?.choices.filter(({ permissions }) => permissions.kind !== "full") ?? [
      { permissions: AS_CONFIGURED, description: null, forbidden: false },
    ];
  const detail = ({ permissions, description, forbidden }: PermissionChoice): string => {
    if (forbidden) return w.permissions.forbidden;
    const policy = defaults.now()?.policy;
    if (permissions.kind === "asConfigured" && policy) return `${policyName(policy)}. ${policyMeaning(policy)}`;
    return permissions.kind === "profile"
      ? (description ?? w.permissions.profileMeaning)
      : w.permissions[permissions.kind].meaning;
  };
  return (
    <>
      <section class="section" aria-labelledby="set-modes">
        <header>
          <h2 id="set-modes">{w.settings.defaults}</h2>
        </header>
        <fieldset class="list modes">
          <legend class="sr">{w.settings.defaults}</legend>
          <For each={choices()}>
            {(choice) => (
              <label class="li">
                <input
                  type="radio"
                  name="mode"
                  value={choiceName(choice.permissions)}
                  disabled={choice.forbidden}
                  checked={sameChoice(safe(settings().permissions), choice.permissions)}
                  onChange={() => change({ permissions: choice.permissions })}
                />
                <span class="grow">
                  <span class="name">{choiceName(choice.permissions)}</span>
                  <small>{detail(choice)}</small>
                </span>
              </label>
            )}
          </For>
        </fieldset>
        <p class="faint small foot-note">{w.settings.fullNever}</p>
      </section>
      <PermissionsMore />
    </>
  );
}

const LINKS = {
  aboutDocs: "https://developers.openai.com/codex",
  aboutSource: "https://github.com/openai/codex",
} as const;

export function AboutPart(): JSX.Element {
  const [found, setFound] = createSignal<Diagnostics | null>(null);
  const [licence, setLicence] = createSignal<string | null>(null);
  onMount(() => {
    query({ type: "diagnostics" })
      .then((result) => setFound(result.diagnostics))
      .catch(toastError);
  });
  const versions = (): [string, string][] => [
    [w.settings.aboutVersion, found()?.version ?? w.common.unknown],
    [w.settings.aboutCodex, mirror.server.codex?.version ?? w.common.unknown],
    [w.settings.aboutSystem, found()?.system ?? w.common.unknown],
  ];
  const copyVersions = (): void =>
    void copy(
      `${w.app}: ${versions()
        .map(([name, value]) => `${name} ${value}`)
        .join(", ")}`,
    );
  const readLicence = (): void =>
    void import("../../../LICENSE?raw").then((file) => setLicence(file.default)).catch(toastError);
  return (
    <>
      <div class="row gap-4">
        <Logo large />
        <div>
          <h2 class="about-name">{w.settings.aboutName}</h2>
          <p class="quiet">{w.settings.about}</p>
        </div>
      </div>
      <ul class="list">
        <For each={versions()}>
          {([name, value]) => (
            <SettingRow name={name}>
              <span class="num selectable">{value}</span>
            </SettingRow>
          )}
        </For>
        <li>
          <span class="grow" />
          <Button icon="copy" part="copy-versions" disabled={!found()} onClick={copyVersions}>
            {w.settings.aboutCopy}
          </Button>
        </li>
      </ul>
      <section class="section" aria-labelledby="about-links">
        <header>
          <h2 id="about-links">{w.settings.aboutLinks}</h2>
        </header>
        <ul class="list">
          <For each={Object.entries(LINKS) as [keyof typeof LINKS, string][]}>
            {([name, url]) => (
              <SettingRow name={w.settings[name]} hint={url}>
                <IconButton
                  icon="external"
                  label={w.settings[name]}
                  onClick={() => void act({ type: "openLink", thread: null, url }).catch(toastError)}
                />
              </SettingRow>
            )}
          </For>
        </ul>
      </section>
      <section class="section" aria-labelledby="about-licence">
        <header>
          <h2 id="about-licence">{w.settings.license}</h2>
          <p class="grow">{w.settings.licenseName}</p>
        </header>
        <details
          class="detail-fold"
          data-part="licence"
          onToggle={(event) => event.currentTarget.open && licence() === null && readLicence()}
        >
          <summary>{w.settings.licenseText}</summary>
          <pre class="raw licences" tabindex="0">
            {licence() ?? w.common.reading}
          </pre>
        </details>
      </section>
    </>
  );
}
