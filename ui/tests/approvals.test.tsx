import axe from "axe-core";
import { render } from "solid-js/web";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { base } from "../dev/data";
import { APPROVALS } from "../dev/engine";
import { scenes } from "../dev/scenes";
import { App } from "../src/App";
import { Approvals } from "../src/asks/Approvals";
import type { Head } from "../src/generated/model";
import { go } from "../src/view";
import { type Fake, fakeHost, has, part, settle } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
let fake: Fake;

beforeEach(() => {
  fake = fakeHost(base());
  fake.results.set("approvals", { type: "approvals", records: APPROVALS });
});
afterEach(() => {
  end();
  go({ kind: "none" });
});

async function sheet(): Promise<void> {
  const head = { declinesAfterS: 900 } as Head;
  end = render(() => <Approvals thread="t-invoice" head={head} close={() => end()} />, root);
  await settle();
}
async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, {
    rules: { "color-contrast": { enabled: false }, region: { enabled: false } },
  });
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
const button = (label: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll("button")].find((one) => one.textContent?.trim() === label);
  if (!found) throw new Error(`no button "${label}"`);
  return found;
};

describe("the approvals of a thread", () => {
  it("say what was asked, what became of it and by whom", async () => {
    await sheet();
    const lines = [...document.querySelectorAll("[data-part=record]")].map((line) => line.textContent);
    expect(lines).toHaveLength(APPROVALS.length);
    expect(lines[0]).toContain("always allowed by you · cargo test");
    expect(lines[2]).toContain("declined because nobody answered");
    expect(lines[3]).toContain("declined by auto-review · EmptyList asked for it.");
    expect(await violations()).toEqual([]);
  });

  it("say when there are none, and offer nothing to export", async () => {
    fake.results.set("approvals", { type: "approvals", records: [] });
    await sheet();
    expect(part("approvals").textContent).toContain("No requests in this thread");
    expect(button("Export as JSON…").disabled).toBe(true);
    expect(await violations()).toEqual([]);
  });

  it("are exported, and say where to", async () => {
    fake.receipts.set("exportApprovals", { thread: null, path: "/tmp/approvals-1.json", row: null });
    await sheet();
    button("Export as JSON…").click();
    await settle();
    expect(fake.of("exportApprovals")).toEqual([{ type: "exportApprovals", thread: "t-invoice" }]);
  });

  it("decline by themselves only after the time that was chosen", async () => {
    await sheet();
    expect(document.querySelector("[aria-pressed=true]")?.textContent).toBe("15 minutes");
    button("5 minutes").click();
    button("Off").click();
    expect(fake.of("declineAfter").map((intent) => intent.seconds)).toEqual([300, null]);
  });
});

describe("the automatic reviewer", () => {
  it("is seen with its reason, and its no can be overruled", async () => {
    const scene = scenes["reviewed"];
    if (!scene) throw new Error("no scene");
    const snapshot = scene.snapshot();
    fake = fakeHost(snapshot);
    go({ kind: "thread", id: "t-invoice" });
    end = render(() => <App />, root);
    await settle();
    const rows = [...document.querySelectorAll("[data-part=reviewed]")].map((row) => row.textContent);
    expect(rows[0]).toContain("The automatic reviewer denied this");
    expect(rows[0]).toContain("Risk: high");
    expect(rows[0]).toContain("EmptyList asked for a push");
    part("overrule").click();
    expect(fake.of("overrule")).toEqual([{ type: "overrule", thread: "t-invoice", row: "v-1" }]);
    expect(has("overrule")).toBe(true);
  });
});

describe("a notification that was clicked", () => {
  it("leads to its thread, with the focus on what waits there", async () => {
    const scene = scenes["approval"];
    if (!scene) throw new Error("no scene");
    fake = fakeHost(scene.snapshot());
    end = render(() => <App />, root);
    await settle();
    fake.open({ kind: "thread", thread: "t-invoice" });
    await settle();
    expect(document.activeElement).toBe(document.querySelector("[data-ask=a-cmd]"));
  });
});
