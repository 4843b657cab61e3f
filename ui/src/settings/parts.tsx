// The plain parts of the settings. What a person changes goes to Rust and comes back as the new truth.

import type { JSX } from "solid-js";
import { act } from "../host";
import type { Editor, Settings, SettingsPatch, Theme, Zoom } from "../generated/model";
import { Button, IconButton, Segmented, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { chord } from "../keys";
import { mirror } from "../mirror";
import { setDialog } from "../view";
import { w } from "../words/words";
import { SettingRow } from "./SettingRow";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

const EDITORS: readonly Editor[] = ["system", "vsCode", "cursor", "zed", "sublime", "idea"];

/** What a page may load is settled when it is loaded: it begins anew, and loses nothing. */
const remote = (remoteImages: boolean): void =>
  void act({ type: "changeSettings", patch: { remoteImages } })
    .then(() => location.reload())
    .catch(toastError);

export const change = (patch: SettingsPatch): void => void act({ type: "changeSettings", patch }).catch(toastError);
const zoom = (way: Zoom): void => void act({ type: "zoom", way }).catch(toastError);
export const settings = (): Settings => mirror.settings;
const sendKey = (): string => (settings().enterSends ? w.keys.enter : `${w.keys.shift}+${w.keys.enter}`);

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
