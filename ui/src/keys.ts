// Keyboard keys as people see and press them: Cmd on a Mac, Ctrl elsewhere.

import { w } from "./words/words";

export const isMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

/** "Ctrl+N" or "⌘N". */
export const chord = (key: string): string => (isMac ? `${w.keys.modMac}${key}` : `${w.keys.mod}+${key}`);

export const isMod = (event: KeyboardEvent): boolean => (isMac ? event.metaKey : event.ctrlKey) && !event.altKey;

/**
 * Whether a key belongs to an input method. WebKit reports the key that ends a composition after it has ended, as key
 * 229.
 */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** The keys below the letters of other scripts. 0 is also below the à of French keyboards. */
const UNDER: Record<string, string> = { Comma: ",", Slash: "/", Digit0: "0" };

/** The key that is meant: what it types or, for a letter of another script, what a Latin keyboard has in its place. */
export function latin(event: Pick<KeyboardEvent, "key" | "code">): string {
  const typed = event.key.toLowerCase();
  // The Turkish dotless i is where other keyboards have the I.
  if (typed === "ı") return "i";
  if ([...typed].length > 1 || typed <= "\u007f") return typed;
  const letter = /\p{Script=Latin}/u.test(typed) ? null : /^Key([A-Z])$/.exec(event.code)?.[1];
  return letter?.toLowerCase() ?? UNDER[event.code] ?? typed;
}

export const isEditable = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.matches("input, textarea, select") || element.isContentEditable);

const HELD = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta"]);

/** Marks on the page whether the person uses a pointer or the keyboard. Focus rings are drawn only for the keyboard. */
export function watchPointer(): () => void {
  const { documentElement } = document;
  const points = (): void => void documentElement.toggleAttribute("data-pointer", true);
  const presses = (event: KeyboardEvent): void => {
    if (!HELD.has(event.key)) documentElement.removeAttribute("data-pointer");
  };
  addEventListener("pointerdown", points, true);
  addEventListener("keydown", presses, true);
  return () => {
    removeEventListener("pointerdown", points, true);
    removeEventListener("keydown", presses, true);
  };
}
