// A component that is loaded when it is first shown, so that the window's first paint does not pay for it.
//
// `const Palette = later(() => import("./palette/Palette").then((file) => file.Palette))`, then used like any
// component. Until it is loaded nothing is drawn in its place. It is inside the program, a few milliseconds away.

import { type Component, lazy } from "solid-js";

type Later<P extends Record<string, unknown>> = Component<P> & { preload: () => Promise<unknown> };

const all: (() => Promise<unknown>)[] = [];

export function later<P extends Record<string, unknown>>(load: () => Promise<Component<P>>): Later<P> {
  const place = lazy(() => load().then((component) => ({ default: component })));
  all.push(place.preload);
  return place;
}

/** Loads all such components, including those that others contain, so that each is drawn at once afterwards. */
export async function loadAll(): Promise<void> {
  for (let done = 0; done < all.length; done++) await all[done]?.();
}
