// The keyboard shortcuts of the whole window. Those of a single place are in its own file.

import { onCleanup } from "solid-js";
import type { Zoom } from "./generated/model";
import { act } from "./host";
import { isComposing, isMod, latin } from "./keys";
import { toastError } from "./kit/toasts";
import { mirror } from "./mirror";
import { asksInOrder } from "./rows";
import { shownOrder } from "./sidebar/lines";
import { selected, selectNone } from "./sidebar/selection";
import {
  back,
  dialog,
  go,
  openThread,
  over,
  place,
  setDialog,
  setFinding,
  setWantedAsk,
  toggleInbox,
  togglePanel,
  toggleSidebar,
  closeOverlays,
} from "./view";

export function useShortcuts(): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isComposing(event) || !mirror.ready) return;
    if (event.key === "F6") {
      event.preventDefault();
      return nextRegion(event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape") return escape(event);
    if (!isMod(event)) return;
    const key = keyOf(event);
    const run = key && commands[key];
    if (!run || (isCovered() && !ZOOM.has(key) && !(key === "k" && dialog()))) return;
    event.preventDefault();
    run();
  };
  addEventListener("keydown", onKey);
  onCleanup(() => removeEventListener("keydown", onKey));
}

/** Whether a dialog is open. Then nothing behind it reacts. */
const isCovered = (): boolean => dialog() !== null || document.querySelector("dialog[open]") !== null;

/** Signs that many keyboards type with Shift or AltGr. */
const SIGNS = new Set(["[", "]", "/", ","]);
/** The position of keys on keyboards that have those signs in no handy place. */
const PLACES: Record<string, string> = { BracketLeft: "[", BracketRight: "]" };
/** Zoom keys, with and without Shift. */
const ZOOM = new Set(["+", "=", "-", "_", "0"]);

/**
 * The key that is meant: what it types or, if that means nothing, its position. Other keys with Shift are not
 * shortcuts.
 */
export function keyOf(event: Pick<KeyboardEvent, "key" | "code" | "shiftKey">): string | null {
  const typed = latin(event);
  if (SIGNS.has(typed) || ZOOM.has(typed)) return typed;
  if (event.shiftKey) return null;
  return typed in commands ? typed : (PLACES[event.code] ?? null);
}

const zoom = (way: Zoom) => (): void => void act({ type: "zoom", way }).catch(toastError);

const commands: Record<string, () => void> = {
  n: () => {
    go({ kind: "new" });
    focusComposer();
  },
  k: () => setDialog(dialog() === "palette" ? null : "palette"),
  i: () => {
    const { activeElement } = document;
    if (!toggleInbox()) return restoreFocus();
    beforeInbox = activeElement;
    const here = asksInOrder(Object.values(mirror.asks).filter((ask) => ask !== undefined)).find(
      (ask) => ask.thread === openThread(),
    );
    if (here) setWantedAsk(here.id);
    else queueMicrotask(() => document.querySelector<HTMLElement>("[data-part=inbox] .inbox-item")?.focus());
  },
  b: toggleSidebar,
  j: togglePanel,
  "[": () => step(-1),
  "]": () => step(1),
  f: () => {
    if (!openThread()) return;
    setFinding(true);
    queueMicrotask(() => document.querySelector<HTMLInputElement>("[data-part=find-input]")?.select());
  },
  l: focusComposer,
  ",": () => (place().kind === "settings" ? back() : go({ kind: "settings", part: "general" })),
  "/": () => setDialog("keys"),
  "+": zoom("in"),
  "=": zoom("in"),
  "-": zoom("out"),
  _: zoom("out"),
  "0": zoom("actual"),
};

/** Runs the command of a shortcut as if it had been pressed. */
export const pressed = (key: string): void => commands[key]?.();

function escape(event: KeyboardEvent): void {
  // Holding a key down does not repeat the command.
  if (event.repeat || document.querySelector("dialog[open], .menu")) return;
  if (over()) {
    event.preventDefault();
    closeOverlays();
  } else if (selected().length) {
    event.preventDefault();
    selectNone();
  } else if (place().kind === "settings") {
    event.preventDefault();
    back();
  }
}

/** The element that had the focus when the Inbox was opened. */
let beforeInbox: Element | null = null;

/** Returns the focus to that element, unless it has moved elsewhere since. */
function restoreFocus(): void {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && !activeElement.closest(".panel")) return;
  if (beforeInbox instanceof HTMLElement && beforeInbox.isConnected) beforeInbox.focus();
  else focusComposer();
}

function focusComposer(): void {
  setTimeout(() => document.querySelector<HTMLElement>("[data-part=composer-input]")?.focus());
}

/** Opens the thread above or below the open one, in the order of the sidebar. */
function step(by: number): void {
  const order = shownOrder();
  const at = order.indexOf(openThread() ?? "");
  const next = order[at < 0 ? 0 : at + by];
  if (next) go({ kind: "thread", id: next });
}

/** Where the focus goes when a region is entered: to its content rather than to the handle that resizes it. */
const CONTENT = [
  "[data-part=composer-input]",
  ".side-list [aria-current]",
  "[aria-selected=true]",
  "[aria-current]",
  "button:not([tabindex='-1']), [href], input, [tabindex='0']:not([role=separator])",
];

function nextRegion(by: number): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(at + by + regions.length) % regions.length];
  if (!next) return;
  if (next.tabIndex >= 0) return next.focus();
  const found = CONTENT.map((css) => next.querySelector<HTMLElement>(css)).find((one) => one !== null);
  found?.focus();
}
