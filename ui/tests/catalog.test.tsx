import { render } from "solid-js/web";
import { afterEach, describe, expect, it } from "vitest";
import { base } from "../dev/data";
import { APP, APPS, PLUGIN, PLUGINS, SKILLS } from "../dev/lists";
import { App } from "../src/App";
import { draftOf } from "../src/composer/drafts";
import type { Snapshot } from "../src/generated/model";
import { initials } from "../src/catalog/bits";
import { matches } from "../src/catalog/matches";
import { withName } from "../src/catalog/use";
import { go, place, setDialog, type SettingsPart } from "../src/view";
import { l } from "../src/words/catalog";
import { type Fake, fakeHost, has, part, settle, type } from "./fake";
import { violations } from "./whole";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
afterEach(() => {
  end();
  setDialog(null);
  go({ kind: "none" });
});

async function show(
  at: SettingsPart,
  change: (fake: Fake, snapshot: Snapshot) => void = () => undefined,
): Promise<Fake> {
  const snapshot = base();
  const fake = fakeHost(snapshot);
  fake.results.set("skills", { type: "skills", skills: structuredClone(SKILLS) });
  fake.results.set("apps", { type: "apps", apps: structuredClone(APPS) });
  fake.results.set("app", { type: "app", app: APP });
  fake.results.set("plugins", { type: "plugins", plugins: structuredClone(PLUGINS) });
  fake.results.set("plugin", { type: "plugin", plugin: PLUGIN });
  change(fake, snapshot);
  go({ kind: "settings", part: at });
  end = render(() => <App />, root);
  for (let i = 0; i < 5; i += 1) await settle();
  return fake;
}

