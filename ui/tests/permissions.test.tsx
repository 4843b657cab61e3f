// What Codex may do, in words and in the composer: as configured by name, what a choice replaces, and full access asked about.

import { render } from "solid-js/web";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { base, openThread } from "../dev/data";
import { THREAD_DEFAULTS } from "../dev/integrations";
import { AskUnder } from "../src/asks/AskUnder";
import { choicesFor, forgetNew } from "../src/composer/choices";
import { Composer } from "../src/composer/Composer";
import { isConfigured, policyMeaning, effectivePermissions, effectiveName } from "../src/composer/permissions";
import type { Model, Policy } from "../src/generated/model";
import { fakeHost, type Fake } from "./fake";

const careful = THREAD_DEFAULTS.policy;
const readOnly: Policy = { ...careful, profile: ":read-only", sandbox: "readOnly" };

describe("words", () => {
  it("name the profile of the config and say what it means", () => {
    const words = effectivePermissions({ kind: "asConfigured" }, careful, careful);
    expect(effectiveName(words)).toBe("careful, from your config");
    expect(words.meaning).toBe(
      "Writes in this folder; asks when it needs more access; the profile’s own limits apply.",
    );
    expect(effectiveName(effectivePermissions({ kind: "asConfigured" }, null, readOnly))).toBe("Read only, by default");
  });

  it("do not call configured what another client chose for the thread", () => {
    expect(isConfigured({ ...careful, approvals: "never" }, careful)).toBe(false);
    expect(effectiveName(effectivePermissions({ kind: "asConfigured" }, readOnly, careful))).toBe(
      "Read only, kept by this thread",
    );
  });

  it("claim nothing before anything is known", () => {
    expect(effectiveName(effectivePermissions({ kind: "asConfigured" }, null, null))).toBe("As configured");
  });

  it("say when the network is open and the reviewer answers", () => {
    expect(policyMeaning({ ...readOnly, network: true, reviewer: "auto" })).toBe(
      "Reads files; asks when it needs more access; can use the network; the reviewer answers for you.",
    );
  });
});

describe("in the composer", () => {
  let root: HTMLElement;
  let end: () => void = () => undefined;
  let fake: Fake;
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 5; i += 1) await new Promise((done) => setTimeout(done));
  };
  const part = (name: string): HTMLElement | null => document.querySelector(`[data-part=${name}]`);
  const item = (label: string): HTMLElement => {
    const found = [...document.querySelectorAll<HTMLElement>("[role^=menuitem]")].find(
      (one) => one.querySelector(".block")?.textContent === label,
    );
    if (!found) throw new Error(`no ${label}`);
    return found;
  };

  beforeEach(() => {
    root = document.createElement("div");
    document.body.append(root);
    fake = fakeHost(base());
    fake.results.set("threadDefaults", { type: "threadDefaults", defaults: THREAD_DEFAULTS });
    const model = (id: string, name: string, isDefault: boolean): Model => ({
      id,
      name,
      isDefault,
      description: null,
      efforts: ["low", "medium"],
      defaultEffort: "medium",
      tiers: [],
      hasPersonality: false,
      takesImages: true,
    });
    fake.results.set("models", {
      type: "models",
      models: [model("gpt-6.1-sol", "GPT-6.1-Sol", true), model("gpt-5.5", "GPT-5.5", false)],
    });
  });
  afterEach(() => {
    end();
    forgetNew();
    root.remove();
  });

  it("the config's model and permissions are named once they are known", async () => {
    end = render(() => <Composer thread={null} cwd="/unknown-yet" />, root);
    expect(part("model-pick")?.textContent).toContain("Default model");
    expect(part("permissions-pick")?.textContent).toContain("As configured");
    await settle();
    expect(part("model-pick")?.textContent).toContain("GPT-5.5medium");
    expect(part("permissions-pick")?.textContent).toContain("carefulfrom your config");
    expect(fake.queries).toContainEqual({ type: "threadDefaults", cwd: "/unknown-yet" });
    expect(choicesFor(null)).toMatchObject({ model: null, effort: null, permissions: { kind: "asConfigured" } });
  });

  it("a choice that is forbidden cannot be taken", async () => {
    end = render(() => <Composer thread={null} cwd="/work" />, root);
    await settle();
    part("permissions-pick")?.click();
    expect(item("Ask").textContent).toContain("Replaces your profile “careful”");
    expect(item("Ask for every command").textContent).toContain("Your profile “careful” stays.");
    expect(item("Full access").textContent).toContain("Your administrator does not allow this.");
    item("Full access").click();
    expect(part("dialog")).toBeNull();
    expect(choicesFor(null).permissions.kind).toBe("asConfigured");
  });

  it("full access is given only after a yes", async () => {
    const allowed = {
      ...THREAD_DEFAULTS,
      choices: THREAD_DEFAULTS.choices.map((one) => ({ ...one, forbidden: false })),
    };
    fake.results.set("threadDefaults", { type: "threadDefaults", defaults: allowed });
    end = render(() => <Composer thread={null} cwd="/elsewhere" />, root);
    await settle();
    part("permissions-pick")?.click();
    item("Full access").click();
    expect(choicesFor(null).permissions.kind).toBe("asConfigured");
    part("dialog-yes")?.click();
    expect(choicesFor(null).permissions.kind).toBe("full");
  });

  it("a request names what its thread runs under", () => {
    const open = openThread("t-fish", []);
    fake = fakeHost({ ...base(), open: [{ ...open, head: { ...open.head, policy: careful } }] });
    end = render(() => <AskUnder thread="t-fish" />, root);
    expect(part("ask-under")?.textContent).toBe("Runs under: careful");
  });
});
