import axe from "axe-core";
import { render } from "solid-js/web";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  CONFIG_SHEET,
  FEATURE_SHEET,
  IMPORT_SHEET,
  LINKS,
  MODEL_SHEET,
  offerOf,
  PERMISSION_SHEET,
  PROJECTS,
  RULES,
  SERVERS,
  TRIAL,
} from "../dev/integrations";
import { scenes } from "../dev/scenes";
import { App } from "../src/App";
import type { ConfigSheet, GatewayState } from "../src/generated/model";
import { differences } from "../src/integrations/Conflict";
import { go, place, type SettingsPart } from "../src/view";
import { type Fake, fakeHost, has, part, settle, type } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
let fake: Fake;

beforeEach(() => {
  const scene = scenes["empty"];
  if (!scene) throw new Error("no scene");
  fake = fakeHost(scene.snapshot());
  fake.results.set("mcpServers", { type: "mcpServers", servers: SERVERS });
  fake.results.set("mcpServer", { type: "mcpServer", offer: offerOf("postgres-readonly") });
  fake.results.set("modelSheet", { type: "modelSheet", sheet: MODEL_SHEET });
  fake.results.set("config", { type: "config", sheet: structuredClone(CONFIG_SHEET) });
  fake.results.set("permissions", { type: "permissions", sheet: PERMISSION_SHEET });
  fake.results.set("rules", { type: "rules", rules: RULES });
  fake.results.set("tryRules", { type: "tryRules", trial: TRIAL });
  fake.results.set("features", { type: "features", sheet: FEATURE_SHEET });
  fake.results.set("import", { type: "import", sheet: IMPORT_SHEET });
  fake.results.set("projects", { type: "projects", projects: PROJECTS });
  fake.results.set("windowsSandbox", { type: "windowsSandbox", readiness: "notConfigured" });
});

afterEach(() => {
  vi.useRealTimers();
  end();
  go({ kind: "none" });
});

async function show(at: SettingsPart): Promise<void> {
  go({ kind: "settings", part: at });
  end = render(() => <App />, root);
  await settle();
  await settle();
}

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`nothing at ${selector}`);
  return found;
};

