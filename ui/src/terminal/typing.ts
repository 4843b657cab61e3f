// Sends the keys pressed in a terminal to Rust, one message at a time, so that their order is kept.

import type { TerminalId, Typed } from "../generated/model";
import { act } from "../host";
import { isComposing, isMac, latin } from "../keys";
import { toastError } from "../kit/toasts";

const NAMED = new Set([
  "Enter",
  "Tab",
  "Escape",
  "Backspace",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
  "Insert",
  "Delete",
  "PageUp",
  "PageDown",
  "F1",
  "F2",
  "F3",
  "F4",
  "F5",
  "F7",
  "F8",
  "F9",
  "F10",
  "F11",
  "F12",
]);

/** With Ctrl these zoom the window, as in every terminal. */
const ZOOM = new Set(["+", "=", "-", "0"]);

/** The key as a terminal takes it; null if it belongs to the window, or is text that arrives as input. */
export function keyOf(event: KeyboardEvent): Typed | null {
  if (isComposing(event) || event.metaKey) return null;
  // Ctrl and Shift together belong to the window: copy, paste. So does F6, which leaves the terminal.
  if (event.ctrlKey && event.shiftKey) return null;
  const alt = event.altKey && !isMac;
  const held = { shift: event.shiftKey, alt, ctrl: event.ctrlKey };
  if (NAMED.has(event.key)) return { kind: "key", key: event.key, ...held };
  if (event.ctrlKey && !event.altKey && ZOOM.has(latin(event))) return null;
  if (event.key.length === 1 && event.ctrlKey) return { kind: "key", key: latin(event), ...held };
  if (event.key.length === 1 && alt) return { kind: "key", key: event.key, ...held };
  return null;
}

export interface Typing {
  send: (typed: Typed) => void;
}

export function typingInto(terminal: TerminalId): Typing {
  let waiting: Typed[] = [];
  let going = false;
  const next = async (): Promise<void> => {
    if (going || !waiting.length) return;
    going = true;
    const typed = waiting;
    waiting = [];
    try {
      await act({ type: "typeTerminal", terminal, typed });
    } catch (error) {
      waiting = [];
      toastError(error);
    }
    going = false;
    void next();
  };
  return {
    send: (typed) => {
      waiting.push(typed);
      void next();
    },
  };
}
