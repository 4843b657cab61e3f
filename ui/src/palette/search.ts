// What the search finds: titles at once, what was said a moment later. The last question wins.

import { createEffect, createSignal, on, onCleanup } from "solid-js";
import type { Occurrences, Scope, Search, ThreadId } from "../generated/model";
import { look } from "../host";
import { told } from "../kit/toasts";

const SOON_MS = 150;
/** One letter is in everything. */
const LEAST = 2;

export function createSearch(text: () => string, scope: () => Scope): { found: () => Search | null; busy: () => boolean } {
  const [found, setFound] = createSignal<Search | null>(null);
  const [busy, setBusy] = createSignal(false);
  let asked = 0;
  createEffect(
    on([text, scope], ([words, where]) => {
      asked += 1;
      const mine = asked;
      if (words.trim().length < LEAST) {
        setFound(null);
        setBusy(false);
        return;
      }
      setBusy(true);
      const timer = setTimeout(() => {
        look({ type: "search", text: words.trim(), scope: where })
          .then((sight) => mine === asked && setFound(sight.found))
          .catch((error: unknown) => mine === asked && told(error))
          .finally(() => mine === asked && setBusy(false));
      }, SOON_MS);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  return { found, busy };
}

/** The places in the thread that is looked at. */
export function createPeek(thread: () => ThreadId | null, text: () => string): () => Occurrences | null {
  const [found, setFound] = createSignal<Occurrences | null>(null);
  let asked = 0;
  createEffect(
    on([thread, text], ([id, words]) => {
      asked += 1;
      const mine = asked;
      setFound(null);
      if (!id || words.trim().length < LEAST) return;
      const timer = setTimeout(() => {
        // Nothing beside the list is no reason for a word.
        look({ type: "peek", thread: id, text: words.trim() }).then(
          (sight) => mine === asked && setFound(sight.found),
          () => undefined,
        );
      }, SOON_MS);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  return found;
}
