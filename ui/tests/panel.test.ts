// Which tab stands in the panel, and whether the panel stands at all.

import { afterEach, beforeEach, expect, it, vi } from "vitest";

type View = typeof import("../src/view");

async function open(before: object = {}): Promise<View> {
  localStorage.setItem("threadloft.view", JSON.stringify(before));
  vi.resetModules();
  const view = await import("../src/view");
  view.go({ kind: "thread", id: "t-1" });
  return view;
}

beforeEach(() => {
  localStorage.clear();
  // A wide window.
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});
afterEach(() => vi.unstubAllGlobals());

it("goes to the Inbox and back to the tab from before", async () => {
  const view = await open();
  view.showPanel("plan");
  expect(view.toggleInbox()).toBe(true);
  expect([view.panelTab(), view.panelShown()]).toEqual(["inbox", true]);
  expect(view.toggleInbox()).toBe(false);
  expect([view.panelTab(), view.panelShown()]).toEqual(["plan", true]);
});

it("closes the panel again that only the Inbox had opened", async () => {
  const view = await open({ panelOpen: false });
  view.toggleInbox();
  expect(view.panelShown()).toBe(true);
  view.toggleInbox();
  expect(view.panelShown()).toBe(false);
});

it("never opens the Inbox because it was open at the last start", async () => {
  const view = await open({ tab: "inbox" });
  expect(view.panelTab()).toBe("changes");
  view.toggleInbox();
  view.writePrefs();
  expect(localStorage.getItem("threadloft.view")).not.toContain('"tab":"inbox"');
});

it("closes the Inbox with the page that it was opened over", async () => {
  const view = await open();
  view.go({ kind: "new" });
  expect(view.panelShown()).toBe(false);
  view.toggleInbox();
  expect([view.panelShown(), view.panelCoversPage(), view.over()]).toEqual([true, true, "panel"]);
  view.go({ kind: "thread", id: "t-2" });
  expect(view.panelTab()).toBe("changes");
});

it("closes an empty panel, except in the thread where it was asked for", async () => {
  const view = await open();
  view.setPanelFilled(false);
  expect(view.panelShown()).toBe(false);
  view.togglePanel();
  expect(view.panelShown()).toBe(true);
  view.go({ kind: "thread", id: "t-2" });
  expect(view.panelShown()).toBe(false);
  view.setPanelFilled(true);
  expect(view.panelShown()).toBe(true);
});

it("remembers that a panel is wanted although an empty one was closed", async () => {
  const view = await open();
  view.setPanelFilled(false);
  view.togglePanel();
  view.togglePanel();
  expect(view.panelShown()).toBe(false);
  view.setPanelFilled(true);
  expect(view.panelShown()).toBe(true);
});

it("has one width for two columns and another for everything else", async () => {
  const view = await open();
  view.setPanelWidth(400);
  view.setTwoColumns(true);
  view.setPanelWidth(700);
  expect(view.panelWidth()).toBe(700);
  view.showPanel("plan");
  expect(view.panelWidth()).toBe(400);
});

it("takes back the width that two columns once left for good", async () => {
  expect((await open({ split: true, panelWidth: 715 })).prefs.panelWidth).toBe(476);
  expect((await open({ split: false, panelWidth: 715 })).prefs.panelWidth).toBe(715);
});
