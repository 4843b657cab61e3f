// Whether a thread has content for the panel. Pure.

import { untrack } from "solid-js";
import type { Body } from "../generated/model";
import type { Thread } from "../mirror";

const FILLS: ReadonlySet<Body["kind"]> = new Set(["plan", "edited"]);

/** Changes of any turn count, so that the panel does not appear and disappear with each message. */
export function isFilled(thread: Thread): boolean {
  if (thread.diff.length > 0 || thread.tabs.length > 0) return true;
  // A row never changes its kind, so this tracks the number of rows and not every streamed text.
  const { length } = thread.order;
  return untrack(() => thread.order.slice(0, length).some((id) => FILLS.has(thread.rows[id]?.body.kind ?? "said")));
}
