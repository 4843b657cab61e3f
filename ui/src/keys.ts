// Keys as people see and press them: Cmd on a Mac, Ctrl elsewhere.

import { w } from "./words/words";

export const isMac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);

/** "Ctrl N" or "⌘N". */
export const chord = (key: string): string => (isMac ? `${w.keys.modMac}${key}` : `${w.keys.mod} ${key}`);

export const isMod = (event: KeyboardEvent): boolean => (isMac ? event.metaKey : event.ctrlKey) && !event.altKey;

/** A key of an input method, for its own word. WebKit tells the one that ends a word after the word has ended, as key 229. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

export const isEditable = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.matches("input, textarea, select") || element.isContentEditable);
