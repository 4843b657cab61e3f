import { afterEach, describe, expect, it } from "vitest";
import { base } from "../dev/data";
import { diagnostics } from "../dev/engine";
import { scenes } from "../dev/scenes";
import { go, setPref, type PanelTab, setDialog, setOver, setSigningIn, type SettingsPart } from "../src/view";
import { w } from "../src/words/words";
import { has, part, settle } from "./fake";
import { leave, show, violations } from "./whole";

afterEach(() => {
  leave();
  setDialog(null);
  setOver(null);
  setSigningIn(false);
  go({ kind: "none" });
});

describe("every screen", () => {
  // The two long threads have no element that the others have not.
  for (const name of Object.keys(scenes).filter((one) => one !== "long" && one !== "paging")) {
    it(`"${name}" has no axe violation`, async () => {
      await show(name);
      expect(await violations()).toEqual([]);
    });
  }

  for (const at of [
    "general",
    "account",
    "codex",
    "permissions",
    "skills",
    "apps",
    "plugins",
    "models",
    "servers",
    "rules",
    "config",
    "features",
    "import",
    "about",
    "diagnostics",
  ] satisfies SettingsPart[]) {
    it(`settings, ${at}, has no axe violation`, async () => {
      await show("empty");
      go({ kind: "settings", part: at });
      await settle();
      expect(has("settings")).toBe(true);
      expect(await violations()).toEqual([]);
    });
  }

  it("diagnostics say where programs are looked for", async () => {
    const fake = await show("empty");
    fake.results.set("diagnostics", { type: "diagnostics", diagnostics: diagnostics(base()) });
    go({ kind: "settings", part: "diagnostics" });
    await settle();
    expect(part("diagnostics").textContent).toContain(w.diagnostics.toolPaths.shell);
  });

  for (const tab of ["changes", "plan", "terminal", "activity"] satisfies PanelTab[]) {
    it(`the panel, ${tab}, has no axe violation`, async () => {
      setPref("tab", tab);
      await show("main");
      setOver("panel");
      await settle();
      await settle();
      expect(document.querySelector(".panel")).not.toBeNull();
      expect(await violations()).toEqual([]);
      setPref("tab", "changes");
    });
  }

  it("the palette and the list of keys have none", async () => {
    await show("empty");
    setDialog("palette");
    await settle();
    expect(has("palette")).toBe(true);
    expect(await violations()).toEqual([]);
    setDialog("keys");
    await settle();
    expect(await violations()).toEqual([]);
  });
});

describe("the window", () => {
  it("asks before it closes while something runs, and closes on yes", async () => {
    const fake = await show("empty");
    fake.closing({ running: 2, asks: 0 });
    await settle();
    expect(part("dialog").textContent).toContain("2 turns are still running.");
    part("dialog-yes").click();
    expect(fake.of("closeAnyway")).toHaveLength(1);
    part("dialog-no").click();
    await settle();
    expect(has("dialog")).toBe(false);
  });

  it("opens the chosen thread and stops asking for one that is lost", async () => {
    const fake = await show("empty");
    document.querySelector<HTMLElement>("[data-thread=t-fish]")?.click();
    await settle();
    expect(fake.of("openThread").map((intent) => intent.thread)).toEqual(["t-fish"]);
    fake.send({ type: "threadLost", thread: "t-fish", message: "The file is gone." });
    await settle();
    expect(document.body.textContent).toContain("The file is gone.");
    expect(fake.of("openThread")).toHaveLength(1);
    go({ kind: "none" });
    await settle();
    expect(fake.of("closeThread").map((intent) => intent.thread)).toEqual(["t-fish"]);
  });

  it("opens a thread again that was left: what is still here of it is old", async () => {
    const fake = await show("main");
    expect(fake.of("openThread").map((intent) => intent.thread)).toEqual(["t-retry"]);
    go({ kind: "none" });
    await settle();
    go({ kind: "thread", id: "t-retry" });
    await settle();
    expect(
      fake.intents
        .filter((intent) => intent.type === "openThread" || intent.type === "closeThread")
        .map((intent) => intent.type),
    ).toEqual(["openThread", "closeThread", "openThread"]);
  });

  it("says why codex is stopped, with its last words and the ways out", async () => {
    const fake = await show("stopped");
    expect(part("stopped").dataset["kind"]).toBe("crashing");
    expect(part("stopped").textContent).toContain("panicked");
    [...part("stopped").querySelectorAll("button")].find((button) => button.textContent === "Try again")?.click();
    expect(fake.of("restartServer")).toHaveLength(1);
  });

  it("lets one in by key, and says why a key was refused", async () => {
    const fake = await show("welcome");
    part("api-key").click();
    await settle();
    const input = document.querySelector<HTMLInputElement>("input[type=password]");
    if (!input) throw new Error("no field for the key");
    fake.refuse.set("signInWithKey", { code: "refused", message: "The key was refused." });
    input.value = "sk-test";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    part("sign-in")
      .closest("form")
      ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await settle();
    expect(fake.of("signInWithKey").map((intent) => intent.key)).toEqual(["sk-test"]);
    // What was typed stays, to be mended; it never came back from Rust.
    expect(input.value).toBe("sk-test");
    expect(part("welcome").textContent).toContain("The key was refused.");
  });

  it("lets one browse without an account", async () => {
    const fake = await show("welcome");
    part("just-browse").click();
    expect(fake.of("changeSettings")).toEqual([{ type: "changeSettings", patch: { welcomed: true } }]);
    fake.send({
      type: "settingsPut",
      settings: { ...(scenes["welcome"] as (typeof scenes)[string]).snapshot().settings, welcomed: true },
    });
    await settle();
    expect(has("sidebar")).toBe(true);
  });

  it("starts the demo", async () => {
    const fake = await show("welcome");
    part("try-demo").click();
    expect(fake.of("startDemo")).toHaveLength(1);
  });
});

describe("before the account is known", () => {
  it("whoever had a list has it at once, until somebody must sign in", async () => {
    localStorage.setItem("threadloft.side", "280");
    const fake = await show("finding");
    expect(has("sidebar")).toBe(true);
    fake.send({ type: "accountPut", account: { kind: "signedOut", needed: true } });
    await settle();
    expect(has("welcome")).toBe(true);
    expect(localStorage.getItem("threadloft.side")).toBeNull();
  });

  it("nobody else sees a list that would go again", async () => {
    localStorage.removeItem("threadloft.side");
    await show("finding");
    expect(has("opening")).toBe(true);
    const frame = part("sidebar").closest<HTMLElement>(".window");
    expect([frame?.inert, frame?.classList.contains("not-yet")]).toEqual([true, true]);
    expect(localStorage.getItem("threadloft.side")).toBeNull();
  });

  it("the list appears once it is known that nobody must sign in", async () => {
    localStorage.removeItem("threadloft.side");
    const fake = await show("finding");
    const frame = part("sidebar").closest<HTMLElement>(".window");
    fake.send({ type: "accountPut", account: { kind: "signedOut", needed: false } });
    await settle();
    expect(has("opening")).toBe(true);
    fake.send({ type: "threadsPut", threads: base().threads });
    await settle();
    expect(has("opening")).toBe(false);
    expect(part("sidebar").closest(".window")).toBe(frame);
    expect([frame?.inert, frame?.classList.contains("not-yet")]).toEqual([false, false]);
    expect(localStorage.getItem("threadloft.side")).not.toBeNull();
  });
});
