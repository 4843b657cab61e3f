// Converts a command line to a list of words and back. Not a shell: only quotation marks are special.

/** `null` if a quotation mark is not closed. */
export function splitCommand(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const c of text) {
    if (quote !== null) {
      if (c === quote) quote = null;
      else word = (word ?? "") + c;
    } else if (c === '"' || c === "'") {
      quote = c;
      word ??= "";
    } else if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + c;
  }
  if (word !== null) words.push(word);
  return quote === null ? words : null;
}

export function joinCommand(words: readonly string[]): string {
  return words
    .map((word) => (word !== "" && !/[\s"']/.test(word) ? word : word.includes('"') ? `'${word}'` : `"${word}"`))
    .join(" ");
}
