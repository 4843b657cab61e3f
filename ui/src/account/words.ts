// The account and its limits as texts for the foot of the sidebar. Pure.

import type { Limits, Account, LimitWindow } from "../generated/model";
import { moment } from "../words/forms";
import { capital } from "../titles";
import { w } from "../words/words";
import { stop, limitTitle, periodName, stopWords } from "./limits";

const limitName = (limit: LimitWindow): string =>
  limit.period.kind === "week" ? w.account.week : (periodName(limit.period) ?? limit.name ?? w.account.limit);

/** The foot of the sidebar: the account, and the most restrictive limit as a sentence. `percent` is null if unknown. */
export function accountWords(
  account: Account,
  limits: Limits,
  demo: boolean,
  nowMs: number,
): { name: string; detail: string; percent: number | null; ring: boolean } {
  if (demo) return { name: w.account.demo, detail: w.account.demoHint, percent: null, ring: false };
  const binding = limits.windows[0];
  const stopped = stop(limits, nowMs);
  const used = (one: LimitWindow): string =>
    one.usedPercent >= 100
      ? w.limits.reached(limitTitle(one), one.resetsMs === null ? null : moment(one.resetsMs, nowMs))
      : w.account.used(limitName(one), one.usedPercent);
  const limit = stopped ? stopWords(stopped, nowMs).title : binding ? used(binding) : w.account.limitUnknown;
  switch (account.kind) {
    case "unknown":
      return { name: w.account.unknown, detail: "", percent: null, ring: false };
    case "signedOut":
      return account.needed
        ? { name: w.account.signedOut, detail: w.account.signIn, percent: null, ring: false }
        : { name: w.account.notNeeded, detail: w.account.notNeededHint, percent: null, ring: false };
    case "apiKey":
      return { name: w.account.apiKey, detail: w.account.apiKeyHint, percent: null, ring: false };
    case "chatGpt":
      return {
        name: account.email ?? w.account.chatGpt,
        detail: stopped ? limit : w.account.plan(capital(account.plan ?? w.account.chatGpt), limit),
        percent: binding?.usedPercent ?? null,
        ring: true,
      };
    case "other":
      return { name: account.name, detail: limit, percent: binding?.usedPercent ?? null, ring: true };
    default:
      return account satisfies never;
  }
}
