// Tells whether a component is still on screen when an answer arrives.

import { onCleanup } from "solid-js";

/** Call it when a component is created. Another one may be in its place when the answer arrives. */
export function whileHere(): () => boolean {
  let here = true;
  onCleanup(() => (here = false));
  return () => here;
}
