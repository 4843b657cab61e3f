// Numbers, plurals, ages and dates in the language of the window, through Intl.

export const language = "en";

const number = new Intl.NumberFormat(language);
const rules = new Intl.PluralRules(language);
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit", hour12: false });
const weekday = new Intl.DateTimeFormat(language, { weekday: "short" });
const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dayAndYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });

export const count = (n: number): string => number.format(n);

/** Picks the form for `n` and puts the number where `#` stands. */
export function plural(n: number, forms: { one: string; other: string }): string {
  const form = rules.select(n) === "one" ? forms.one : forms.other;
  return form.replace("#", count(n));
}

export const timeOfDay = (ms: number): string => clock.format(ms);

/** "14:02", "Tue 09:00" or "17 Nov, 09:00": as much as is needed to know when. */
export function moment(ms: number, nowMs: number): string {
  const days = calendarDays(ms, nowMs);
  if (days === 0) return clock.format(ms);
  if (Math.abs(days) < 7) return `${weekday.format(ms)} ${clock.format(ms)}`;
  return `${day.format(ms)}, ${clock.format(ms)}`;
}

/** How long something took or has been running: "0.4 s", "12 s", "3 min", "2 h 5 min". */
export function span(ms: number): string {
  const s = Math.max(0, ms) / 1000;
  if (s < 9.95) return `${s < 0.05 ? "0" : s.toFixed(1)} s`;
  if (s < 60) return `${Math.floor(s)} s`;
  const min = Math.floor(s / 60);
  if (min < 60) return min < 5 && s % 60 >= 1 ? `${min} min ${Math.floor(s % 60)} s` : `${min} min`;
  const rest = min % 60;
  return rest ? `${Math.floor(min / 60)} h ${rest} min` : `${Math.floor(min / 60)} h`;
}

/** The same of something that is over; nothing where it took no time worth a number. */
export const tookTime = (ms: number): string | null => (ms < 50 ? null : span(ms));

/** Whole seconds and up, for things that tick. */
export function ticking(ms: number): string {
  return ms < 60_000 ? `${Math.floor(Math.max(0, ms) / 1000)} s` : span(ms);
}

/** Below this many seconds a thing is "now": counting them says nothing. */
const NOW = 10;

/** "now", "40 s", "4 min": how long something waits, without seconds once it is minutes. */
export function wait(ms: number): string {
  const s = Math.floor(Math.max(0, ms) / 1000);
  if (s < NOW) return "now";
  if (s < 60) return `${s} s`;
  const min = Math.floor(s / 60);
  if (min < 60) return `${min} min`;
  const h = Math.floor(min / 60);
  return h < 24 ? `${h} h` : `${Math.floor(h / 24)} d`;
}

/** What is left until something happens, ticking: "2 d 4 h", "2 h 41 min", "13:48". */
export function countdown(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000));
  if (s < 3600) return `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  const min = Math.floor(s / 60);
  const h = Math.floor(min / 60);
  return h < 24 ? `${h} h ${min % 60} min` : `${Math.floor(h / 24)} d ${h % 24} h`;
}

/** "812", "812 k", "3.5 M": tokens, as precise as a glance is. */
export function short(n: number): string {
  const steps = [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
  ] as const;
  const step = steps.find(([size]) => n >= size);
  if (!step) return count(Math.round(n));
  const value = n / step[0];
  return `${value < 9.95 ? value.toFixed(1).replace(/\.0$/, "") : count(Math.round(value))} ${step[1]}`;
}

/** "16 Nov", of a day that is written `2026-11-16`; anything else as it is. */
export function dayName(iso: string): string {
  const ms = Date.parse(`${iso}T12:00:00`);
  return Number.isNaN(ms) ? iso : day.format(ms);
}

/** The age of a row in a list: "now", "20s", "4m", "3h", "Fri", "8 Nov", "3 Jun 2025". */
export function age(ms: number, nowMs: number): string {
  const s = Math.floor(Math.max(0, nowMs - ms) / 1000);
  if (s < NOW) return "now";
  if (s < 60) return `${s}s`;
  if (s < 3600) return `${Math.floor(s / 60)}m`;
  const days = calendarDays(nowMs, ms);
  if (days < 1 || s < 6 * 3600) return `${Math.floor(s / 3600)}h`;
  if (days < 7) return weekday.format(ms);
  const sameYear = new Date(ms).getFullYear() === new Date(nowMs).getFullYear();
  return (sameYear ? day : dayAndYear).format(ms);
}

export function bytes(n: number): string {
  if (n < 1024) return `${count(n)} B`;
  if (n < 1024 * 1024) return `${count(Math.round(n / 1024))} kB`;
  return `${(n / 1024 / 1024).toFixed(1)} MB`;
}

function calendarDays(a: number, b: number): number {
  const midnight = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);
  return Math.round((midnight(a) - midnight(b)) / 86_400_000);
}
