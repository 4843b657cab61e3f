// Whether a thread has anything for the panel to show. Pure.

import { untrack } from "solid-js";
import type { Body } from "../generated/model";
import type { Thread } from "../mirror";

const FILLS: ReadonlySet<Body["kind"]> = new Set(["plan", "edited"]);

/** The changes of any turn count, so that the panel does not come and go with each message. */
export function isFilled(thread: Thread): boolean {
  if (thread.diff.length > 0 || thread.tabs.length > 0) return true;
  // What kind a row is never changes: only their number is followed, and not every word that streams in.
  const { length } = thread.order;
  return untrack(() => thread.order.slice(0, length).some((id) => FILLS.has(thread.rows[id]?.body.kind ?? "said")));
}
