// One clock for everything that ages, so that a hundred ages cost one timer. It ticks only while someone looks.

import { createSignal, onCleanup } from "solid-js";

const [second, setSecond] = createSignal(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The time, to the second, inside a component. */
export function useNow(): () => number {
  watchers += 1;
  if (watchers === 1) {
    setSecond(Date.now());
    timer = setInterval(() => {
      if (document.visibilityState !== "hidden") setSecond(Date.now());
    }, 1000);
  }
  onCleanup(() => {
    watchers -= 1;
    if (watchers === 0) clearInterval(timer);
  });
  return second;
}
