// Writes into the visible composer as if a person typed.

/** Inserts at the end, with the caret behind it, so that suggestions appear at once. */
export function insertAtEnd(text: string): void {
  const area = document.querySelector<HTMLTextAreaElement>("[data-part=composer-input]");
  if (!area) return;
  const held = area.value;
  // A shell command must be at the very beginning.
  area.value = text === "!" ? `!${held}` : `${held}${held === "" || /\s$/.test(held) ? "" : " "}${text}`;
  area.focus();
  const caret = text === "!" ? 1 : area.value.length;
  area.setSelectionRange(caret, caret);
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
