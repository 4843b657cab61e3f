// Marks a text wherever it occurs in the drawn part of a transcript, with ranges instead of elements, so that the page
// is not changed. The selected hit is marked more strongly, and scrolled to once it is drawn.
//
// If the webview cannot highlight ranges, only the row is marked; the hit is scrolled to all the same.

import { createEffect, onCleanup } from "solid-js";

const NAME = "found";
const HERE = "found-here";
const MOST = 500;

/** A hit in a row. `rest`: how many hits there are from this one to the end of the row, if known. */
export type Hit = { row: string; rest: number | null };

/** `show` scrolls to the hit as soon as it is drawn. */
export function useHighlight(
  root: () => HTMLElement | undefined,
  text: () => string,
  hit: () => Hit | null,
): { show: () => void } {
  let wanted = false;
  let paint = (): void => undefined;
  createEffect(() => {
    const view = root();
    const words = text().trim().toLocaleLowerCase();
    const at = hit();
    if (!view || !words) return;
    let frame = 0;
    paint = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const here = at && rangeOf(view, words, at);
        put(NAME, () => ranges(view, words));
        put(HERE, () => (here ? [here] : []));
        if (!here || !wanted) return;
        wanted = false;
        bring(here, view);
      });
    };
    const watch = new MutationObserver(() => paint());
    watch.observe(view, { childList: true, subtree: true, characterData: true, attributeFilter: ["data-seeking"] });
    paint();
    onCleanup(() => {
      watch.disconnect();
      cancelAnimationFrame(frame);
      paint = () => undefined;
      for (const name of [NAME, HERE]) put(name, () => []);
    });
  });
  return {
    show: () => {
      wanted = true;
      paint();
    },
  };
}

function put(name: string, ranges: () => Range[]): void {
  if (typeof Highlight === "undefined" || !("highlights" in CSS)) return;
  const all = ranges();
  const made = new Highlight(...all);
  made.priority = name === HERE ? 1 : 0;
  if (all.length) CSS.highlights.set(name, made);
  else CSS.highlights.delete(name);
}

/**
 * The range of the hit; null if it is not drawn (yet). Counted from the end, because a row may repeat the text in its
 * header.
 */
export function rangeOf(view: Element, words: string, hit: Hit): Range | null {
  const row = view.querySelector(`[data-row="${CSS.escape(hit.row)}"]`);
  if (!row || row.querySelector("[data-seeking]")) return null;
  const line = row.querySelector(".is-hit");
  const all = ranges(line ?? row, words);
  const at = line || hit.rest === null ? 0 : Math.max(0, all.length - hit.rest);
  return all[at] ?? null;
}

/** Scrolls every scrolling element around it as far as needed, and no further. */
function bring(range: Range, view: HTMLElement): void {
  for (let box = range.startContainer.parentElement; box; box = box === view ? null : box.parentElement) {
    if (box !== view && (box.scrollHeight <= box.clientHeight || !/auto|scroll/.test(getComputedStyle(box).overflowY)))
      continue;
    const [at, around] = [range.getBoundingClientRect(), box.getBoundingClientRect()];
    const margin = Math.min(48, box.clientHeight / 4);
    if (at.top >= around.top + margin && at.bottom <= around.top + box.clientHeight - margin) continue;
    box.scrollTop += at.top - around.top - (box.clientHeight - at.height) / 2;
  }
}

/** In these elements a line break is a space; in others it ends the line. */
const SOFT = "p, li, td, th, h1, h2, h3, h4, h5, h6, blockquote";
const BLOCKS = "p, li, pre, td, th, h1, h2, h3, h4, h5, h6, blockquote, button, div, .output-line";

/** All occurrences, including those that span several elements of a block, as in highlighted code. */
export function ranges(root: Node, words: string): Range[] {
  const found: Range[] = [];
  let block: Element | null = null;
  let nodes: { node: Text; from: number }[] = [];
  let text = "";
  const parts = words.split(/\s+/).map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const [soft, hard] = [new RegExp(parts.join("\\s+"), "g"), new RegExp(parts.join("[^\\S\\n]+"), "g")];
  const search = (): void => {
    const lower = text.toLocaleLowerCase();
    // Letters whose length changes with their case would shift the range.
    if (lower.length === text.length) {
      for (const hit of lower.matchAll(block?.matches(SOFT) ? soft : hard)) {
        if (found.length < MOST) found.push(between(nodes, hit.index, hit.index + hit[0].length));
      }
    }
    nodes = [];
    text = "";
  };
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node && found.length < MOST; node = walk.nextNode()) {
    const around = node.parentElement?.closest(BLOCKS) ?? null;
    if (around !== block) search();
    block = around;
    nodes.push({ node: node as Text, from: text.length });
    text += node.textContent ?? "";
  }
  search();
  return found;
}

function between(nodes: { node: Text; from: number }[], start: number, end: number): Range {
  const range = document.createRange();
  for (const { node, from } of nodes) {
    const to = from + node.length;
    if (start >= from && start < to) range.setStart(node, start - from);
    if (end > from && end <= to) range.setEnd(node, end - from);
  }
  return range;
}
