// The search over threads: titles at once, messages a moment later. Only the last query counts.
//
// Invariant: every hit matches what is typed now. Hits for fewer letters stay only while they still match.

import { createEffect, createSignal, on, onCleanup } from "solid-js";
import type { Occurrences, Scope, Search, SearchHit, ThreadId } from "../generated/model";
import { failureOf, query } from "../host";
import { toastError } from "../kit/toasts";

const SOON_MS = 150;

/** Whether the text is long enough. A single letter matches everything, except in scripts whose letters are words. */
export function isEnough(text: string): boolean {
  const letters = [...text.trim()];
  return letters.length > 1 || letters.some((letter) => /[^\p{Script=Latin}\p{Script=Common}]/u.test(letter));
}

type Answer = { text: string; scope: Scope; found: Search };

type Searching = {
  /** The answer for what is typed now, once it has arrived. */
  found: () => Search | null;
  /** The hits of that answer; before it arrives, those of the previous one that still match. */
  hits: () => SearchHit[];
  busy: () => boolean;
  /** Why there is no answer for what is typed now. */
  failed: () => string | null;
  again: () => void;
  /** Loads the next page of hits. */
  goOn: () => Promise<void>;
};

export function createSearch(text: () => string, scope: () => Scope): Searching {
  const [answer, setAnswer] = createSignal<Answer | null>(null);
  const [busy, setBusy] = createSignal(false);
  const [failed, setFailed] = createSignal<string | null>(null);
  const [tries, setTries] = createSignal(0);
  let asked = 0;
  createEffect(
    on([text, scope, tries], ([words, where]) => {
      asked += 1;
      const mine = asked;
      setFailed(null);
      if (!isEnough(words)) {
        setAnswer(null);
        setBusy(false);
        return;
      }
      setBusy(true);
      const timer = setTimeout(() => {
        query({ type: "search", text: words.trim(), scope: where })
          .then((result) => mine === asked && setAnswer({ text: words.trim(), scope: where, found: result.found }))
          .catch((error: unknown) => {
            if (mine !== asked) return;
            setAnswer(null);
            setFailed(failureOf(error).message);
          })
          .finally(() => mine === asked && setBusy(false));
      }, SOON_MS);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  const found = (): Search | null => {
    const given = answer();
    return given && given.text === text().trim() && given.scope === scope() ? given.found : null;
  };
  const hits = (): SearchHit[] => found()?.hits ?? (answer()?.found.hits ?? []).filter((hit) => says(hit, text()));
  const goOn = async (): Promise<void> => {
    const [given, before] = [answer(), found()];
    if (!given || !before?.next || busy()) return;
    const mine = asked;
    setBusy(true);
    try {
      const { found: more } = await query({ type: "search", text: given.text, scope: given.scope, from: before.next });
      if (mine !== asked) return;
      // A thread that was written to meanwhile may be in both pages.
      const fresh = more.hits.filter((hit) => !before.hits.some((held) => held.thread === hit.thread));
      setAnswer({ ...given, found: { ...more, hits: [...before.hits, ...fresh] } });
    } catch (error) {
      if (mine === asked) toastError(error);
    }
    if (mine === asked) setBusy(false);
  };
  return { found, hits, busy, failed, again: () => setTries(tries() + 1), goOn };
}

/** Whether the visible part of a hit contains these words. */
function says(hit: SearchHit, text: string): boolean {
  const shown = hit.snippet.map((piece) => piece.text).join("");
  return shown.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase());
}

/** The places in the selected thread. */
export function createPeek(thread: () => ThreadId | null, text: () => string): () => Occurrences | null {
  const [found, setFound] = createSignal<Occurrences | null>(null);
  let asked = 0;
  createEffect(
    on([thread, text], ([id, words]) => {
      asked += 1;
      const mine = asked;
      setFound(null);
      if (!id || !isEnough(words)) return;
      const timer = setTimeout(() => {
        // An empty preview needs no error message.
        query({ type: "peek", thread: id, text: words.trim() }).then(
          (result) => mine === asked && setFound(result.found),
          () => undefined,
        );
      }, SOON_MS);
      onCleanup(() => clearTimeout(timer));
    }),
  );
  return found;
}
