// Marks a text wherever it stands in the drawn part of a transcript, without touching the page: ranges, not elements.
//
// Where the webview cannot do that, the row alone is marked.

import { createEffect, onCleanup } from "solid-js";

const NAME = "found";
const MOST = 500;

export function useHighlight(root: () => HTMLElement | undefined, text: () => string): void {
  createEffect(() => {
    const view = root();
    const words = text().trim().toLocaleLowerCase();
    if (!view || !words || typeof Highlight === "undefined" || !("highlights" in CSS)) return;
    let frame = 0;
    const paint = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => CSS.highlights.set(NAME, new Highlight(...ranges(view, words))));
    };
    const watch = new MutationObserver(paint);
    watch.observe(view, { childList: true, subtree: true, characterData: true });
    paint();
    onCleanup(() => {
      watch.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(NAME);
    });
  });
}

/** Every place inside one text node; a hit that crosses elements is left to the row's own mark. */
export function ranges(root: Node, words: string): Range[] {
  const found: Range[] = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node && found.length < MOST; node = walk.nextNode()) {
    const text = (node.textContent ?? "").toLocaleLowerCase();
    // Letters that change their length with their case would put the range elsewhere.
    if (text.length !== (node.textContent ?? "").length) continue;
    for (let at = text.indexOf(words); at >= 0 && found.length < MOST; at = text.indexOf(words, at + words.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + words.length);
      found.push(range);
    }
  }
  return found;
}