const row = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-name="${name}"]`);
  if (!found) throw new Error(`no row ${name}`);
  return found;
};
const names = (of: string): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>(`[data-part=${of}]`)].map((one) => one.dataset["name"]);

describe("skills", () => {
  it("are listed with their place, unreadable ones beside them", async () => {
    await show("skills");
    expect(names("skill")).toEqual(SKILLS.skills.map((one) => one.name));
    expect(row("tidy:sweep").textContent).toContain("tidy");
    expect(part("skill-problems").textContent).toContain("missing YAML frontmatter");
    expect(await violations()).toEqual([]);
  });

  it("are switched by path, and the switch keeps the focus", async () => {
    const fake = await show("skills");
    const switched = row("migrations").querySelector<HTMLButtonElement>("[role=switch]");
    switched?.focus();
    switched?.click();
    expect(fake.of("skill").at(-1)?.intent).toEqual({ does: "switch", path: SKILLS.skills[0]?.path, on: false });
    const skills = structuredClone(SKILLS);
    (skills.skills[0] as { enabled: boolean }).enabled = false;
    fake.results.set("skills", { type: "skills", skills });
    fake.send({ type: "revisionsPut", revisions: { ...base().revisions, skills: 1 } });
    await settle();
    expect(row("migrations").querySelector("[role=switch]")?.getAttribute("aria-checked")).toBe("false");
    expect(document.activeElement).toBe(row("migrations").querySelector("[role=switch]"));
  });

  it("are found by any word, and reloaded on demand", async () => {
    const fake = await show("skills");
    type(part("list-search"), "CHANGELOG pull");
    await settle();
    expect(names("skill")).toEqual(["release-notes"]);
    part("list-reload").click();
    expect(fake.queries.at(-1)).toMatchObject({ type: "skills", reload: true });
  });

  it("go into the prompt of a new thread by name, or as they suggest", async () => {
    await show("skills");
    row("migrations").querySelector<HTMLButtonElement>("[data-part=use-skill]")?.click();
    expect(place()).toEqual({ kind: "new" });
    expect(draftOf(null)).toBe("$migrations ");
    expect(withName("", "skill-creator", "Use $skill-creator to write.")).toBe("Use $skill-creator to write. ");
    expect(withName("fix it", "a", null)).toBe("$a fix it");
    expect(withName("with $a now", "a", null)).toBe("with $a now");
  });

  it("lie in further folders that can be added and removed", async () => {
    const fake = await show("skills", (made) =>
      made.receipts.set("pickFolder", { thread: null, path: "/srv/skills", row: null }),
    );
    part("add-root").click();
    await settle();
    expect(fake.of("skill").at(-1)?.intent).toEqual({ does: "setRoots", roots: ["/srv/skills"] });
  });

  it("say when the list cannot be read, and offer to try again", async () => {
    const fake = await show("skills", (made) => made.results.delete("skills"));
    expect(part("list-problem").textContent).toContain("no such sight");
    fake.results.set("skills", { type: "skills", skills: SKILLS });
    part("list-problem").querySelector("button")?.click();
    await settle();
    expect(has("list-problem")).toBe(false);
    expect(names("skill")).toHaveLength(5);
  });
});

describe("apps", () => {
  it("are told apart by what is connected; each offers what helps", async () => {
    const fake = await show("apps");
    expect(part("apps-on").textContent).toContain("Team chat");
    expect(part("apps-off").textContent).toContain("Cloud drive");
    row("cloud-drive").querySelector<HTMLButtonElement>("[data-part=connect-app]")?.click();
    row("team-chat").querySelector<HTMLButtonElement>("[role=switch]")?.click();
    expect(fake.of("app").map((one) => one.intent)).toEqual([
      { does: "connect", id: "connector_drive" },
      { does: "switch", id: "connector_chat", on: true },
    ]);
    row("code-host").querySelector<HTMLButtonElement>("[aria-expanded]")?.click();
    await settle();
    expect(part("app-tools").textContent).toContain("find_issue");
    expect(await violations()).toEqual([]);
  });

  it("explain that they need a ChatGPT login", async () => {
    await show("apps", (fake) =>
      fake.results.set("apps", { type: "apps", apps: { apps: [], problem: null, needs: "chatGptLogin" } }),
    );
    expect(part("apps-need-login").textContent).toContain(l.apps.needsLogin);
    expect(await violations()).toEqual([]);
  });

  it("shows the initials where a logo does not come", async () => {
    const [first, ...rest] = APPS.apps;
    if (!first) throw new Error("no app");
    const apps = { ...APPS, apps: [{ ...first, logo: "https://cdn.oaistatic.com/a.png" }, ...rest] };
    await show("apps", (fake) => fake.results.set("apps", { type: "apps", apps }));
    const row = (): HTMLElement =>
      document.querySelector<HTMLElement>(`[data-part="app-row"][data-name="${first.slug}"]`) ?? document.body;
    const image = row().querySelector("img");
    expect(image?.src).toBe("https://cdn.oaistatic.com/a.png");
    image?.dispatchEvent(new Event("error"));
    await settle();
    expect(row().querySelector("img")).toBeNull();
    expect(row().textContent).toContain(initials(first.name));
  });

  it("are shown as far as they came, with the reason", async () => {
    await show("apps", (fake) =>
      fake.results.set("apps", { type: "apps", apps: { ...APPS, problem: "The directory is not well." } }),
    );
    expect(part("apps-problem").textContent).toContain("The directory is not well.");
    expect(names("app-row")).toHaveLength(3);
  });

  it("are drawn by their initials", () => {
    expect(["Code host", "drive", "3D Print Desk", "", "Ärger"].map(initials)).toEqual(["CH", "DR", "3P", "?", "ÄR"]);
    expect(matches("  ", "a")).toBe(true);
  });
});

describe("plugins", () => {
  it("are listed by marketplace, barred ones with the reason", async () => {
    await show("plugins");
    expect(names("plugin")).toEqual(["tidy@lab-market", "tidy@lab-market", "charts@lab-market", "vault@lab-market"]);
    expect(row("vault@lab-market").textContent).toContain(l.plugins.bars.byAdmin);
    expect(part("market-problems").textContent).toContain("expected value");
    part("plugin-details").click();
    await settle();
    expect(part("plugin-brings").textContent).toContain("tidy-mcp");
    expect(await violations()).toEqual([]);
  });

  it("are installed, and say which apps are still to be connected", async () => {
    const fake = await show("plugins", (made) =>
      made.receipts.set("plugin", {
        thread: null,
        path: null,
        row: null,
        connect: [{ id: "c", name: "Code host", installUrl: null }],
      }),
    );
    row("charts@lab-market").querySelector<HTMLButtonElement>("[data-part=install-plugin]")?.click();
    await settle();
    expect(fake.of("plugin").at(-1)?.intent).toMatchObject({
      does: "install",
      plugin: { name: "charts", market: "lab-market" },
    });
    expect(part("toast").textContent).toContain("Code host");
  });

  it("come from a marketplace that is added by hand", async () => {
    const fake = await show("plugins", (made) =>
      made.refuse.set("plugin", { code: "badInput", message: "There is no folder /x." }),
    );
    part("add-market").click();
    await settle();
    type(part("market-source"), "/x");
    await settle();
    part("market-source").closest("form")?.requestSubmit();
    await settle();
    expect(fake.of("plugin").at(-1)?.intent).toEqual({ does: "addMarket", source: "/x", branch: null });
    expect(part("dialog").textContent).toContain("There is no folder /x.");
    expect(await violations()).toEqual([]);
  });
});
