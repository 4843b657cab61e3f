// A card takes no click before a person can have seen where it stands: "Allow" never slides under a finger that wanted
// "Decline".
//
// Counted in looks and not by the clock: a page that was busy, and drew nothing, gave nobody time to read.

import { createSignal, onCleanup, onMount } from "solid-js";

const LOOK_MS = 100;
/** As many looks in a row have to find it where it was. */
const LOOKS = 3;
const SHOWN_MS = 2500;

export interface ClickGuard {
  /** It stands, and has stood. */
  still: () => boolean;
  /** A click came too soon; said for a moment. */
  refused: () => boolean;
  press: () => void;
  /** For clicks on their way down to a button. Those of a keyboard (no `detail`) aim at no place. */
  click: (event: MouseEvent) => void;
}

export function guardClicks(card: () => HTMLElement | undefined): ClickGuard {
  const [looks, setLooks] = createSignal(0);
  const [refused, setRefused] = createSignal(false);
  let before = "";
  let pressed = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stood = (): boolean => {
    const now = place(card());
    const same = now === before;
    before = now;
    if (!same) setLooks(0);
    return same;
  };
  const still = (): boolean => looks() >= LOOKS;
  onMount(() => {
    const looking = setInterval(() => stood() && setLooks((times) => Math.min(times + 1, LOOKS)), LOOK_MS);
    onCleanup(() => clearInterval(looking));
  });
  onCleanup(() => clearTimeout(timer));
  return {
    still,
    refused,
    press: () => (pressed = stood() && still()),
    click: (event) => {
      const meant = event.detail === 0 || (stood() && still() && pressed);
      pressed = true;
      if (meant) return;
      event.preventDefault();
      event.stopPropagation();
      setRefused(true);
      clearTimeout(timer);
      timer = setTimeout(() => setRefused(false), SHOWN_MS);
    },
  };
}

/** Its edges on the screen; the answers stand at the lower one. */
function place(card: HTMLElement | undefined): string {
  if (!card) return "";
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round).join(" ");
}
