// Writes into the composer that is on screen, as a person would.

/** At the end, with the caret behind it; what may be meant is offered at once. */
export function insertAtEnd(text: string): void {
  const area = document.querySelector<HTMLTextAreaElement>("[data-part=composer-input]");
  if (!area) return;
  const held = area.value;
  // A command is only one at the very beginning.
  area.value = text === "!" ? `!${held}` : `${held}${held === "" || /\s$/.test(held) ? "" : " "}${text}`;
  area.focus();
  const caret = text === "!" ? 1 : area.value.length;
  area.setSelectionRange(caret, caret);
  area.dispatchEvent(new InputEvent("input", { bubbles: true }));
}
