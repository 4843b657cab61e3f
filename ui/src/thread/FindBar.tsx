// Find in this thread, in all of it and not only the drawn part. Enter moves on, Shift Enter back, Esc closes.

import { createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import type { Occurrences, ThreadId } from "../generated/model";
import { query } from "../host";
import { openAt } from "../conversation/open";
import { isComposing } from "../keys";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { marked, setFinding, setMarked } from "../view";
import { w } from "../words/words";

const SOON_MS = 200;

export function FindBar(props: { thread: ThreadId }): JSX.Element {
  const [found, setFound] = createSignal<Occurrences | null>(null);
  const [at, setAt] = createSignal(0);
  const [busy, setBusy] = createSignal(false);
  let text = "";
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let field: HTMLInputElement | undefined;
  onMount(() => field?.focus());
  onCleanup(() => {
    clearTimeout(timer);
    asked += 1;
    unmark();
  });
  // A hit that another search marked meanwhile stays marked.
  const own = props.thread;
  const unmark = (): void => void (marked()?.thread === own && setMarked(null));
  /** Hits of the previous text are not stepped through. */
  const step = (by: number): void => {
    if (!busy()) go(at() + by);
  };
  const go = (to: number): void => {
    const all = found()?.hits ?? [];
    if (!all.length) return;
    const next = (to + all.length) % all.length;
    setAt(next);
    const hit = all[next];
    if (!hit) return;
    const rest = all
      .slice(next)
      .filter(({ spot }) => spot.turn === hit.spot.turn && spot.item === hit.spot.item).length;
    // The field keeps the focus, so that Enter moves on.
    void openAt(props.thread, hit.spot, text, rest);
  };
  const search = (): void => {
    asked += 1;
    const mine = asked;
    clearTimeout(timer);
    if (!text.trim()) {
      setFound(null);
      setBusy(false);
      unmark();
      return;
    }
    setBusy(true);
    timer = setTimeout(() => {
      query({ type: "find", thread: props.thread, text: text.trim() })
        .then((result) => {
          if (mine !== asked) return;
          setFound(result.found);
          if (!result.found.hits.length) unmark();
          // Starts at the last hit, because a person is usually at the end of the thread.
          go(result.found.hits.length - 1);
        })
        .catch((error: unknown) => {
          if (mine !== asked) return;
          setFound(null);
          unmark();
          toastError(error);
        })
        .finally(() => mine === asked && setBusy(false));
    }, SOON_MS);
  };
  const close = (): void => {
    setFinding(false);
    document.querySelector<HTMLElement>("[data-part=transcript]")?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const said = (): string => {
    const now = found();
    if (busy()) return w.find.looking;
    if (!now) return "";
    return now.hits.length ? w.find.at(at() + 1, now.hits.length, now.more) : w.find.none;
  };
  return (
    <div class="find-bar" role="search" data-part="find-bar">
      <Icon name="search" />
      <input
        ref={(made) => (field = made)}
        type="text"
        aria-label={w.find.name}
        placeholder={w.find.placeholder}
        data-part="find-input"
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          text = event.currentTarget.value;
          search();
        }}
        onKeyDown={onKey}
      />
      <span class="quiet small num" role="status" data-part="find-count">
        {said()}
      </span>
      <Show when={found()?.hits.length}>
        <IconButton small icon="up" label={w.find.previous} onClick={() => step(-1)} />
        <IconButton small icon="down" label={w.find.next} onClick={() => step(1)} />
      </Show>
      <IconButton small icon="x" label={w.find.close} onClick={close} />
    </div>
  );
}
