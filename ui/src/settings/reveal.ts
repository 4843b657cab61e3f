// To a setting by its name, as soon as its part is drawn.

/** A part that is read from the server takes a moment; what is not there by then was renamed or does not apply here. */
const LONGEST_MS = 4000;
const MARKED_MS = 1600;

/** Brings the setting of this name into sight, marks it for a moment and gives it the focus. Gives back how to stop. */
export function seek(inside: HTMLElement, name: string): () => void {
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
  // The part that was there before is gone in the next frame.
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
