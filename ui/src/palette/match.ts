// Which actions are meant by what is typed. Pure.

/** `words`: what else it may be looked for by. */
export type Findable = { label: string; words?: string };

/** More than these at the top would push away what was searched for. */
const MOST_BEST = 5;

const split = (text: string): string[] =>
  text
    .toLocaleLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);

/** 4: its very name, 3: its name begins so, 2: words of its name do, 1: words of it or beside it do, 0: it is not meant. */
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

/** `best`: what stands before everything else that is found; `rest`: what stands behind it. Equal ones keep their order. */
export function find<T extends Findable>(all: T[], query: string): { best: T[]; rest: T[] } {
  const found = all
    .map((one) => ({ one, score: score(one, query) }))
    .filter((hit) => hit.score > 0)
    .toSorted((a, b) => b.score - a.score);
  const best = found.filter((hit) => hit.score > 1).slice(0, MOST_BEST);
  return { best: best.map((hit) => hit.one), rest: found.slice(best.length).map((hit) => hit.one) };
}
