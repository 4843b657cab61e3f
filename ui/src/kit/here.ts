// Whether what asked is still on screen when its answer comes.

import { onCleanup } from "solid-js";

/** Called where a component is made. Another one may stand in its place by the time that something is answered. */
export function whileHere(): () => boolean {
  let here = true;
  onCleanup(() => (here = false));
  return () => here;
}
