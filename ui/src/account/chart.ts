// Days of usage as bars: the position and height of each. Pure. An unreported day has no bar.

import type { UsageDay } from "../generated/model";

export const WIDTH = 720;
export const FLOOR = 152;
const TOP = 12;
const LEFT = 44;
const MOST_DAYS = 30;
const DAY_MS = 86_400_000;

export type Bar = { day: string; tokens: number; x: number; y: number; width: number; height: number; label: number };
export type Chart = { bars: Bar[]; ticks: { y: number; value: number }[] };

/** The last days without gaps, oldest first. An unreported day between two others counts as zero. */
export function lastDays(days: UsageDay[], most = MOST_DAYS): UsageDay[] {
  const known = new Map(days.filter((one) => !Number.isNaN(Date.parse(one.day))).map((one) => [one.day, one.tokens]));
  const names = [...known.keys()].toSorted();
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined) return [];
  const end = Date.parse(last);
  const start = Math.max(Date.parse(first), end - (most - 1) * DAY_MS);
  const out: UsageDay[] = [];
  for (let ms = start; ms <= end; ms += DAY_MS) {
    const day = new Date(ms).toISOString().slice(0, 10);
    out.push({ day, tokens: Math.max(0, known.get(day) ?? 0) });
  }
  return out;
}

export function chart(days: UsageDay[], room = WIDTH): Chart {
  const most = Math.max(1, ...days.map((one) => one.tokens));
  const step = niceStep(most / 4);
  const top = Math.ceil(most / step) * step;
  const high = (tokens: number): number => ((FLOOR - TOP) * tokens) / top;
  const slot = (room - LEFT) / Math.max(7, days.length);
  const width = Math.min(26, slot * 0.6);
  const round = (n: number): number => Math.round(n * 10) / 10;
  return {
    bars: days.map((one, i) => {
      const middle = LEFT + slot * (i + 0.5);
      const height = one.tokens > 0 ? Math.max(1, high(one.tokens)) : 0;
      return {
        ...one,
        x: round(middle - width / 2),
        y: round(FLOOR - height),
        width: round(width),
        height: round(height),
        label: round(middle),
      };
    }),
    ticks: Array.from({ length: Math.round(top / step) }, (_, i) => ({
      value: (i + 1) * step,
      y: round(FLOOR - high((i + 1) * step)),
    })),
  };
}

/** Rounds up to 1, 2 or 5 times a power of ten, so that the grid lines have round numbers. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  return ([1, 2, 5, 10].find((n) => n * power >= rough) ?? 10) * power;
}
