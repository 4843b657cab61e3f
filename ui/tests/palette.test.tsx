// The palette: what can be done is found by its name, and stands where it is expected.

import { afterEach, describe, expect, it } from "vitest";
import { commandsFor } from "../src/composer/commands";
import { headItems, threadItems } from "../src/conversation/menu";
import { mirror } from "../src/mirror";
import { actionsNow } from "../src/palette/actions";
import { find, score } from "../src/palette/match";
import { settingsPages } from "../src/palette/pages";
import { go, prefs, openThread, place, setDialog } from "../src/view";
import { w } from "../src/words/words";
import { part, press, settle, type } from "./fake";
import { leave, show, violations } from "./whole";

afterEach(() => {
  setDialog(null);
  leave();
});

const groups = (): string[] =>
  [...document.querySelectorAll<HTMLElement>("[data-part=hit]")].map((hit) => hit.dataset["group"] ?? "");
const first = (): string => part("hit").querySelector(".clip")?.textContent ?? "";

async function searched(text: string): Promise<void> {
  setDialog("palette");
  await settle();
  type(part("palette-input"), text);
  await settle();
}

describe("an action", () => {
  it("is found by its name, then words of it, then its other names", () => {
    const all = [
      { label: "Show threads: Archived", words: "" },
      { label: "Config", words: "archive of settings" },
      { label: "Archive", words: "" },
      { label: "Archive everything", words: "" },
      { label: "Export…", words: "save" },
    ];
    const found = find(all, "archive");
    expect(found.best.map((one) => one.label)).toEqual(["Archive", "Archive everything", "Show threads: Archived"]);
    expect(found.rest.map((one) => one.label)).toEqual(["Config"]);
    expect(score({ label: "High contrast" }, "con hi")).toBe(2);
    expect(score({ label: "MCP servers" }, "mcp")).toBe(3);
    expect([score({ label: "Archive" }, "chive"), score({ label: "Archive" }, " ")]).toEqual([0, 0]);
  });

  it("is there for every menu line, command and page of the settings", async () => {
    await show("main");
    const id = openThread() ?? "";
    const labels = actionsNow().map((one) => one.label);
    const menus = [...threadItems(id, mirror.threads[id], () => undefined), ...headItems(id)];
    const offered = menus.flatMap((item) =>
      item.kind === "line" || item.kind === "head" || item.off ? [] : [item.label],
    );
    expect(labels).toEqual(expect.arrayContaining(offered));
    const named = new Set(actionsNow().map((one) => one.key));
    const byMenu = {
      compact: w.keep.compact,
      goal: w.keep.goal,
      fork: w.keep.fork,
      rename: w.keep.rename,
      export: w.keep.export,
      archive: w.menu.archive,
      new: w.keys.newThread,
      diff: w.panel.changes,
      keys: w.keys.title,
    };
    const commands = commandsFor(id, { insert: () => undefined }).map((one) => one.name);
    const missing = commands.filter(
      (name) => name !== "search" && !named.has(`/${name}`) && !labels.includes(byMenu[name as keyof typeof byMenu]),
    );
    expect(missing).toEqual([]);
    for (const [page, { sections }] of Object.entries(settingsPages())) {
      expect(labels).toContain(w.settings.parts[page as keyof typeof w.settings.parts]);
      expect(labels).toEqual(expect.arrayContaining(sections));
    }
    expect(new Set(actionsNow().map((one) => one.key)).size).toBe(labels.length);
  });
});

describe("the palette", () => {
  it("begins with the last threads and everything that can be done", async () => {
    await show("main");
    setDialog("palette");
    await settle();
    expect(groups().slice(0, 5)).toEqual(Array.from({ length: 5 }, () => "threads"));
    expect(
      groups()
        .slice(5)
        .every((group) => group === "actions"),
    ).toBe(true);
    expect(groups().length).toBe(5 + actionsNow().length);
    expect(await violations()).toEqual([]);
  });

  it("runs an action with Enter and shows its keys", async () => {
    await show("main");
    await searched("mcp");
    expect(first()).toBe(w.settings.parts.servers);
    press(part("palette-input"), "Enter");
    await settle();
    expect(place()).toEqual({ kind: "settings", part: "servers" });
    await searched(w.keys.newThread);
    expect(part("hit").querySelector("kbd")?.nextElementSibling?.textContent).toBe("N");
    press(part("palette-input"), "Enter");
    await settle();
    expect(place()).toEqual({ kind: "new" });
  });

  it("shows the panel's part that is asked for", async () => {
    await show("main");
    await searched("activity");
    press(part("palette-input"), "Enter");
    await settle();
    expect(prefs.tab).toBe("activity");
    go({ kind: "none" });
  });

  it("offers for a thread only what can be done in it", async () => {
    await show("main", false);
    await searched("archive");
    expect(groups()[0]).toBe("actions");
    expect(first()).not.toBe(w.menu.archive);
  });
});
