// The one place where HTML from Rust becomes elements. It was escaped or cleaned there; see crates/render.
//
// Links do nothing by themselves: a click asks Rust to open them, which checks the address first.

import { createEffect, type JSX } from "solid-js";
import { Dynamic } from "solid-js/web";
import type { ThreadId } from "../generated/model";
import { mirror } from "../mirror";
import { openLink } from "./links";
import { patch } from "./patch";

type HtmlProps = { html: string; as?: "div" | "code" | "span" | "pre"; class?: string; thread?: ThreadId | null };

export function Html(props: HtmlProps): JSX.Element {
  let element: HTMLElement | undefined;
  let drawn = "";
  createEffect(() => {
    const html = props.html;
    if (!element || html === drawn) return;
    // Text that only grows is appended: to draw it whole each time would cost its square.
    if (drawn && html.length > drawn.length && isWhole(drawn) && html.startsWith(drawn)) {
      element.insertAdjacentHTML("beforeend", html.slice(drawn.length));
    } else if (drawn) {
      const wanted = document.createElement("template");
      wanted.innerHTML = html;
      patch(element, wanted.content);
    } else element.innerHTML = html;
    drawn = html;
    if (html.includes("data-src=")) showImages(element, mirror.settings.remoteImages);
  });
  const thread = (): ThreadId | null => props.thread ?? null;
  return (
    <Dynamic
      component={props.as ?? "div"}
      ref={(made: HTMLElement) => (element = made)}
      class={props.class}
      onClick={(event: MouseEvent) => follow(event, thread())}
      onKeyDown={(event: KeyboardEvent) => press(event, thread())}
    />
  );
}

/** Where the person allows it, a picture stands in the place that else only names its host. */
function showImages(within: HTMLElement, allowed: boolean): void {
  for (const place of within.querySelectorAll<HTMLElement>("span.image[data-src]")) {
    const from = place.dataset["src"] ?? "";
    if (!allowed || !from.startsWith("https://") || place.querySelector("img")) continue;
    const image = new Image();
    image.referrerPolicy = "no-referrer";
    image.decoding = "async";
    image.loading = "lazy";
    image.alt = place.querySelector(".image-alt")?.textContent ?? "";
    image.addEventListener("load", () => place.classList.add("shown"));
    image.addEventListener("error", () => image.remove());
    image.src = from;
    place.append(image);
  }
}

/** Escaped text, or elements that are all closed: only then may something be put after it. */
function isWhole(html: string): boolean {
  return !html.includes("<") || html.endsWith("</span>");
}

/** The text of it, read in a document of its own: nothing there is loaded or run. */
export function plainOf(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}

export function follow(event: Event, thread: ThreadId | null): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link) return;
  event.preventDefault();
  const url = link.getAttribute("href") ?? link.getAttribute("data-path");
  if (url) openLink(thread, url);
}

/** A link to a file has no address, so the platform does not press it on Enter. */
function press(event: KeyboardEvent, thread: ThreadId | null): void {
  if (event.key === "Enter") follow(event, thread);
}
