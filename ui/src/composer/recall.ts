// Recalls earlier messages with the up arrow: those of the thread or, before a thread exists, those sent from this
// window.

import type { ThreadId } from "../generated/model";
import { mirror } from "../mirror";

const SENT_KEPT = 50;
const sent: string[] = [];

export function remember(text: string): void {
  if (!text.trim()) return;
  const at = sent.indexOf(text);
  if (at >= 0) sent.splice(at, 1);
  sent.unshift(text);
  sent.length = Math.min(sent.length, SENT_KEPT);
}

/** Newest first, each once. */
export function earlier(thread: ThreadId | null): string[] {
  const open = thread ? mirror.open[thread] : undefined;
  if (!open) return [...sent];
  const said = open.order.toReversed().flatMap((id) => {
    const body = open.rows[id]?.body;
    if (body?.kind === "prompt") return [body.asTyped ?? body.text];
    return body?.kind === "ran" && body.byYou ? [`!${body.asTyped ?? body.command}`] : [];
  });
  return [...new Set(said.filter((text) => text.trim()))];
}

/** The position among the earlier messages. Typing anything resets it. */
export function createRecall(thread: () => ThreadId | null) {
  let at = -1;
  let shown = "";
  let before = "";
  const walk = (by: 1 | -1, text: string): string | null => {
    const all = earlier(thread());
    if (at < 0 || text !== shown) {
      if (by < 0 || text.trim()) return null;
      at = -1;
      before = text;
    }
    const next = at + by;
    if (next >= all.length) return null;
    at = next;
    shown = at < 0 ? before : (all[at] ?? "");
    return shown;
  };
  return { walk };
}
