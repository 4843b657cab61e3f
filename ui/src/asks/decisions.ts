// The decisions for a command or a file change, sorted by their place on the card. Pure.

import type { Decision } from "../generated/model";

export type Sorted = {
  accept: boolean;
  session: boolean;
  decline: boolean;
  cancel: boolean;
  sessionBehind: boolean;
};

/** `blank`: the request does not show what would be accepted. */
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
