// Tooltips of our own for `title` attributes: the browser's are black, slow, and cover the row they describe.
//
// The title is removed while the element is hovered, so that the browser shows nothing, and restored afterwards.

import { showOnTop } from "./MenuList";

const SOON_MS = 450;
/** Moving directly from one element to another shows its tooltip at once. */
const WARM_MS = 400;
const GAP = 6;

export function watchTips(): () => void {
  let held: { element: HTMLElement; text: string; watch: MutationObserver } | null = null;
  let tip: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = 0;

  const hide = (): void => {
    clearTimeout(timer);
    if (!tip) return;
    tip.remove();
    tip = null;
    hiddenAt = performance.now();
  };
  const release = (): void => {
    hide();
    if (!held) return;
    held.watch.disconnect();
    if (!held.element.hasAttribute("title")) held.element.setAttribute("title", held.text);
    held = null;
  };
  const show = (): void => {
    if (!held?.element.isConnected) return release();
    const { element, text } = held;
    if (!text || saysAlready(element, text)) return;
    tip = document.createElement("div");
    tip.className = "tip";
    // Screen readers use the name or description of the element itself.
    tip.setAttribute("aria-hidden", "true");
    tip.textContent = text;
    (element.closest("dialog") ?? document.body).append(tip);
    showOnTop(tip);
    put(tip, element);
  };
  const hold = (element: HTMLElement): void => {
    if (held?.element === element) return;
    release();
    const take = (): void => {
      const text = element.getAttribute("title");
      if (text === null || !held) return;
      held.text = text;
      element.removeAttribute("title");
      if (tip) tip.textContent = text;
    };
    const watch = new MutationObserver(take);
    held = { element, text: "", watch };
    take();
    watch.observe(element, { attributes: true, attributeFilter: ["title"] });
    timer = setTimeout(show, performance.now() - hiddenAt < WARM_MS ? 0 : SOON_MS);
  };
  const over = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (held?.element.contains(target) && !target.closest("[title]")) return;
    const found = target.closest<HTMLElement>("[title]");
    if (found) hold(found);
    else release();
  };
  const focused = (event: FocusEvent): void => {
    if (document.documentElement.hasAttribute("data-pointer")) return;
    const found = event.target instanceof HTMLElement && event.target.hasAttribute("title") ? event.target : null;
    if (found) hold(found);
    else release();
  };
  const stop = new AbortController();
  const on = (name: string, run: (event: never) => void): void =>
    addEventListener(name, run as EventListener, { capture: true, passive: true, signal: stop.signal });
  on("pointerover", over);
  on("focusin", focused);
  on("focusout", release);
  on("pointerdown", hide);
  on("keydown", hide);
  on("scroll", hide);
  on("blur", release);
  document.documentElement.addEventListener("pointerleave", release, { signal: stop.signal });
  return () => {
    stop.abort();
    release();
  };
}

/** A text that is fully visible needs no tooltip that repeats it. */
function saysAlready(element: HTMLElement, text: string): boolean {
  if (!element.textContent?.includes(text)) return false;
  return ![element, ...element.querySelectorAll<HTMLElement>("*")].some(
    (one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0,
  );
}

/** Places the tooltip below the element, or beside it for a row of a list, whose neighbours should stay visible. */
function put(tip: HTMLElement, element: HTMLElement): void {
  const at = element.getBoundingClientRect();
  const size = tip.getBoundingClientRect();
  const inList = element.closest(".side-list, .side-nav") !== null;
  const left = inList ? at.right + GAP : at.left + at.width / 2 - size.width / 2;
  const below = at.bottom + GAP + size.height < innerHeight;
  const top = inList ? at.top + at.height / 2 - size.height / 2 : below ? at.bottom + GAP : at.top - GAP - size.height;
  tip.style.setProperty("left", `${Math.max(8, Math.min(left, innerWidth - size.width - 8))}px`);
  tip.style.setProperty("top", `${Math.max(8, Math.min(top, innerHeight - size.height - 8))}px`);
}
