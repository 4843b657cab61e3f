// Lists that are one stop of the Tab key: inside, the arrows move.

export type Way = "row" | "column";

const STEPS: Record<Way, Record<string, number>> = {
  row: { ArrowRight: 1, ArrowLeft: -1 },
  column: { ArrowDown: 1, ArrowUp: -1 },
};

/** Which of `count` entries a key leads to from the one at `at`; null where it is not a key of the list. */
export function nextOf(key: string, at: number, count: number, way: Way): number | null {
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const by = STEPS[way][key];
  return by === undefined ? null : (at + by + count) % count;
}

/** Moves the focus inside a list as the key says. Entries that are not the one with the focus are no stops of the Tab key. */
export function rove(event: KeyboardEvent, entries: readonly HTMLElement[], way: Way): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const next = nextOf(event.key, entries.indexOf(event.target as HTMLElement), entries.length, way);
  const entry = next === null ? undefined : entries[next];
  if (!entry) return;
  event.preventDefault();
  event.stopPropagation();
  entry.focus();
}

/**
 * A scrolled list of rows as one stop: Tab goes to the row one is at, and the next Tab leaves it. The rows themselves are no
 * stops (`tabindex="-1"`), because most of them are not drawn. Gives back how to end it.
 */
export function oneStop(list: HTMLElement, rows: string): () => void {
  let last: HTMLElement | null = null;
  const enter = (event: FocusEvent): void => {
    if (event.target !== list) {
      if (event.target instanceof HTMLElement && event.target.matches(rows)) last = event.target;
      return;
    }
    // A click beside the rows, or on the bar, scrolls and nothing else.
    if (document.documentElement.hasAttribute("data-pointer")) return;
    const at =
      list.querySelector<HTMLElement>(`:is(${rows})[aria-current]`) ??
      (last?.isConnected ? last : null) ??
      list.querySelector<HTMLElement>(rows);
    at?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === "Tab" && event.shiftKey && event.target !== list) {
      // On the way back the list must not catch the focus again.
      list.tabIndex = -1;
      setTimeout(() => (list.tabIndex = 0));
    }
    if (event.target instanceof HTMLElement && event.target.matches(rows))
      rove(event, [...list.querySelectorAll<HTMLElement>(rows)], "column");
  };
  list.addEventListener("focusin", enter);
  list.addEventListener("keydown", press);
  return () => {
    list.removeEventListener("focusin", enter);
    list.removeEventListener("keydown", press);
  };
}
