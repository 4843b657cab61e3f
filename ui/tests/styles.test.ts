import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "../src");
/** These adjust what others say: for a theme or for a size of the window. */
const OVER_OTHERS = new Set(["contrast.css", "small.css", "all.css"]);

it("says what a thing looks like in one sheet", () => {
  const said = new Map<string, Set<string>>();
  const sheets = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  for (const sheet of sheets.filter((name) => !OVER_OTHERS.has(basename(name)))) {
    const text = readFileSync(join(SRC, sheet), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
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

it("lists every sheet in the order of the cascade, or its place loads it", () => {
  const all = readFileSync(join(SRC, "styles/all.css"), "utf8");
  const listed = [...all.matchAll(/@import "(.*)";/g)].map(([, path = ""]) => join("styles", path));
  const loadedLater = [join("settings", "settings.css"), join("terminal", "terminal.css")];
  const sheets = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  expect([...listed, ...loadedLater, join("styles", "all.css")].toSorted()).toEqual(sheets.toSorted());
});
