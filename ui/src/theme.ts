// Applies one of the four palettes. Rust has the setting; the desktop decides what "system" means.

import { createEffect, createSignal, onCleanup } from "solid-js";
import type { Settings } from "./generated/model";

const KEY = "threadloft.theme";

export function palette(settings: Pick<Settings, "theme" | "highContrast">, dark: boolean, more: boolean): string {
  const isDark = settings.theme === "system" ? dark : settings.theme === "dark";
  if (settings.highContrast || more) return isDark ? "contrast" : "contrast-light";
  return isDark ? "dark" : "light";
}

/** Before Rust has answered, the palette of the last window is used, so that nothing flashes. */
export function paintEarly(): void {
  const last = localStorage.getItem(KEY);
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset["theme"] = last ?? (dark ? "dark" : "light");
}

export function useTheme(settings: () => Settings, known: () => boolean): void {
  const darkList = matchMedia("(prefers-color-scheme: dark)");
  const moreList = matchMedia("(prefers-contrast: more)");
  const [dark, setDark] = createSignal(darkList.matches);
  const [more, setMore] = createSignal(moreList.matches);
  const watchDark = (): void => void setDark(darkList.matches);
  const watchMore = (): void => void setMore(moreList.matches);
  darkList.addEventListener("change", watchDark);
  moreList.addEventListener("change", watchMore);
  onCleanup(() => {
    darkList.removeEventListener("change", watchDark);
    moreList.removeEventListener("change", watchMore);
  });
  createEffect(() => {
    if (!known()) return;
    const name = palette(settings(), dark(), more());
    document.documentElement.dataset["theme"] = name;
    localStorage.setItem(KEY, name);
  });
}
