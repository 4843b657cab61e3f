// A long or padded text, so that a person sees all of it or is told what is left out. Pure.

/** A run that is told instead of drawn: so many lines with nothing on them, or so many blanks in a row. */
export type Gap = { kind: "lines" | "blanks"; count: number };
/** Text as it stands (with `⟨U+202E⟩` as Rust names what hides), or a run that is told. */
export type Piece = string | Gap;
/** What is not drawn between the two ends. */
export type Folded = { head: string; lines: number; characters: number; tail: string };

const LINES = 14;
const CHARACTERS = 1200;
const HEAD = { lines: 8, characters: 600 };
const TAIL = { lines: 4, characters: 300 };

/** Fewer empty lines, and fewer blanks, are how people write. */
const EMPTY_LINES = 4;
const BLANKS = 16;
const INDENT = 40;

// Rust names every private character, so none is left that could be taken for these.
const OPEN = "\uE000";
const CLOSE = "\uE001";

/** Runs of empty lines and of blanks as one sign each. */
export function closed(text: string): string {
  return text
    .replace(/^(?:[ \t]*\n){4,}/, (run) => `${OPEN}L${run.split("\n").length - 1}${CLOSE}\n`)
    .replace(/\n(?:[ \t]*(?:\n|$)){2,}/g, (run) => {
      const lines = run.split("\n").length - 2;
      return lines < EMPTY_LINES ? run : `\n${OPEN}L${lines}${CLOSE}${run.endsWith("\n") ? "\n" : ""}`;
    })
    .replace(/[ \t]{16,}/g, (run, at: number, all: string) => {
      const indents = at === 0 || all[at - 1] === "\n";
      return run.length < (indents ? INDENT : BLANKS) ? run : `${OPEN}B${run.length}${CLOSE}`;
    });
}

/** The two ends of a closed text that is too long to take in at a glance; `null`: it is short. */
export function fold(text: string): Folded | null {
  if (text.length <= CHARACTERS && !atLine(text, LINES)) return null;
  const head = cut(text, Math.min(atLine(text, HEAD.lines) || text.length, HEAD.characters));
  const tail = cut(text, Math.max(fromLine(text, TAIL.lines), text.length - TAIL.characters, head));
  const between = text.slice(head, tail);
  if (!between) return null;
  return {
    head: text.slice(0, head),
    lines: between.split("\n").length - 1,
    characters: [...between].length,
    tail: text.slice(tail),
  };
}

const SIGN = new RegExp(`(${OPEN}[LB]\\d+${CLOSE})`);

export function pieces(text: string): Piece[] {
  return text
    .split(SIGN)
    .map((part): Piece => {
      if (!part.startsWith(OPEN)) return part;
      return { kind: part[1] === "L" ? "lines" : "blanks", count: Number(part.slice(2, -1)) };
    })
    .filter((piece) => piece !== "");
}

/** Where line `n` begins; 0: it has no more lines than that. */
function atLine(text: string, n: number): number {
  let at = 0;
  for (let line = 0; line < n; line++) {
    at = text.indexOf("\n", at) + 1;
    if (at === 0 || at === text.length) return 0;
  }
  return at;
}

/** Where the last `n` lines begin. */
function fromLine(text: string, n: number): number {
  let at = text.length;
  for (let line = 0; line < n; line++) {
    at = text.lastIndexOf("\n", at - 1);
    if (at <= 0) return 0;
  }
  return at + 1;
}

/** Not inside of a sign, of a named character, or of one that takes two units. */
function cut(text: string, at: number): number {
  for (const [open, close] of [
    [OPEN, CLOSE],
    ["⟨", "⟩"],
  ] as const) {
    const from = text.lastIndexOf(open, at - 1);
    if (from >= 0 && at - from < 24) {
      const end = text.indexOf(close, from);
      if (end >= at && end - from < 24) return from;
    }
  }
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
