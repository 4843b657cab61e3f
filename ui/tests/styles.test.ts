import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const STYLES = join(import.meta.dirname, "../src/styles");
/** These adjust what others say, and come last for it. */
const OVER_OTHERS = new Set(["contrast.css", "small.css", "states.css", "all.css"]);

it("says what a thing looks like in one sheet, so that no place changes another's by its name", () => {
  const said = new Map<string, Set<string>>();
  for (const sheet of readdirSync(STYLES).filter((name) => name.endsWith(".css") && !OVER_OTHERS.has(name))) {
    const text = readFileSync(join(STYLES, sheet), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
    const always = text.replace(/@[^{;]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
    for (const [, selectors = ""] of always.matchAll(/([^{}]+)\{[^{}]*\}/g)) {
      const key = selectors.split(/\s+/).join(" ").trim();
      said.set(key, (said.get(key) ?? new Set()).add(sheet));
    }
  }
  expect(
    [...said]
      .filter(([, sheets]) => sheets.size > 1)
      .map(([selector, sheets]) => `${selector}: ${[...sheets].join(", ")}`),
  ).toEqual([]);
});
