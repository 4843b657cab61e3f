// The decisions of a command or a file change, sorted by where they stand on a card. Pure.

import type { Decision } from "../generated/model";

export type Sorted = {
  accept: boolean;
  session: boolean;
  decline: boolean;
  cancel: boolean;
  sessionBehind: boolean;
};

/** `blank`: nothing is shown that could be accepted. */
export function sortDecisions(offered: Decision[], also: Decision[], blank: boolean): Sorted {
  const has = (list: Decision[], kind: Decision["kind"]): boolean => list.some((one) => one.kind === kind);
  const all = [...offered, ...also];
  const session = !blank && has(offered, "acceptForSession");
  return {
    accept: !blank && has(all, "accept"),
    session,
    sessionBehind: !blank && !session && has(also, "acceptForSession"),
    decline: has(all, "decline"),
    cancel: has(all, "cancel"),
  };
}
