// The keys of the window, and of whoever writes with an input method: its Enter and its Escape are for its own word.

import { render } from "solid-js/web";
import { afterEach, describe, expect, it } from "vitest";
import { scenes } from "../dev/scenes";
import { App } from "../src/App";
import { setOpenDialog } from "../src/conversation/actions";
import { FindBar } from "../src/thread/FindBar";
import { finding, go, place, setDialog, setFinding, setOver } from "../src/view";
import { type Fake, fakeHost, has, part, press, settle, type } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;

afterEach(() => {
  end();
  setDialog(null);
  setOpenDialog(null);
  setFinding(false);
  setOver(null);
  go({ kind: "none" });
});

async function show(name: string): Promise<Fake> {
  const snapshot = scenes[name]?.snapshot();
  if (!snapshot) throw new Error(`no scene ${name}`);
  const fake = fakeHost(snapshot);
  end = render(() => <App />, root);
  await settle();
  return fake;
}

/** Keys that an input method takes: while its word is open, and as WebKit tells of the one that ends it. */
function compose(target: Element, key: string): void {
  press(target, key, { isComposing: true });
  press(target, key, { keyCode: 229 });
}

describe("an input method", () => {
  it("chooses nothing in the search", async () => {
    await show("empty");
    setDialog("palette");
    await settle();
    compose(part("palette-input"), "Enter");
    await settle();
    expect(has("palette")).toBe(true);
    press(part("palette-input"), "Enter");
    await settle();
    expect(has("palette")).toBe(false);
  });

  it("neither steps through a thread nor closes the bar that finds in it", async () => {
    const fake = fakeHost(scenes["main"]?.snapshot() ?? never());
    const hits = [1, 2].map((n) => ({ spot: { turn: "turn-1", item: `item-${n}`, cursor: null }, snippet: [] }));
    fake.results.set("find", { type: "find", found: { hits, more: false } });
    setFinding(true);
    end = render(() => <FindBar thread="t-fish" />, root);
    type(part("find-input"), "retry");
    await expect.poll(() => fake.of("openAt")).toHaveLength(1);
    for (const key of ["Enter", "Escape"]) compose(part("find-input"), key);
    expect([fake.of("openAt").length, finding()]).toEqual([1, true]);
    await settle();
    press(part("find-input"), "Enter");
    await expect.poll(() => fake.of("openAt")).toHaveLength(2);
    press(part("find-input"), "Escape");
    expect(finding()).toBe(false);
  });

  it("ends no name that is being written", async () => {
    const fake = await show("empty");
    press(document.querySelector("[data-part=thread-row][data-thread=t-fish]") ?? never(), "F2");
    await settle();
    type(part("rename-here"), "魚");
    for (const key of ["Enter", "Escape"]) compose(part("rename-here"), key);
    expect(has("rename-here")).toBe(true);
    press(part("rename-here"), "Enter");
    await settle();
    expect(fake.of("rename").map((one) => one.name)).toEqual(["魚"]);
  });
});

describe("zoom", () => {
  it("is asked for by key, over a dialog too, and by the settings", async () => {
    const fake = await show("empty");
    for (const sign of ["+", "=", "-", "0"]) press(document.body, sign, { ctrlKey: true });
    setDialog("keys");
    press(document.body, "_", { ctrlKey: true, shiftKey: true });
    setDialog(null);
    expect(fake.of("zoom").map((one) => one.way)).toEqual(["in", "in", "out", "actual", "out"]);
    go({ kind: "settings", part: "general" });
    await settle();
    expect(part("zoom").textContent).toBe("100%");
    for (const button of part("zoom").querySelectorAll("button")) button.click();
    expect(
      fake
        .of("zoom")
        .slice(5)
        .map((one) => one.way),
    ).toEqual(["out", "actual", "in"]);
  });
});

describe("a question over the window", () => {
  it("keeps the keys from what lies behind it", async () => {
    await show("empty");
    setOpenDialog({ kind: "rename", thread: "t-fish" });
    await settle();
    press(document.body, "n", { ctrlKey: true });
    expect(place().kind).toBe("none");
    setOpenDialog(null);
    press(document.body, "n", { ctrlKey: true });
    expect(place().kind).toBe("new");
  });
});

describe("the list of keys", () => {
  it("says what Enter does as the settings have it", async () => {
    const keys = async (enterSends: boolean, whileRunning: "queue" | "steer"): Promise<string[]> => {
      const snapshot = scenes["empty"]?.snapshot() ?? never();
      Object.assign(snapshot.settings, { enterSends, whileRunning });
      fakeHost(snapshot);
      end = render(() => <App />, root);
      setDialog("keys");
      await settle();
      const lines = [...document.querySelectorAll(".keys-list > div")].map((line) =>
        [...line.querySelectorAll("dt, kbd")].map((one) => one.textContent).join("|"),
      );
      setDialog(null);
      end();
      return lines.filter((line) => /Enter|queued/.test(line));
    };
    expect(await keys(true, "queue")).toEqual([
      "Send; while a turn runs, add to the queue|Enter",
      "While a turn runs, steer it|Ctrl|Enter",
      "New line|Shift|Enter",
      "Move a queued message|Alt|↑ ↓",
    ]);
    expect((await keys(false, "steer")).slice(0, 3)).toEqual([
      "Send; while a turn runs, steer it|Shift|Enter",
      "While a turn runs, add to the queue|Ctrl|Enter",
      "New line|Enter",
    ]);
  });
});

describe("Escape", () => {
  it("leaves the settings once, however long it is held", async () => {
    await show("empty");
    go({ kind: "settings", part: "general" });
    await settle();
    compose(document.body, "Escape");
    press(document.body, "Escape", { repeat: true });
    expect(place().kind).toBe("settings");
    press(document.body, "Escape");
    expect(place().kind).toBe("none");
  });
});

function never(): never {
  throw new Error("not on screen");
}
