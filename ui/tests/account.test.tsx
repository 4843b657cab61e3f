import { render } from "solid-js/web";
import { afterEach, describe, expect, it } from "vitest";
import axe from "axe-core";
import { scenes } from "../dev/scenes";
import { App } from "../src/App";
import { lines } from "../src/account/ThreadUsage";
import type { Login } from "../src/generated/model";
import { go, place, setSigningIn, signingIn } from "../src/view";
import { type Fake, fakeHost, has, part, press, settle, type } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;

afterEach(() => {
  end();
  setSigningIn(false);
  go({ kind: "none" });
});

async function show(name: string, account = false): Promise<Fake> {
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene ${name}`);
  const fake = fakeHost(scene.snapshot());
  fake.results.set("usage", {
    type: "usage",
    usage: { days: [{ day: "2026-11-15", tokens: 1200 }], lifetimeTokens: 5000, peakDailyTokens: null, streakDays: 1 },
  });
  fake.results.set("workspaceMessages", {
    type: "workspaceMessages",
    messages: [{ id: "m", isHeadline: true, text: "Hello, members.", atMs: null }],
  });
  fake.results.set("spent", {
    type: "spent",
    spent: {
      turns: [
        {
          thread: "t-sqlx",
          title: "Migrations",
          turn: "x",
          atMs: 0,
          tokens: 96_500,
          input: 90_000,
          cached: 60_000,
          output: 6500,
        },
      ],
      turnCount: 3,
      tokens: 120_000,
    },
  });
  go(account ? { kind: "settings", part: "account" } : { kind: "none" });
  end = render(() => <App />, root);
  await settle();
  return fake;
}

const login = (fake: Fake, to: Login): Promise<void> => {
  fake.send({ type: "loginPut", login: to });
  return settle();
};
const types = (fake: Fake): string[] => fake.intents.map((intent) => intent.type);
const says = (name: string): string => part(name).textContent ?? "";

describe("signing in", () => {
  it("by browser: offers the code beside the link after 20 s of silence", async () => {
    const fake = await show("welcome");
    part("sign-in-browser").click();
    expect(types(fake)).toContain("signInWithBrowser");
    await login(fake, { kind: "starting", way: "browser" });
    expect(has("login-working")).toBe(true);
    await login(fake, { kind: "browser", url: "https://auth.example/a?b=c", sinceMs: Date.now(), unopened: null });
    expect(says("login-link")).toBe("https://auth.example/a?b=c");
    expect(has("login-slow")).toBe(false);
    await login(fake, {
      kind: "browser",
      url: "https://auth.example/a?b=c",
      sinceMs: Date.now() - 21_000,
      unopened: null,
    });
    part("use-code").click();
    expect(types(fake)).toContain("signInWithCode");
    part("sign-in-back").click();
    expect(types(fake)).toContain("cancelSignIn");
  });

  it("without a browser: folds the system's words below link and code", async () => {
    const fake = await show("welcome");
    const url = "https://auth.example/a?b=c";
    await login(fake, {
      kind: "browser",
      url,
      sinceMs: Date.now(),
      unopened: `gio open ${url} failed, and ${url} too`,
    });
    expect(says("login-unopened")).toBe("No browser could be opened. Copy the link or use a code.");
    expect(says("login-link")).toBe(url);
    expect((part("login-details") as HTMLDetailsElement).open).toBe(false);
    expect(says("login-details")).toBe("Detailsgio open … failed, and … too");
    expect(has("login-slow")).toBe(false);
    part("use-code").click();
    expect(types(fake)).toContain("signInWithCode");
  });

  it("by code: the code, its address and its picture", async () => {
    const fake = await show("login-device");
    expect(says("device-code")).toBe("WTRK-47QMD");
    expect(says("login-device")).toContain("auth.openai.com/codex/device");
    expect(part("login-device").querySelector("svg.qr path")?.getAttribute("d")).toMatch(/^M4 4h1/);
    await login(fake, { kind: "confirming", way: "device" });
    expect(has("login-working")).toBe(true);
  });

  it("says why it failed, with a button for everything that helps", async () => {
    const fake = await show("login-ports");
    expect(says("login-problem")).toContain("node (process 4711)");
    part("next-useDevice").click();
    await settle();
    expect(types(fake)).toContain("signInWithCode");
    part("next-tryAgain").click();
    expect(types(fake)).toContain("signInWithBrowser");
  });

  it("without a keychain: checks again, or goes on for this session", async () => {
    const fake = await show("login-nokeychain");
    expect(part("keeping").dataset["kind"]).toBe("locked");
    part("next-checkKeychain").click();
    await settle();
    expect(fake.of("checkKeychain").at(-1)).toEqual({ type: "checkKeychain", mayPrompt: true });
    part("next-sessionOnly").click();
    await settle();
    expect(fake.of("keepForSession")).toEqual([{ type: "keepForSession", on: true }]);
    // The same way again: for a key that is its form.
    fake.send(
      { type: "loginPut", login: { kind: "none" } },
      { type: "accessPut", access: { ...(scenes["login-session"] as (typeof scenes)[string]).snapshot().access } },
    );
    await settle();
    expect(has("key-form")).toBe(true);
    expect(says("keeping")).toContain("This session only");
    // Nothing is kept, so nothing is offered to be kept.
    expect(has("key-keep")).toBe(false);
  });

  it("looks at the keychain without asking for its password", async () => {
    const scene = scenes["welcome"] as (typeof scenes)[string];
    const given = scene.snapshot();
    const fake = fakeHost({ ...given, access: { ...given.access, keychain: null } });
    end = render(() => <App />, root);
    await settle();
    expect(fake.of("checkKeychain")).toEqual([{ type: "checkKeychain", mayPrompt: false }]);
  });

  it("says that the sign-in waits in a locked keychain, and unlocks it", async () => {
    const fake = await show("login-shut");
    expect(says("keeping")).toContain("The keychain with your sign-in is locked");
    part("unlock-keychain").click();
    await settle();
    expect(fake.of("keepForSession")).toEqual([{ type: "keepForSession", on: false }]);
  });

  it("names a refused key at its field and leaves it there", async () => {
    const fake = await show("welcome");
    part("api-key").click();
    await settle();
    fake.refuse.set("signInWithKey", {
      code: "badInput",
      message: "An API key contains no spaces. Copy only the key.",
    });
    type(part("key-input"), "  sk-a b ");
    part("key-keep").click();
    await settle();
    type(part("key-name"), "batch jobs");
    part("key-form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await settle();
    expect(fake.of("signInWithKey")).toEqual([{ type: "signInWithKey", key: "sk-a b", label: "batch jobs" }]);
    expect(says("key-input-problem")).toContain("no spaces");
    expect([has("login-problem"), document.querySelectorAll("[data-part=sign-in-back]").length]).toEqual([false, 1]);
    // It can be mended where it stands.
    expect((part("key-input") as HTMLInputElement).value).toBe("  sk-a b ");
    fake.refuse.delete("signInWithKey");
    type(part("key-input"), "sk-ab");
    part("key-form").dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await settle();
    expect(has("key-form")).toBe(false);
  });

  it("moves a plain file only when asked to", async () => {
    const fake = await show("login-import");
    expect(says("import")).toContain("/home/rowan/.codex/auth.json");
    expect(types(fake)).not.toContain("importLogin");
    part("import-yes").click();
    expect(types(fake)).toContain("importLogin");
    part("import-no").click();
    await settle();
    expect(has("import")).toBe(false);
    expect(has("sign-in-browser")).toBe(true);
  });

  it("does not offer what is not allowed", async () => {
    await show("login-forbidden");
    expect((part("sign-in-browser") as HTMLButtonElement).disabled).toBe(true);
    expect((part("api-key") as HTMLButtonElement).disabled).toBe(false);
  });

  it("again, from a stale account, ends only when the attempt ends", async () => {
    const fake = await show("account");
    setSigningIn(true);
    await settle();
    expect(has("welcome")).toBe(true);
    part("sign-in-browser").click();
    await login(fake, { kind: "browser", url: "https://a.example", sinceMs: Date.now(), unopened: null });
    part("sign-in-back").click();
    await login(fake, { kind: "none" });
    expect(signingIn()).toBe(true);
    part("sign-in-browser").click();
    await login(fake, { kind: "browser", url: "https://a.example", sinceMs: Date.now(), unopened: null });
    await login(fake, { kind: "none" });
    expect(signingIn()).toBe(false);
    expect(has("welcome")).toBe(false);
  });
});

describe("every state of signing in", () => {
  for (const name of Object.keys(scenes).filter((one) => one.startsWith("login-"))) {
    it(`"${name}" has a way on and a way back`, async () => {
      const fake = await show(name);
      const on = [...document.querySelectorAll<HTMLButtonElement>("[data-part=welcome] button")].filter(
        (button) => !button.disabled,
      );
      expect(on.length).toBeGreaterThan(2);
      part("just-browse").click();
      await settle();
      expect(fake.of("changeSettings")).toHaveLength(1);
    });
  }
});

describe("the account page", () => {
  it("says who is signed in and reads every limit when it is opened", async () => {
    const fake = await show("account", true);
    expect(types(fake)).toContain("refreshLimits");
    expect(says("account-here")).toContain("ChatGPT Plus · stored in the system keychain");
    expect(says("binding")).toContain("Weekly limit 91% used");
    expect(says("limits")).toContain("gpt-6.1-sol 7 days");
    expect(says("usage")).toContain("unknown");
    expect(says("workspace-messages")).toContain("Hello, members.");
  });

  it("asks before it signs out, parks, forgets or uses a reset", async () => {
    const fake = await show("account", true);
    part("sign-out").click();
    await settle();
    part("dialog-no").click();
    await settle();
    expect(types(fake)).not.toContain("signOut");
    part("sign-out").click();
    await settle();
    part("dialog-yes").click();
    expect(types(fake)).toContain("signOut");
    part("use-reset").click();
    await settle();
    part("dialog-yes").click();
    await settle();
    expect(fake.of("useReset")).toEqual([{ type: "useReset", id: null }]);
    part("add-account").click();
    await settle();
    expect(types(fake)).not.toContain("parkAccount");
    part("dialog-yes").click();
    await settle();
    expect(types(fake)).toContain("parkAccount");
    expect(signingIn()).toBe(true);
  });

  it("switches accounts and keys", async () => {
    const fake = await show("account", true);
    part("switch-account").click();
    part("use-key").click();
    expect(fake.of("switchAccount")).toEqual([{ type: "switchAccount", id: "1" }]);
    expect(fake.of("signInWithSavedKey")).toEqual([{ type: "signInWithSavedKey", label: "batch jobs" }]);
  });

  it("says that nothing is reported for a key, and asks for no usage", async () => {
    const fake = await show("account-key", true);
    expect(says("binding")).toContain("not reported");
    expect(fake.queries.map((one) => one.type)).toEqual(["spent"]);
  });

  it("names the dearest turns of today and opens one", async () => {
    await show("account", true);
    expect(says("dearest")).toContain("3 turns, 120 k tokens");
    expect(says("dear-turn")).toContain("97 k tokens");
    part("dear-turn").querySelector("button")?.click();
    expect(place()).toEqual({ kind: "thread", id: "t-sqlx" });
  });

  it("unlocks the keychain from the account page and from the banner", async () => {
    const fake = await show("account-shut", true);
    expect(says("keychain")).toContain("with your sign-in is locked");
    part("unlock-keychain").click();
    await settle();
    go({ kind: "none" });
    await settle();
    part("unlock-keychain").click();
    await settle();
    expect(fake.of("keepForSession")).toEqual([
      { type: "keepForSession", on: false },
      { type: "keepForSession", on: false },
    ]);
  });

  it("leads from signed out to the ways in, and back", async () => {
    await show("account-out", true);
    part("account-sign-in").click();
    await settle();
    expect(has("welcome")).toBe(true);
    part("leave-sign-in").click();
    await settle();
    expect(has("settings")).toBe(true);
    press(document.body, "Escape");
  });

  for (const name of Object.keys(scenes).filter((one) => one.startsWith("account"))) {
    it(`"${name}" has no axe violation`, async () => {
      await show(name, true);
      const found = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
      expect(found.violations.map((one) => one.id)).toEqual([]);
    });
  }
});

it("a thread says what it used, and what is unknown", () => {
  const group = { model: "gpt-5.5", effort: null, credits: 1, tokens: null };
  expect(lines({ tokens: null, turns: 0, credits: null, dollars: null, groups: [] })).toEqual([
    ["Used here", "no turns in Threadloft"],
    ["Estimated cost", "unknown"],
  ]);
  expect(lines({ tokens: 5000, turns: 1, credits: 1.254, dollars: 0.05, groups: [group] })).toEqual([
    ["Used here", "5 k tokens in 1 turn"],
    ["Estimated cost", "1.25 credits (about $0.05)"],
    ["gpt-5.5", "1 credit"],
  ]);
});

it("a composer that a limit blocks says until when, and whom to ask", async () => {
  const scene = scenes["blocked-credits"] as (typeof scenes)[string];
  const fake = fakeHost(scene.snapshot());
  go({ kind: "thread", id: "t-sqlx" });
  end = render(() => <App />, root);
  await settle();
  expect(says("blocked")).toContain("No credits left");
  part("ask-owner").click();
  expect(fake.of("askOwner")).toEqual([{ type: "askOwner", forCredits: true }]);
});
