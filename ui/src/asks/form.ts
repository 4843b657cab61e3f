// Converts the entries of a form to the values for the tool, or to a message about what is wrong. Pure.

import type { Field } from "../generated/model";
import { w } from "../words/words";

export type Entered = string | boolean | string[];

export function initial(field: Field): Entered {
  const { kind } = field;
  switch (kind.kind) {
    case "text":
      return kind.initial ?? "";
    case "number":
      return kind.initial === null ? "" : String(kind.initial);
    case "flag":
      return kind.initial ?? false;
    case "one":
      return kind.initial ?? "";
    case "many":
      return kind.initial;
    case "json":
      return "";
    default:
      return kind satisfies never;
  }
}

/** The value, `undefined` for an optional field that is empty, or the problem in words. */
export function read(field: Field, entered: Entered): { value: unknown } | { problem: string } | null {
  const { kind } = field;
  if (kind.kind === "flag") return { value: entered === true };
  if (entered === "" || (Array.isArray(entered) && entered.length === 0 && field.required)) {
    return field.required ? { problem: w.ask.missing } : null;
  }
  switch (kind.kind) {
    case "text": {
      const length = String(entered).length;
      if (kind.min !== null && length < kind.min) return { problem: w.ask.tooShort(kind.min) };
      if (kind.max !== null && length > kind.max) return { problem: w.ask.tooLong(kind.max) };
      return { value: entered };
    }
    case "number": {
      const number = Number(entered);
      const fits = Number.isFinite(number) && (!kind.whole || Number.isInteger(number));
      const inside = (kind.min === null || number >= kind.min) && (kind.max === null || number <= kind.max);
      return fits && inside ? { value: number } : { problem: w.ask.badNumber };
    }
    case "json":
      try {
        return { value: JSON.parse(String(entered)) as unknown };
      } catch {
        return { problem: w.ask.badJson };
      }
    case "one":
    case "many":
      return { value: entered };
    default:
      return kind satisfies never;
  }
}
