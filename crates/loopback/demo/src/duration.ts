/** Units from large to small; `bin/duration` follows the same list. */
const UNITS = [
  ["h", 3600],
  ["m", 60],
  ["s", 1],
] as const;

/** Seconds in words: `duration(3661)` is `"1h 1m 1s"`. */
export function duration(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const words: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(`${count}${unit}`);
  }
  return words.join(" ") || "0s";
}
