import { expect, it } from "vitest";
import { everySetting, GROUPS, search } from "../src/settings/found";
import { w } from "../src/words/words";

const names = (typed: string): string[] =>
  search(everySetting(), typed).map((one) => `${one.part}: ${one.setting ?? ""}`);

it("lists every part once", () => {
  const parts = GROUPS.flatMap((one) => one.parts);
  expect(parts.toSorted()).toEqual(Object.keys(w.settings.parts).toSorted());
  expect(new Set(parts).size).toBe(parts.length);
});

it("finds a setting by its name, its text and its key in config.toml", () => {
  expect(names("theme")[0]).toBe(`general: ${w.settings.theme}`);
  expect(names("dark")).toContain(`general: ${w.settings.theme}`);
  expect(names("web_search").some((name) => name.startsWith("config: "))).toBe(true);
});

it("finds what belongs to an account, to extensions and to the app itself", () => {
  expect(names("keychain")).toContain(`account: ${w.accounts.keychain}`);
  expect(names("sign out")[0]?.startsWith("account: ")).toBe(true);
  expect(names("skill folders").length).toBe(1);
  expect(names("licence")).toContain(`about: ${w.settings.license}`);
});

it("finds a part by its name before settings that mention it", () => {
  expect(names("rules")[0]).toBe("rules: ");
  expect(names("mcp")[0]).toBe("servers: ");
});

it("names no setting in two places", () => {
  const all = everySetting().filter((one) => one.setting !== null);
  const keys = all.map((one) => `${one.part} ${one.setting}`);
  expect(new Set(keys).size).toBe(keys.length);
  expect(names("model").filter((name) => name === "config: Model")).toEqual([]);
});

it("needs every word, and finds nothing for nothing", () => {
  expect(names("  ")).toEqual([]);
  expect(names("theme zzz")).toEqual([]);
});
