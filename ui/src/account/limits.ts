// Limits in words: the most restrictive one, what stops a turn, and until when. Pure.

import type { Account, Blocked, Limits, Period } from "../generated/model";
import { countdown, moment } from "../words/forms";
import { w } from "../words/words";

/** "Weekly limit", "5-hour limit"; with the name of the limited model if it has one. */
export function limitTitle(limit: { name: string | null; period: Period }): string {
  const title = periodTitle(limit.period);
  return limit.name ? w.limits.of(limit.name, title) : title;
}

function periodTitle(period: Period): string {
  switch (period.kind) {
    case "unknown":
      return w.limits.some;
    case "hours":
      return w.limits.hourly(period.hours);
    case "day":
      return w.limits.daily;
    case "days":
      return w.limits.daysLong(period.days);
    case "week":
      return w.limits.weekly;
    case "month":
      return w.limits.monthly;
    default:
      return period satisfies never;
  }
}

/** The length of a limit's window: "7 days", "5 hours". Null if it is unknown. */
export function periodName(period: Period): string | null {
  switch (period.kind) {
    case "unknown":
      return null;
    case "hours":
      return w.account.hours(period.hours);
    case "day":
      return w.account.days(1);
    case "week":
      return w.account.days(7);
    case "days":
    case "month":
      return w.account.days(period.days);
    default:
      return period satisfies never;
  }
}

export type Standing = {
  title: string;
  detail: string;
  percent: number | null;
  tone: "" | "waiting" | "danger";
};

/** The most restrictive limit as a sentence. */
export function standing(account: Account, limits: Limits, demo: boolean, nowMs: number): Standing {
  const plain = (title: string, detail: string): Standing => ({ title, detail, percent: null, tone: "" });
  if (demo || (account.kind === "signedOut" && !account.needed)) return plain(w.limits.none, w.limits.noneHint);
  if (account.kind === "signedOut") return plain(w.limits.signedOut, w.limits.signedOutHint);
  if (limits.report === "notReported") return plain(w.limits.notReported, w.limits.notReportedHint);
  const binding = limits.windows[0];
  const stopped = stop(limits, nowMs);
  if (stopped) return { ...stopWords(stopped, nowMs), percent: binding?.usedPercent ?? null, tone: "danger" };
  if (!binding) return plain(w.limits.unknown, w.limits.unknownHint);
  const back = binding.resetsMs !== null && binding.resetsMs > nowMs ? binding.resetsMs : null;
  return {
    title: w.limits.used(limitTitle(binding), binding.usedPercent, back === null ? null : moment(back, nowMs)),
    detail: w.limits.left(Math.max(0, 100 - binding.usedPercent), back === null ? null : countdown(back - nowMs)),
    percent: binding.usedPercent,
    tone: binding.usedPercent >= 80 ? "waiting" : "",
  };
}

/** What stops new turns now. A block whose time is over stops nothing, even if the server has not updated it. */
export function stop(limits: Limits, nowMs: number): Blocked | null {
  const { block } = limits;
  if (!block) return null;
  const until = block.kind === "credits" ? null : block.untilMs;
  return until !== null && until <= nowMs ? null : block;
}

export function stopWords(block: Blocked, nowMs: number): { title: string; detail: string } {
  const until = block.kind === "credits" ? null : block.untilMs;
  const wait = w.limits.wait(until === null ? null : countdown(until - nowMs));
  switch (block.kind) {
    case "limit":
      return { title: w.limits.reached(limitTitle(block), until === null ? null : moment(until, nowMs)), detail: wait };
    case "credits":
      return { title: w.limits.noCredits, detail: w.limits.noCreditsHint };
    case "spend":
      return { title: w.limits.spendReached, detail: wait };
    default:
      return block satisfies never;
  }
}

export const canAsk = (block: Blocked | null): boolean => block !== null && block.kind !== "limit" && block.canAsk;
