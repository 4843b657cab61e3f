// Shortens a long or padded text so that a person sees all of it or reads what is left out. Pure.

/** A run that is counted instead of drawn: empty lines, or blanks in a row. */
export type Gap = { kind: "lines" | "blanks"; count: number };
/** Text as it is (with `⟨U+202E⟩` where Rust marked a hidden character), or a run that is counted. */
export type Piece = string | Gap;
/** The beginning and end of a text, with the size of what is left out between them. */
export type Folded = { head: string; lines: number; characters: number; tail: string };

const LINES = 14;
const CHARACTERS = 1200;
const HEAD = { lines: 8, characters: 600 };
const TAIL = { lines: 4, characters: 300 };

/** Shorter runs of empty lines and of blanks are ordinary writing. */
const EMPTY_LINES = 4;
const BLANKS = 16;
const INDENT = 40;

// Rust marks every private-use character, so these two cannot occur in the text.
const OPEN = "\uE000";
const CLOSE = "\uE001";

/** Replaces runs of empty lines and of blanks by one sign each. */
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

/** The beginning and end of a text that is too long to take in at a glance; `null` if it is short. */
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

/** The index where line `n` begins; 0 if there are not that many lines. */
function atLine(text: string, n: number): number {
  let at = 0;
  for (let line = 0; line < n; line++) {
    at = text.indexOf("\n", at) + 1;
    if (at === 0 || at === text.length) return 0;
  }
  return at;
}

/** The index where the last `n` lines begin. */
function fromLine(text: string, n: number): number {
  let at = text.length;
  for (let line = 0; line < n; line++) {
    at = text.lastIndexOf("\n", at - 1);
    if (at <= 0) return 0;
  }
  return at + 1;
}

/** Moves a cut out of a sign, a marked character, or a surrogate pair. */
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
