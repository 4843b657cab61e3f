// The text search in a list.

/** Whether every typed word occurs somewhere in these texts, in any order. */
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
