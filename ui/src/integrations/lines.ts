// A text field that holds one thing per line.

/** Lines of a text field, without the empty ones. */
export const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
