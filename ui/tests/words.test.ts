import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { en } from "../src/words/en";
import { catalog } from "../src/words/en/catalog";
import { integrations } from "../src/words/en/integrations";

const SRC = join(import.meta.dirname, "../src");
const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (name) => /\.tsx?$/.test(name) && !name.startsWith("generated"),
);

/** Attributes that a person reads or hears. */
const SPOKEN = new Set(["title", "aria-label", "label", "placeholder", "alt", "hint", "name"]);

describe("the catalogue", () => {
  it("holds every word: none stands in a component", () => {
    const strays: string[] = [];
    for (const name of files.filter((file) => file.endsWith(".tsx"))) {
      const source = ts.createSourceFile(
        name,
        readFileSync(join(SRC, name), "utf8"),
        ts.ScriptTarget.Latest,
        true,
        ts.ScriptKind.TSX,
      );
      const visit = (node: ts.Node): void => {
        if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) strays.push(`${name}: ${node.text.trim()}`);
        if (
          ts.isJsxAttribute(node) &&
          SPOKEN.has(node.name.getText()) &&
          node.initializer &&
          ts.isStringLiteral(node.initializer) &&
          / |^[A-Z]/.test(node.initializer.text)
        )
          strays.push(`${name}: ${node.initializer.text}`);
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    expect(strays).toEqual([]);
  });

  it("has no empty words but those that are meant", () => {
    const empty: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value === "string" && value.trim() === "") empty.push(path);
      else if (typeof value === "object" && value !== null)
        for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    };
    walk(en, "en");
    walk(catalog, "catalog");
    expect(empty).toEqual(["en.mark.none"]);
  });

  it("has no turn of phrase that people do not use", () => {
    const odd = /\b(stands|goes on|of ours|of yours|for good|the very|takes it back|anew)\b/i;
    const found: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value === "string" || typeof value === "function") {
        if (odd.test(String(value))) found.push(`${path}: ${String(value)}`);
      } else if (typeof value === "object" && value !== null)
        for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`);
    };
    walk(en, "en");
    walk(catalog, "catalog");
    walk(integrations, "integrations");
    expect(found).toEqual([]);
  });

  it("has no word that nothing says", () => {
    const code = files
      .filter((file) => !file.startsWith("words"))
      .map((file) => readFileSync(join(SRC, file), "utf8"))
      .join("\n");
    const unused: string[] = [];
    const all: [string, object][] = [
      ["w", en],
      ["l", catalog],
    ];
    for (const [called, catalogue] of all) {
      for (const [place, words] of Object.entries(catalogue)) {
        if (typeof words === "string") continue;
        for (const key of Object.keys(words as object)) {
          if (!code.includes(`${called}.${place}.${key}`) && !code.includes(`${called}.${place}[`))
            unused.push(`${place}.${key}`);
        }
      }
    }
    expect(unused).toEqual([]);
  });
});

describe("the engine", () => {
  it("knows Tauri in one file", () => {
    const knowing = files.filter((file) => readFileSync(join(SRC, file), "utf8").includes("@tauri-apps/"));
    expect(knowing).toEqual(["host.ts"]);
  });
  it("makes elements from HTML in one file", () => {
    const making = files.filter((file) =>
      /innerHTML|insertAdjacentHTML|outerHTML/.test(readFileSync(join(SRC, file), "utf8")),
    );
    expect(making).toEqual([join("kit", "Html.tsx")]);
  });
  it("writes no style into markup, which the CSP refuses", () => {
    expect(files.filter((file) => /\sstyle=/.test(readFileSync(join(SRC, file), "utf8")))).toEqual([]);
  });
  it("keeps every file readable in one sitting", () => {
    const long = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
      (name) =>
        /\.(tsx?|css)$/.test(name) &&
        !name.startsWith("generated") &&
        readFileSync(join(SRC, name), "utf8").split("\n").length > 400,
    );
    expect(long).toEqual([]);
  });
});
