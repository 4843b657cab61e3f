// A setting as the page draws it and the search finds it.

import type { JSX } from "solid-js";
import { act } from "../host";
import type { Settings, SettingsPatch } from "../generated/model";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";

export interface Setting {
  label: () => string;
  hint?: () => string | undefined;
  /** Further words to find it by. */
  also?: () => string;
  control: () => JSX.Element;
}

export const settings = (): Settings => mirror.settings;
export const change = (patch: SettingsPatch): void => void act({ type: "changeSettings", patch }).catch(toastError);
