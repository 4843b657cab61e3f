// Interrupts the turn when Escape is pressed twice, wherever the focus is. Holding it down counts as one press.

import { createSignal, onCleanup } from "solid-js";
import { isComposing } from "../keys";

const AGAIN_MS = 1500;

/** `pressed`: Escape was pressed once, not long ago. */
export function createInterrupt(
  running: () => boolean,
  stop: () => void,
): { pressed: () => boolean; press: (event: KeyboardEvent) => void } {
  const [pressed, setPressed] = createSignal(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const press = (event: KeyboardEvent): void => {
    if (event.repeat) return;
    clearTimeout(timer);
    if (pressed()) {
      setPressed(false);
      return stop();
    }
    setPressed(true);
    timer = setTimeout(() => setPressed(false), AGAIN_MS);
  };
  const anywhere = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || isComposing(event) || event.defaultPrevented || !running()) return;
    if (document.querySelector("dialog[open], .menu")) return;
    press(event);
  };
  addEventListener("keydown", anywhere);
  onCleanup(() => {
    removeEventListener("keydown", anywhere);
    clearTimeout(timer);
  });
  return { pressed, press };
}
