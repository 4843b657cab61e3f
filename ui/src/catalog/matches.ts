// Searching in a list, as a person types.

/** Words that a person typed, found anywhere in these, in any order. */
export function matches(text: string, ...among: (string | null)[]): boolean {
  const all = among
    .filter((one) => one !== null)
    .join(" ")
    .toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
