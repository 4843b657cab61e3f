import { expect, it } from "vitest";
import { keyOf } from "../src/shortcuts";

const key = (key: string, code: string, shiftKey = false): string | null => keyOf({ key, code, shiftKey });

it("knows a sign however it is typed", () => {
  expect(key("[", "BracketLeft")).toBe("[");
  // German: AltGr 8, and Shift 7.
  expect(key("[", "Digit8")).toBe("[");
  expect(key("/", "Digit7", true)).toBe("/");
});

it("takes the place of a bracket where the key types something that means nothing", () => {
  expect(key("ü", "BracketLeft")).toBe("[");
  expect(key("¨", "BracketRight")).toBe("]");
  // Plus is for seeing things larger, on German keyboards too.
  expect(key("+", "BracketRight")).toBeNull();
});

it("leaves to a letter what it means, wherever it lies, and to Shift what is not ours", () => {
  expect(key("B", "KeyN")).toBe("b");
  // Dvorak: the key right of P types a slash.
  expect(key("/", "BracketLeft")).toBe("/");
  expect(key("{", "BracketLeft", true)).toBeNull();
  expect(key("N", "KeyN", true)).toBeNull();
  expect(key("q", "KeyQ")).toBeNull();
});
