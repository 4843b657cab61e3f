// A text field with one entry per line.

/** The lines of a text field, without empty ones. */
export const lines = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
