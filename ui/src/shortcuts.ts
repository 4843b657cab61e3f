// The keys of the whole window. Those of a place live in that place.

import { onCleanup } from "solid-js";
import { isMod } from "./keys";
import { mirror } from "./mirror";
import { asksInOrder } from "./rows";
import { shownOrder } from "./sidebar/lines";
import { selected, selectNone } from "./sidebar/selection";
import { back, dialog, go, openThread, over, place, setDialog, setFinding, setOver, setWanted, showPanel, togglePanel, toggleSidebar } from "./view";

export function useShortcuts(): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !mirror.ready) return;
    if (event.key === "F6") {
      event.preventDefault();
      return nextRegion(event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape") return escape(event);
    if (!isMod(event) || event.shiftKey) return;
    const run = commands[event.key.toLocaleLowerCase()];
    if (!run || (dialog() && event.key !== "k")) return;
    event.preventDefault();
    run();
  };
  addEventListener("keydown", onKey);
  onCleanup(() => removeEventListener("keydown", onKey));
}

const commands: Record<string, () => void> = {
  n: () => {
    go({ kind: "new" });
    focusComposer();
  },
  k: () => setDialog(dialog() === "palette" ? null : "palette"),
  i: () => {
    showPanel("inbox");
    const here = asksInOrder(Object.values(mirror.asks).filter((ask) => ask !== undefined)).find((ask) => ask.thread === openThread());
    if (here) setWanted(here.id);
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
};

function escape(event: KeyboardEvent): void {
  if (document.querySelector("dialog[open], .menu")) return;
  if (over()) {
    event.preventDefault();
    setOver(null);
  } else if (selected().length) {
    event.preventDefault();
    selectNone();
  } else if (place().kind === "settings") {
    event.preventDefault();
    back();
  }
}

function focusComposer(): void {
  setTimeout(() => document.querySelector<HTMLElement>("[data-part=composer-input]")?.focus());
}

/** The thread above or below the open one, as the sidebar shows them. */
function step(by: number): void {
  const order = shownOrder();
  const at = order.indexOf(openThread() ?? "");
  const next = order[at < 0 ? 0 : at + by];
  if (next) go({ kind: "thread", id: next });
}

function nextRegion(by: number): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[(at + by + regions.length) % regions.length];
  if (!next) return;
  if (next.tabIndex >= 0) return next.focus();
  const preferred = next.querySelector<HTMLElement>("textarea, [aria-current], [aria-selected=true]");
  (preferred ?? next.querySelector<HTMLElement>("button, [href], input, [tabindex='0']"))?.focus();
}
