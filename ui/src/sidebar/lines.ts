// Which threads the sidebar shows, and in which order. Pure, but for the two lines that read the window's own choices.

import type { ThreadId, ThreadLine } from "../generated/model";
import { mirror } from "../mirror";
import { type SideItem, sideItems, type Sort, threadOrder } from "../rows";
import { kept, whole } from "../view";

export type Choice = { project: string | null; source: string | null; model: string | null };

/** Made by scripts and by other threads: there when asked for. */
export const isQuiet = (line: ThreadLine): boolean => line.source === "exec" || line.source.startsWith("subAgent");

/** Without what is being deleted, and what the filters leave out. */
export function chosen(lines: ThreadLine[], choice: Choice): ThreadLine[] {
  return lines.filter(
    (line) =>
      line.goingMs === null &&
      (choice.project === null || line.cwd === choice.project) &&
      (choice.model === null || line.model === choice.model) &&
      (choice.source === null ? !isQuiet(line) : choice.source === "all" || line.source === choice.source),
  );
}

/** The values that a filter can take, the most used first. */
export function values(lines: ThreadLine[], of: (line: ThreadLine) => string | null): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const value = of(line);
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

export const isFiltered = (choice: Choice): boolean => choice.project !== null || choice.source !== null || choice.model !== null;

export function shownItems(): SideItem[] {
  const sort: Sort = kept.sort;
  return sideItems(chosen(Object.values(mirror.threads), kept), kept.filter, kept.folds, whole, sort);
}

export const shownOrder = (): ThreadId[] => threadOrder(shownItems());
