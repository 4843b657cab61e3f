// A card accepts no click until a person can have seen its position, so that "Allow" never moves under a pointer that
// aims at "Decline".
//
// Measured in frames that were drawn rather than in time, because a busy page that draws nothing gives nobody time to
// read.

import { createSignal, onCleanup, onMount } from "solid-js";

const LOOK_MS = 100;
/** The number of checks in a row that must find the card in the same place. */
const LOOKS = 3;
const SHOWN_MS = 2500;

export interface ClickGuard {
  /** Whether the card stays in place and takes clicks. */
  still: () => boolean;
  /** Whether a click came too soon; true for a moment, to show a hint. */
  refused: () => boolean;
  press: () => void;
  /** Handles clicks before they reach a button. Clicks by keyboard (no `detail`) do not depend on a position. */
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

/** The card's edges on screen. Its answers are at the lower one. */
function place(card: HTMLElement | undefined): string {
  if (!card) return "";
  const { left, top, right, bottom } = card.getBoundingClientRect();
  return [left, top, right, bottom].map(Math.round).join(" ");
}
