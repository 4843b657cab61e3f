// Ranks suggestions, best first. Pure.

import type { IconName } from "../kit/icons";

export type Entry = { key: string; icon: IconName; label: string; detail: string; mono: boolean; run: () => void };

/** Whether the name contains all letters in this order. */
export function inOrder(name: string, letters: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const found = name.indexOf(letter, from);
    if (found < 0) return false;
    from = found + letter.length;
  }
  return true;
}

/** A match at the beginning of the name counts most, then anywhere in it, then in the description. */
export function rank(entries: Entry[], words: string): Entry[] {
  if (!words) return entries;
  const score = (entry: Entry): number => {
    const name = entry.label.replace(/^\//, "").toLocaleLowerCase();
    return name.startsWith(words)
      ? 3
      : name.includes(words)
        ? 2
        : entry.detail.toLocaleLowerCase().includes(words) && words.length > 2
          ? 1
          : 0;
  };
  return entries
    .map((entry) => ({ entry, score: score(entry) }))
    .filter((one) => one.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map((one) => one.entry);
}
