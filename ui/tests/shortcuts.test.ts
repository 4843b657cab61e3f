import { expect, it } from "vitest";
import { latin } from "../src/keys";
import { keyOf } from "../src/shortcuts";

const key = (key: string, code: string, shiftKey = false): string | null => keyOf({ key, code, shiftKey });

it("knows a sign however it is typed", () => {
  expect(key("[", "BracketLeft")).toBe("[");
  // German: AltGr 8, and Shift 7.
  expect(key("[", "Digit8")).toBe("[");
  expect(key("/", "Digit7", true)).toBe("/");
});

it("uses a bracket's place if its key types something without meaning", () => {
  expect(key("ü", "BracketLeft")).toBe("[");
  expect(key("¨", "BracketRight")).toBe("]");
  // Plus is for seeing things larger, on German keyboards too.
  expect(key("+", "BracketRight")).toBe("+");
});

it("keeps a letter's meaning wherever its key is", () => {
  expect(key("B", "KeyN")).toBe("b");
  // Dvorak: the key right of P types a slash.
  expect(key("/", "BracketLeft")).toBe("/");
  expect(key("{", "BracketLeft", true)).toBeNull();
  expect(key("N", "KeyN", true)).toBeNull();
  expect(key("q", "KeyQ")).toBeNull();
});

it("uses a letter's place only if the keyboard types another script", () => {
  // Russian, Greek, Hebrew, Turkish.
  expect(key("л", "KeyK")).toBe("k");
  expect(key("Л", "KeyK")).toBe("k");
  expect(key("ν", "KeyN")).toBe("n");
  expect(key("כ", "KeyF")).toBe("f");
  expect(key("ı", "KeyI")).toBe("i");
  expect(key("б", "Comma")).toBe(",");
  expect(key("х", "BracketLeft")).toBe("[");
  // Dvorak and Bépo type Latin letters, whatever lies there elsewhere.
  expect(key("x", "KeyB")).toBeNull();
  expect(key("é", "KeyB")).toBeNull();
  expect(latin({ key: "с", code: "KeyC" })).toBe("c");
  expect(latin({ key: "Enter", code: "Enter" })).toBe("enter");
});

it("knows plus, minus and zero, also on a French keyboard", () => {
  expect(["+", "=", "-", "_", "0"].map((sign) => [key(sign, ""), key(sign, "", true)])).toEqual(
    ["+", "=", "-", "_", "0"].map((sign) => [sign, sign]),
  );
  expect(key("à", "Digit0")).toBe("0");
  // German: this key lies where others have the minus.
  expect(key("ß", "Minus")).toBeNull();
});