describe("what Codex is set to", () => {
  for (const at of [
    "models",
    "servers",
    "rules",
    "config",
    "features",
    "import",
    "projects",
    "permissions",
    "codex",
  ] satisfies SettingsPart[]) {
    it(`${at}, filled, has no axe violation`, async () => {
      fake.send({
        type: "environmentPut",
        environment: {
          servers: [],
          import: { id: "i", done: true, brought: [{ what: "CONFIG", words: "a → b" }], failed: [] },
          gateway: null,
          windows: { settingUp: false, ended: null, openFolders: ["C:\\tmp"], moreOpen: 2 },
        },
      });
      await show(at);
      expect(has("list-problem")).toBe(false);
      const result = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
      expect(
        result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`),
      ).toEqual([]);
    });
  }

  it("a server's form says at the field what is wrong and keeps its text", async () => {
    await show("servers");
    part("add-server").click();
    await settle();
    type(part("server-name"), "two words");
    type(part("server-command"), "npx");
    fake.refuse.set("mcp", { code: "badInput", message: "A name has letters.", at: "name" });
    part("dialog-yes").click();
    await settle();
    expect(part("server-name").getAttribute("aria-invalid")).toBe("true");
    expect(part("server-form").textContent).toContain("A name has letters.");
    fake.refuse.clear();
    type(part("server-name"), "pg");
    type(part("server-args"), "-y\n\npg-mcp ");
    part("dialog-yes").click();
    await settle();
    expect(has("server-form")).toBe(false);
    expect(fake.of("mcp").at(-1)?.intent).toEqual({
      does: "save",
      draft: {
        name: "pg",
        was: null,
        transport: { kind: "stdio", command: "npx", args: ["-y", "pg-mcp"], cwd: null, passed: [], variables: [] },
        startupTimeoutS: null,
        toolTimeoutS: null,
      },
    });
  });

  it("a tool is tried with the form of its schema", async () => {
    await show("servers");
    find('[data-part="server"][data-name="postgres-readonly"] [data-part="server-details"]').click();
    await settle();
    find('[data-part="tool"][data-name="query"] [data-part="try-tool"]').click();
    await settle();
    part("run-tool").click();
    await settle();
    expect(fake.of("mcp"), "an empty field that is needed is not sent").toEqual([]);
    type(find('[data-part="try-dialog"] input'), "select 1");
    fake.receipts.set("mcp", {
      thread: null,
      path: null,
      row: null,
      tried: { failed: false, parts: [{ kind: "text", text: "one <b>row</b>" }] },
    });
    part("run-tool").click();
    await settle();
    expect(fake.of("mcp").at(-1)?.intent).toEqual({
      does: "try",
      server: "postgres-readonly",
      tool: "query",
      arguments: { sql: "select 1" },
    });
    expect(part("tried").textContent).toContain("one <b>row</b>");
  });

  it("a log-in that waits for the browser is shown where it belongs", async () => {
    fake.results.set("mcpServer", { type: "mcpServer", offer: offerOf("issue-tracker") });
    await show("servers");
    find('[data-name="issue-tracker"] [data-part="server-login"]').click();
    await settle();
    expect(fake.of("mcp").at(-1)?.intent).toEqual({ does: "logIn", name: "issue-tracker" });
    fake.send({
      type: "environmentPut",
      environment: {
        servers: [
          { name: "issue-tracker", start: null, problem: null, login: { kind: "waiting", url: "https://a.test" } },
        ],
        import: null,
        gateway: null,
        windows: null,
      },
    });
    await settle();
    expect(find('[data-part="server"][data-name="issue-tracker"]').textContent).toContain("waiting for your browser");
  });

  it("the default model goes to config.toml", async () => {
    await show("models");
    find('[data-part="model"][data-name="gpt-6.1-sol"] [data-part="use-model"]').click();
    await settle();
    expect(fake.of("config").at(-1)?.intent).toEqual({
      does: "write",
      version: null,
      edits: [
        { key: "model", value: "gpt-6.1-sol" },
        { key: "model_reasoning_effort", value: "medium" },
      ],
    });
    expect(fake.of("changeSettings").at(-1)?.patch).toEqual({ model: "", effort: "" });
  });

  it("a rule is tried as one types, and removed after a question", async () => {
    await show("rules");
    vi.useFakeTimers();
    type(part("try-rule"), "git push --force origin main");
    await vi.advanceTimersByTimeAsync(300);
    vi.useRealTimers();
    await settle();
    expect(part("verdict").dataset["state"]).toBe("forbid");
    expect(document.querySelectorAll('[data-part="rule"][data-state="matched"]').length).toBe(2);
    document.querySelectorAll<HTMLElement>('[data-part="remove-rule"]')[1]?.click();
    await settle();
    expect(fake.of("rule")).toEqual([]);
    part("dialog-yes").click();
    await settle();
    const rule = RULES.rules[1];
    expect(fake.of("rule").at(-1)?.intent).toEqual({
      does: "remove",
      file: rule?.file,
      line: rule?.line,
      text: rule?.text,
    });
  });

  it("settings that conflict with the file can be written over it", async () => {
    await show("config");
    const choose = (key: string, value: string): void => {
      const select = find(`[data-part="setting"][data-name="${key}"] select`) as HTMLSelectElement;
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    choose("model_verbosity", "high");
    choose("web_search", "cached");
    await settle();
    const theirs: ConfigSheet = structuredClone(CONFIG_SHEET);
    theirs.version = "sha256:2";
    const verbosity = theirs.fields.find((field) => field.key === "model_verbosity");
    if (verbosity) verbosity.own = "medium";
    fake.results.set("config", { type: "config", sheet: theirs });
    fake.refuse.set("config", { code: "conflict", message: "Changed." });
    part("config-save").click();
    await settle();
    await settle();
    expect(fake.of("config").at(-1)?.intent).toEqual({
      does: "write",
      version: "sha256:1",
      edits: [
        { key: "model_verbosity", value: "high" },
        { key: "web_search", value: "cached" },
      ],
    });
    const row = find('[data-part="difference"][data-name="model_verbosity"]');
    expect([...row.querySelectorAll("td")].map((cell) => cell.textContent)).toEqual([
      "model_verbosity",
      "low",
      "medium",
      "high",
    ]);
    fake.refuse.clear();
    part("write-mine").click();
    await settle();
    expect(fake.of("config").at(-1)?.intent).toMatchObject({ version: "sha256:2" });
    expect(has("conflict")).toBe(false);
    expect(has("config-save")).toBe(false);
  });

  it("a wrong value is told at its field", async () => {
    await show("config");
    const select = find('[data-part="setting"][data-name="sandbox_mode"] select');
    expect([...select.querySelectorAll("option")].map((one) => one.value)).toEqual([
      "",
      "read-only",
      "workspace-write",
    ]);
    expect((find('[data-part="setting"][data-name="analytics.enabled"] select') as HTMLSelectElement).disabled).toBe(
      true,
    );
    type(find('[data-part="setting"][data-name="review_model"] input'), "no such");
    fake.refuse.set("config", { code: "badInput", message: "There is no such model.", at: "review_model" });
    part("config-save").click();
    await settle();
    expect(find('[data-part="setting"][data-name="review_model"] [data-part="setting-problem"]').textContent).toBe(
      "There is no such model.",
    );
  });

  it("what has a part of its own is shown in Config and changed there", async () => {
    await show("config");
    for (const [key, part] of [
      ["model", "models"],
      ["approval_policy", "permissions"],
    ] as const) {
      const row = find(`[data-part="setting"][data-name="${key}"]`);
      expect(row.querySelector("input, select, textarea")).toBeNull();
      (row.querySelector('[data-part="setting-elsewhere"]') as HTMLElement).click();
      await settle();
      expect(place()).toEqual({ kind: "settings", part });
      await show("config");
    }
  });

  it("differences are those that others made and those that are wanted", () => {
    const now = structuredClone(CONFIG_SHEET);
    now.others = [{ key: "tui.theme", value: "light", layer: { kind: "user", file: null } }];
    expect(differences(CONFIG_SHEET, now, { web_search: "live" })).toEqual([
      { key: "web_search", was: "not set", theirs: "not set", mine: "live" },
      { key: "tui.theme", was: "dark", theirs: "light", mine: null },
    ]);
  });

  it("feedback is saved first, and sent only after what goes was seen", async () => {
    await show("features");
    expect(has("send-feedback")).toBe(false);
    type(part("feedback-words"), "It sank.");
    fake.receipts.set("feature", { thread: null, path: "/home/rowan/Downloads/report.zip", row: null });
    part("save-feedback").click();
    await settle();
    part("send-feedback").click();
    await settle();
    expect(fake.of("feature").map((intent) => intent.intent.does)).toEqual(["saveFeedback"]);
    part("dialog-yes").click();
    await settle();
    expect(fake.of("feature").map((intent) => intent.intent.does)).toEqual(["saveFeedback", "sendFeedback"]);
  });

  it("a hook is trusted by the hash that was shown", async () => {
    await show("features");
    part("trust-hook").click();
    await settle();
    expect(fake.of("feature").at(-1)?.intent).toEqual({
      does: "trustHook",
      key: "/home/rowan/.codex/hooks.json:stop:0:0",
      hash: "sha256:ab",
    });
  });

  it("projects are made, moved and removed", async () => {
    await show("projects");
    part("add-project").click();
    await settle();
    type(part("project-name"), "Winter");
    part("dialog-yes").click();
    await settle();
    expect(fake.of("project").at(-1)?.intent).toEqual({ does: "make", name: "Winter", folders: [], threads: [] });
    const choose = async (name: string, label: string): Promise<void> => {
      find(`[data-name="${name}"] [data-part="project-more"]`).click();
      await settle();
      [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
        .find((one) => one.textContent?.includes(label))
        ?.click();
      await settle();
    };
    await choose("Reading", "Move up");
    expect(fake.of("project").at(-1)?.intent).toEqual({ does: "place", project: "p2", before: "p1" });
    await choose("Autumn release", "Remove");
    part("dialog-yes").click();
    await settle();
    expect(fake.of("project").at(-1)?.intent).toEqual({ does: "remove", project: "p1" });
  });

  it("a thread is put into a project, and its links are kept with it", async () => {
    fake.results.set("links", { type: "links", links: LINKS });
    await show("general");
    const { setOpenDialog: setAsking } = await import("../src/conversation/actions");
    setAsking({ kind: "project", threads: ["t1"] });
    await settle();
    await settle();
    const result = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(result.violations.map((one) => one.id)).toEqual([]);
    document.querySelectorAll<HTMLInputElement>('[data-part="project-of"] input[type="radio"]')[1]?.click();
    await settle();
    part("dialog-yes").click();
    await settle();
    expect(fake.of("project").at(-1)?.intent).toEqual({ does: "put", threads: ["t1"], project: "p2" });
    setAsking({ kind: "details", thread: "t1" });
    await settle();
    await settle();
    expect(part("thread-links").textContent).toContain("Rounding of refunds");
    type(part("link-input"), "https://example.com/pull/9");
    part("keep-link").click();
    await settle();
    expect(fake.of("link").at(-1)?.intent).toEqual({
      does: "keep",
      thread: "t1",
      url: "https://example.com/pull/9",
      title: "",
    });
    setAsking(null);
  });

  it("a gateway's sign-in is offered, waited for and called off", async () => {
    const gateway = (state: GatewayState): void =>
      fake.send({
        type: "environmentPut",
        environment: { servers: [], import: null, gateway: { provider: "Quay", state }, windows: null },
      });
    gateway({ kind: "out" });
    await show("account");
    part("gateway-sign-in").click();
    await settle();
    expect(fake.of("gateway").at(-1)?.intent).toBe("signIn");
    gateway({ kind: "waiting", url: "https://quay.test/sign-in" });
    await settle();
    const result = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
    expect(result.violations.map((one) => one.id)).toEqual([]);
    part("gateway-cancel").click();
    await settle();
    expect(fake.of("gateway").at(-1)?.intent).toBe("cancel");
    gateway({ kind: "failed", why: "It was called off." });
    await settle();
    expect(part("gateway").textContent).toContain("It was called off.");
  });
});
