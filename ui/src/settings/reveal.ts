// Scrolls to a setting by its name, as soon as its page is drawn.

/**
 * A page that reads from the server takes a moment. A setting that is still missing then was renamed or does not apply
 * here.
 */
const LONGEST_MS = 4000;
const MARKED_MS = 1600;

/** Scrolls to the setting of this name, highlights it briefly and focuses it. Returns a function that stops this. */
export function revealSetting(inside: HTMLElement, name: string): () => void {
  let unmark: ReturnType<typeof setTimeout> | undefined;
  let marked: HTMLElement | undefined;
  const look = (): boolean => {
    const title = [...inside.querySelectorAll<HTMLElement>(".name, h2, label, summary, .label-text")].find(
      (one) => one.textContent?.trim() === name,
    );
    const whole = title?.closest<HTMLElement>("li, section, .labelled") ?? title;
    if (!whole) return false;
    whole.scrollIntoView({ block: "center" });
    whole
      .querySelector<HTMLElement>("button:not([tabindex='-1']), input, select, textarea")
      ?.focus({ preventScroll: true });
    marked = whole;
    whole.classList.add("is-sought");
    unmark = setTimeout(() => whole.classList.remove("is-sought"), MARKED_MS);
    return true;
  };
  const watch = new MutationObserver(() => look() && end());
  const patience = setTimeout(() => end(), LONGEST_MS);
  const end = (): void => {
    watch.disconnect();
    clearTimeout(patience);
  };
  // The previous page is gone in the next frame.
  const frame = requestAnimationFrame(() => {
    if (look()) end();
    else watch.observe(inside, { childList: true, subtree: true });
  });
  return () => {
    cancelAnimationFrame(frame);
    end();
    clearTimeout(unmark);
    marked?.classList.remove("is-sought");
  };
}
