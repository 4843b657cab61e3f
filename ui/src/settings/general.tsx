// The app's own settings, each declared once: the page draws it and the search finds it.

import { act } from "../host";
import type { Editor, Settings, SettingsPatch, Theme, Zoom } from "../generated/model";
import { Button, IconButton, Segmented, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { chord } from "../keys";
import { setDialog } from "../view";
import { w } from "../words/words";
import { change, type Setting, settings } from "./setting";

/** Settings that are changed where they are used: on the permissions page, in the composer, on the first screen. */
type SetElsewhere = "permissions" | "model" | "effort" | "welcomed";
type Name = Exclude<keyof SettingsPatch, SetElsewhere> | "zoom" | "keys";
type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings & keyof SettingsPatch];

const THEMES: readonly Theme[] = ["system", "light", "dark"];
const EDITORS: readonly Editor[] = ["system", "vsCode", "cursor", "zed", "sublime", "idea"];

const zoom = (way: Zoom): void => void act({ type: "zoom", way }).catch(toastError);
const sendKey = (): string => (settings().enterSends ? w.keys.enter : `${w.keys.shift}+${w.keys.enter}`);

function flag(key: Flag, label: () => string, hint: () => string, after?: () => void): Setting {
  const put = (on: boolean): void => {
    if (!after) return change({ [key]: on });
    act({ type: "changeSettings", patch: { [key]: on } })
      .then(after)
      .catch(toastError);
  };
  return { label, hint, control: () => <Switch label={label()} on={settings()[key]} change={put} /> };
}

/** In the order in which they are drawn. A setting that the engine adds does not compile until it is listed here. */
export const GENERAL: Record<Name, Setting> = {
  theme: {
    label: () => w.settings.theme,
    hint: () => w.settings.themeHint,
    also: () => Object.values(w.settings.themes).join(" "),
    control: () => (
      <Segmented
        label={w.settings.theme}
        value={settings().theme}
        options={THEMES.map((theme) => ({ value: theme, label: w.settings.themes[theme] }))}
        change={(theme) => change({ theme })}
      />
    ),
  },
  highContrast: flag(
    "highContrast",
    () => w.settings.contrast,
    () => w.settings.contrastHint,
  ),
  zoom: {
    label: () => w.settings.zoom,
    hint: () => w.settings.zoomHint(chord("+"), chord("−")),
    control: () => (
      <span class="row gap-1" role="group" aria-label={w.settings.zoom} data-part="zoom">
        <IconButton icon="minus" label={w.settings.zoomOut} onClick={() => zoom("out")} />
        <Button variant="plain" title={w.settings.zoomActual} onClick={() => zoom("actual")}>
          <span class="num">{w.settings.zoomAt(settings().zoom)}</span>
        </Button>
        <IconButton icon="plus" label={w.settings.zoomIn} onClick={() => zoom("in")} />
      </span>
    ),
  },
  enterSends: flag(
    "enterSends",
    () => w.settings.enter,
    () => w.settings.enterHint,
  ),
  whileRunning: {
    label: () => w.settings.whileRunning(sendKey()),
    hint: () => w.settings.whileRunningHint(chord(w.keys.enter)),
    also: () => `${w.settings.whileRunningQueue} ${w.settings.whileRunningSteer}`,
    control: () => (
      <Segmented
        label={w.settings.whileRunning(sendKey())}
        value={settings().whileRunning}
        options={[
          { value: "queue", label: w.settings.whileRunningQueue },
          { value: "steer", label: w.settings.whileRunningSteer },
        ]}
        change={(whileRunning) => change({ whileRunning })}
      />
    ),
  },
  notify: flag(
    "notify",
    () => w.settings.notify,
    () => w.settings.notifyHint,
  ),
  badge: flag(
    "badge",
    () => w.settings.badge,
    () => w.settings.badgeHint,
  ),
  tray: flag(
    "tray",
    () => w.settings.trayIcon,
    () => w.settings.trayIconHint,
  ),
  closeToTray: flag(
    "closeToTray",
    () => w.settings.tray,
    () => w.settings.trayHint,
  ),
  editor: {
    label: () => w.drawn.editor,
    hint: () => w.drawn.editorHint,
    control: () => (
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
    ),
  },
  remoteImages: flag(
    "remoteImages",
    () => w.drawn.remote,
    () => w.drawn.remoteHint,
    // What a page may load is fixed when it is loaded, so it is reloaded. Nothing is lost.
    () => location.reload(),
  ),
  keys: {
    label: () => w.settings.keys,
    hint: () => w.settings.keysHint,
    control: () => <Button onClick={() => setDialog("keys")}>{w.settings.keysShow}</Button>,
  },
};
