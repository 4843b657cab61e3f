// Finds actions by what is typed. Pure.

/** `words`: further words to find it by. */
export type Findable = { label: string; words?: string };

/** More of them at the top would push away what was searched for. */
const MOST_BEST = 5;

const split = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/**
 * 4: the exact name, 3: the name begins with it, 2: words of the name begin with it, 1: words of the name or its
 * further words contain it, 0: no match.
 */
export function score(one: Findable, query: string): number {
  const wanted = split(query);
  const label = split(one.label);
  if (!wanted.length) return 0;
  const begins = (words: string[]): boolean =>
    wanted.every((letters) => words.some((word) => word.startsWith(letters)));
  const [whole, sought] = [label.join(" "), wanted.join(" ")];
  if (whole === sought) return 4;
  if (whole.startsWith(sought)) return 3;
  if (begins(label)) return 2;
  return begins([...label, ...split(one.words ?? "")]) ? 1 : 0;
}

/** `best`: actions listed before all other hits; `rest`: those listed after them. Equal ones keep their order. */
export function find<T extends Findable>(all: T[], query: string): { best: T[]; rest: T[] } {
  const found = all
    .map((one) => ({ one, score: score(one, query) }))
    .filter((hit) => hit.score > 0)
    .toSorted((a, b) => b.score - a.score);
  const best = found.filter((hit) => hit.score > 1).slice(0, MOST_BEST);
  return { best: best.map((hit) => hit.one), rest: found.slice(best.length).map((hit) => hit.one) };
}
