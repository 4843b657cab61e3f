// The only place where HTML from Rust becomes elements. It was escaped or sanitised there; see crates/render.
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
    // A text that only grows is appended. Drawing all of it each time would take quadratic time.
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

/** Replaces the placeholders of remote pictures by the pictures, if the person allows that. */
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

/** Whether the HTML is only escaped text and closed elements, so that more can be appended to it. */
function isWhole(html: string): boolean {
  return !html.includes("<") || html.endsWith("</span>");
}

/** The text of some HTML, read in a separate document, in which nothing is loaded or run. */
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

/** A link to a file has no `href`, so the browser does not click it on Enter. */
function press(event: KeyboardEvent, thread: ThreadId | null): void {
  if (event.key === "Enter") follow(event, thread);
}
