// What a line of the settings is made from, and what the search over all of them finds it by.

import type { JSX } from "solid-js";
import { act } from "../host";
import type { Settings, SettingsPatch } from "../generated/model";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";

export interface Setting {
  label: () => string;
  hint?: () => string | undefined;
  /** Other words it may be looked for by. */
  also?: () => string;
  control: () => JSX.Element;
}

export const settings = (): Settings => mirror.settings;
export const change = (patch: SettingsPatch): void => void act({ type: "changeSettings", patch }).catch(toastError);
