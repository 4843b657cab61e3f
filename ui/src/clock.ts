// One clock for everything that shows an age, so that a hundred ages need one timer. It ticks only while somebody uses
// it.

import { createSignal, onCleanup } from "solid-js";

const [second, setSecond] = createSignal(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The current time to the second, for a component. */
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
