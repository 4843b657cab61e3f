// "Use in a prompt": writes the name into the composer of the previously open thread, or of a new one.

import { addAttached, draftOf, setDraft } from "../composer/drafts";
import type { Attached, ThreadId } from "../generated/model";
import { go, prefs } from "../view";
import { mirror } from "../mirror";

export function useInPrompt(name: string, prompt: string | null, attached: Attached): void {
  const thread: ThreadId | null = prefs.thread && mirror.open[prefs.thread] ? prefs.thread : null;
  setDraft(thread, withName(draftOf(thread), name, prompt));
  addAttached(thread, [attached]);
  go(thread ? { kind: "thread", id: thread } : { kind: "new" });
  // The composer exists only after its page was drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const area = document.querySelector<HTMLTextAreaElement>("[data-part=composer-input]");
      area?.focus();
      area?.setSelectionRange(area.value.length, area.value.length);
    }),
  );
}

/** The suggested prompt by itself if there is one; otherwise the name, before the text that was typed. */
export function withName(draft: string, name: string, prompt: string | null): string {
  const word = `$${name}`;
  if (draft.split(/\s/).includes(word)) return draft;
  if (draft.trim() !== "") return `${word} ${draft}`;
  return prompt?.includes(word) ? `${prompt} ` : `${word} `;
}
