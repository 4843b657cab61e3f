// Lists that are one stop of the Tab key, with arrow keys inside.

export type Way = "row" | "column";

const STEPS: Record<Way, Record<string, number>> = {
  row: { ArrowRight: 1, ArrowLeft: -1 },
  column: { ArrowDown: 1, ArrowUp: -1 },
};

/** The index among `count` entries that a key leads to from `at`; null if the key does not move. */
export function nextOf(key: string, at: number, count: number, way: Way): number | null {
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const by = STEPS[way][key];
  return by === undefined ? null : (at + by + count) % count;
}

/** Moves the focus inside a list by a key. Entries without the focus are not stops of the Tab key. */
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
 * Makes a scrolled list of rows one stop: Tab moves to the current row, and the next Tab leaves the list. The rows
 * themselves are no stops (`tabindex="-1"`), because most of them are not drawn. Returns a function that ends this.
 */
export function oneStop(list: HTMLElement, rows: string): () => void {
  let last: HTMLElement | null = null;
  const enter = (event: FocusEvent): void => {
    if (event.target !== list) {
      if (event.target instanceof HTMLElement && event.target.matches(rows)) last = event.target;
      return;
    }
    // A click beside the rows, or on the scroll bar, only scrolls.
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
