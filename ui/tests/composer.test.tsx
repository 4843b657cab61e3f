import { render } from "solid-js/web";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { base, openThread } from "../dev/data";
import { choicesFor, effortUsed, modelUsed, pickChoices, pickManner } from "../src/composer/choices";
import { Composer } from "../src/composer/Composer";
import { attachedOf, draftOf, flushAll, setDraft } from "../src/composer/drafts";
import { MOST_CHARACTERS, type Snapshot } from "../src/generated/model";
import { Toasts } from "../src/kit/toasts";
import { go, place } from "../src/view";
import { type Fake, fakeHost, has, part, press, settle, toasted, type } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;
let fake: Fake;

function show(running: boolean, change: (snapshot: Snapshot) => void = () => undefined): HTMLTextAreaElement {
  const thread = openThread("t-fish", []);
  if (running) {
    thread.head.running = "turn-1";
    thread.head.state = { kind: "running", sinceMs: 0 };
  }
  const snapshot = { ...base(), open: [thread] };
  change(snapshot);
  fake = fakeHost(snapshot);
  end = render(
    () => (
      <>
        <Composer thread="t-fish" />
        <Toasts />
      </>
    ),
    root,
  );
  return part("composer-input") as HTMLTextAreaElement;
}

beforeEach(() => setDraft("t-fish", ""));
afterEach(() => {
  end();
  vi.useRealTimers();
});

describe("the composer", () => {
  it("sends nothing to a thread that was not read", () => {
    const area = show(false, (snapshot) => {
      snapshot.open = [];
      snapshot.threads = snapshot.threads.map((line) => (line.id === "t-fish" ? { ...line, model: "gpt-old" } : line));
    });
    expect([modelUsed("t-fish", "/config/says/another"), effortUsed("t-fish", null)]).toEqual(["gpt-old", null]);
    type(area, "too early");
    press(area, "Enter");
    expect(fake.of("send")).toEqual([]);
  });

  it("sends on Enter with every choice said, and empties", async () => {
    const area = show(false);
    type(area, "Go on");
    press(area, "Enter");
    await settle();
    expect(fake.of("send")).toEqual([
      {
        type: "send",
        thread: "t-fish",
        prompt: { text: "Go on", attached: [] },
        choices: {
          model: "gpt-6.1-sol",
          effort: "medium",
          permissions: { kind: "asConfigured" },
          extras: { network: null, folders: [], reviewer: null },
          manner: { plan: false, summary: null, personality: null, tier: null },
        },
      },
    ]);
    expect(area.value).toBe("");
  });

  it("breaks the line on Shift Enter and ignores Enter of an input method", () => {
    const area = show(false);
    type(area, "a");
    press(area, "Enter", { shiftKey: true });
    press(area, "Enter", { isComposing: true });
    press(area, "Enter", { ctrlKey: true });
    expect(fake.of("send")).toEqual([]);
  });

  it("swaps the two when the setting says so", () => {
    const area = show(false, (snapshot) => (snapshot.settings.enterSends = false));
    type(area, "a");
    press(area, "Enter");
    expect(fake.of("send")).toHaveLength(0);
    press(area, "Enter", { shiftKey: true });
    expect(fake.of("send")).toHaveLength(1);
  });

  it("names the key that sends, for each setting", () => {
    const told = (running: boolean, enterSends: boolean, text: string): [string | null, string | undefined] => {
      type(
        show(running, (snapshot) => (snapshot.settings.enterSends = enterSends)),
        text,
      );
      const words: [string | null, string | undefined] = [
        part("send").getAttribute("aria-label"),
        document.querySelector(".hint")?.firstChild?.textContent ?? "",
      ];
      end();
      return words;
    };
    expect(told(false, true, "a")).toEqual(["Send (Enter)", "Enter sends. Shift+Enter starts a new line."]);
    expect(told(false, false, "a")).toEqual(["Send (Shift+Enter)", "Shift+Enter sends. Enter starts a new line."]);
    expect(told(true, false, "a")).toEqual([
      "Queue this message (Shift+Enter)",
      "Shift+Enter adds to the queue. Ctrl+Enter steers the running turn.",
    ]);
    expect(told(false, false, "!ls")[0]).toBe("Run this command (Shift+Enter)");
    expect(told(true, false, "!ls")[1]).toBe("Shift+Enter runs this command on your computer, outside the sandbox.");
  });

  it("sends no blank text, and none that is too long", () => {
    const area = show(false);
    type(area, "  \n ");
    press(area, "Enter");
    type(area, "x".repeat(MOST_CHARACTERS + 2));
    press(area, "Enter");
    expect(fake.of("send")).toEqual([]);
    expect(part("composer").textContent).toContain("2 characters too many");
  });

  it("puts a text that failed to send before what was typed meanwhile", async () => {
    const area = show(false);
    fake.refuse.set("send", { code: "serverGone", message: "Codex is gone." });
    type(area, "first");
    press(area, "Enter");
    type(area, "second");
    await settle();
    expect(area.value).toBe("first\nsecond");
    expect(document.body.textContent).toContain("Codex is gone.");
    expect(fake.of("saveDraft").at(-1)).toEqual({
      type: "saveDraft",
      thread: "t-fish",
      text: "first\nsecond",
      attached: [],
    });
  });

  it("has what did not arrive again, also after coming back to the thread", async () => {
    const area = show(false);
    type(area, "first");
    press(area, "Enter");
    await settle();
    fake.send({ type: "draftBack", thread: "t-fish", text: "first", attached: [], unsent: true });
    await settle();
    expect(area.value).toBe("first");
    expect(document.body.textContent).toContain("Your message was not sent");
    type(area, "second");
    fake.send(
      { type: "draftBack", thread: "t-fish", text: "one", attached: [], unsent: true },
      { type: "draftBack", thread: "t-fish", text: "zero", attached: [], unsent: true },
    );
    await settle();
    expect(area.value).toBe("zero\none\nsecond");
    // What was typed here stays, whatever the thread comes with; an empty composer shows what came back meanwhile.
    fake.send({ type: "threadPut", thread: { ...openThread("t-fish", []), draft: "elsewhere" } });
    expect(area.value).toBe("zero\none\nsecond");
    press(area, "Enter");
    await settle();
    fake.send({ type: "threadPut", thread: { ...openThread("t-fish", []), draft: "came back meanwhile" } });
    await settle();
    expect(area.value).toBe("came back meanwhile");
  });

  it("has another window's draft unless something is being typed here", async () => {
    const area = show(false);
    const put = (text: string): void => fake.send({ type: "draftPut", thread: "t-fish", text, attached: [] });
    type(area, "half");
    put("half a thought");
    expect(area.value).toBe("half");
    flushAll();
    await settle();
    put("half a thought");
    expect(area.value).toBe("half a thought");
    put("");
    expect(area.value).toBe("");
    fake.send({ type: "draftPut", thread: null, text: "a new one", attached: [{ kind: "image", path: "/a.png" }] });
    expect([draftOf(null), attachedOf(null)]).toEqual(["a new one", [{ kind: "image", path: "/a.png" }]]);
    fake.send({ type: "draftPut", thread: null, text: "", attached: [] });
  });

  it("queues while a turn runs and steers with Ctrl Enter", async () => {
    const area = show(true);
    type(area, "then this");
    press(area, "Enter");
    await settle();
    type(area, "left a bit");
    press(area, "Enter", { ctrlKey: true });
    await settle();
    expect(fake.of("queue").map((one) => one.prompt.text)).toEqual(["then this"]);
    expect(fake.of("send").map((one) => one.prompt.text)).toEqual(["left a bit"]);
    expect(area.value).toBe("");
    part("stop").click();
    expect(fake.of("interrupt")).toEqual([{ type: "interrupt", thread: "t-fish" }]);
  });

  it("steers on Enter and queues with Ctrl Enter where the setting says so", async () => {
    const area = show(true, (snapshot) => (snapshot.settings.whileRunning = "steer"));
    type(area, "left a bit");
    press(area, "Enter");
    await settle();
    type(area, "then this");
    press(area, "Enter", { ctrlKey: true });
    await settle();
    expect(fake.of("send").map((one) => one.prompt.text)).toEqual(["left a bit"]);
    expect(fake.of("queue").map((one) => one.prompt.text)).toEqual(["then this"]);
  });

  it("interrupts on Escape twice, not once, and not when nothing runs", () => {
    const area = show(true);
    press(area, "Escape");
    expect(fake.of("interrupt")).toEqual([]);
    press(area, "Escape");
    expect(fake.of("interrupt")).toHaveLength(1);
    end();
    press(show(false), "Escape");
    press(part("composer-input"), "Escape");
    expect(fake.of("interrupt")).toEqual([]);
    expect(has("stop")).toBe(false);
  });

  it("takes a held Escape for one, and one of an input method for none", () => {
    const area = show(true);
    press(area, "Escape");
    for (const at of [area, document.body]) press(at, "Escape", { repeat: true });
    for (const mine of [{ isComposing: true }, { keyCode: 229 }])
      for (const at of [area, document.body]) press(at, "Escape", mine);
    expect(fake.of("interrupt")).toEqual([]);
    press(document.body, "Escape");
    expect(fake.of("interrupt")).toHaveLength(1);
  });

  it("forgets a lone Escape after a while", () => {
    vi.useFakeTimers();
    const area = show(true);
    press(area, "Escape");
    vi.advanceTimersByTime(2000);
    press(area, "Escape");
    expect(fake.of("interrupt")).toEqual([]);
  });

  it("keeps the draft once for many keys, and at once on leaving", () => {
    vi.useFakeTimers();
    const area = show(false);
    fake.intents.length = 0;
    type(area, "a");
    type(area, "ab");
    expect(fake.of("saveDraft")).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(fake.of("saveDraft")).toEqual([{ type: "saveDraft", thread: "t-fish", text: "ab", attached: [] }]);
    type(area, "abc");
    flushAll();
    expect(fake.of("saveDraft").at(-1)?.text).toBe("abc");
    expect(draftOf("t-fish")).toBe("abc");
  });

  it("sends nothing without an account, and says so", () => {
    const area = show(false, (snapshot) => (snapshot.account = { kind: "signedOut", needed: true }));
    type(area, "hello");
    press(area, "Enter");
    expect(fake.of("send")).toEqual([]);
    expect(document.body.textContent).toContain("You are not signed in");
  });

  it("sends without an account that is not needed", () => {
    const area = show(false, (snapshot) => (snapshot.account = { kind: "signedOut", needed: false }));
    type(area, "hello");
    press(area, "Enter");
    expect(fake.of("send")).toHaveLength(1);
    expect(document.body.textContent).not.toContain("You are not signed in");
  });

  it("offers to restore an archived thread instead of a field", () => {
    const thread = openThread("t-fish", []);
    thread.head.archived = true;
    fake = fakeHost({ ...base(), open: [thread] });
    end = render(() => <Composer thread="t-fish" />, root);
    expect(has("composer-input")).toBe(false);
  });

  it("begins a thread in a folder and goes there", async () => {
    fake = fakeHost(base());
    fake.receipts.set("startThread", { thread: "fresh", path: null, row: null });
    end = render(() => <Composer thread={null} cwd="/work" />, root);
    type(part("composer-input"), "Begin");
    press(part("composer-input"), "Enter");
    await settle();
    expect(fake.of("startThread")).toEqual([
      {
        type: "startThread",
        cwd: "/work",
        prompt: { text: "Begin", attached: [] },
        choices: {
          model: null,
          effort: null,
          permissions: { kind: "asConfigured" },
          extras: { network: null, folders: [], reviewer: null },
          manner: { plan: false, summary: null, personality: null, tier: null },
        },
      },
    ]);
    expect(place()).toEqual({ kind: "thread", id: "fresh" });
  });

  it("leaves whoever went elsewhere meanwhile where they are", async () => {
    fake = fakeHost(base());
    fake.receipts.set("startThread", { thread: "fresh", path: null, row: null });
    go({ kind: "new" });
    end = render(() => <Composer thread={null} cwd="/work" />, root);
    type(part("composer-input"), "Begin");
    press(part("composer-input"), "Enter");
    end();
    go({ kind: "thread", id: "t-fish" });
    await settle();
    expect(fake.of("startThread")).toHaveLength(1);
    expect(place()).toEqual({ kind: "thread", id: "t-fish" });
    expect(fake.of("closeThread")).toEqual([{ type: "closeThread", thread: "fresh" }]);
  });
});

describe("the queue", () => {
  const waiting = (running: boolean): void => {
    show(running, (snapshot) => {
      const [thread] = snapshot.open;
      if (thread) thread.queue = ["one", "two", "three"].map((text) => ({ id: `q-${text}`, text, attached: 0 }));
    });
  };
  const items = (): HTMLElement[] => [...part("queue").querySelectorAll<HTMLElement>("li")];
  const button = (at: number, name: string): HTMLElement =>
    items()[at]?.querySelector<HTMLElement>(`[data-part=${name}]`) as HTMLElement;

  it("is edited in its place; Enter keeps the change, Escape does not", async () => {
    waiting(true);
    button(1, "queue-edit").click();
    type(part("queue-field"), "  ");
    press(part("queue-field"), "Enter");
    expect(fake.of("editQueued")).toEqual([]);
    press(part("queue-field"), "Escape");
    expect(has("queue-field")).toBe(false);
    expect(fake.of("interrupt")).toEqual([]);
    button(1, "queue-edit").click();
    type(part("queue-field"), "two, but better");
    press(part("queue-field"), "Enter");
    await settle();
    expect(fake.of("editQueued")).toEqual([
      { type: "editQueued", thread: "t-fish", queued: "q-two", text: "two, but better" },
    ]);
    expect(has("queue-field")).toBe(false);
  });

  it("that moves on during an edit leaves the text in the composer", async () => {
    waiting(true);
    const area = part("composer-input") as HTMLTextAreaElement;
    type(area, "something else");
    button(0, "queue-edit").click();
    type(part("queue-field"), "one, but better");
    button(1, "queue-edit").click();
    fake.send({ type: "queuePut", thread: "t-fish", queue: [{ id: "q-three", text: "three", attached: 0 }] });
    await settle();
    expect(has("queue-field")).toBe(false);
    expect(area.value).toBe("one, but better\nsomething else");
    expect(toasted()).toContain("Your edit is in the composer.");
  });

  it("that moves on while an edit is kept has the edit", async () => {
    waiting(true);
    const area = part("composer-input") as HTMLTextAreaElement;
    button(0, "queue-edit").click();
    type(part("queue-field"), "one, but better");
    press(part("queue-field"), "Enter");
    fake.send({ type: "queuePut", thread: "t-fish", queue: [] });
    await settle();
    expect(area.value).toBe("");
    fake.send({ type: "queuePut", thread: "t-fish", queue: [{ id: "q-four", text: "four", attached: 0 }] });
    fake.refuse.set("editQueued", { code: "refused", message: "This message is no longer in the queue." });
    button(0, "queue-edit").click();
    type(part("queue-field"), "four, but better");
    press(part("queue-field"), "Enter");
    fake.send({ type: "queuePut", thread: "t-fish", queue: [] });
    await settle();
    expect(area.value).toBe("four, but better");
  });

  it("is edited further after a look at another thread", () => {
    waiting(true);
    button(0, "queue-edit").click();
    type(part("queue-field"), "one, but better");
    const field = part("queue-field") as HTMLTextAreaElement;
    field.setSelectionRange(3, 3);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    expect(field.selectionStart).toBe(3);
    end();
    end = render(() => <Composer thread="t-fish" />, root);
    expect((part("queue-field") as HTMLTextAreaElement).value).toBe("one, but better");
    press(part("queue-field"), "Escape");
  });

  it("is ordered by keyboard, and never past its ends", async () => {
    waiting(true);
    press(button(2, "queue-edit"), "ArrowUp", { altKey: true });
    press(button(0, "queue-edit"), "ArrowUp", { altKey: true });
    press(button(2, "queue-edit"), "ArrowDown", { altKey: true });
    await settle();
    expect(fake.of("orderQueue").map((one) => one.order)).toEqual([["q-one", "q-three", "q-two"]]);
  });

  it("keeps the focus on the button that moves a message", async () => {
    waiting(true);
    const order = (...names: string[]): void =>
      fake.send({
        type: "queuePut",
        thread: "t-fish",
        queue: names.map((text) => ({ id: `q-${text}`, text, attached: 0 })),
      });
    const focused = (): [string | undefined, string | undefined] => {
      const at = document.activeElement as HTMLElement;
      return [at.closest("li")?.dataset["queued"], at.dataset["part"]];
    };
    const up = button(2, "queue-up");
    up.focus();
    up.click();
    await settle();
    order("one", "three", "two");
    expect(focused()).toEqual(["q-three", "queue-up"]);
    (document.activeElement as HTMLElement).click();
    order("three", "one", "two");
    await settle();
    expect(focused()).toEqual(["q-three", "queue-down"]);
    expect(fake.of("orderQueue").map((one) => one.order)).toEqual([
      ["q-one", "q-three", "q-two"],
      ["q-three", "q-one", "q-two"],
    ]);
    // Whoever writes meanwhile goes on writing.
    press(button(1, "queue-edit"), "ArrowDown", { altKey: true });
    part("composer-input").focus();
    order("three", "two", "one");
    expect(document.activeElement).toBe(part("composer-input"));
  });

  it("gives a message away at once, or for good", async () => {
    waiting(true);
    button(0, "queue-now").click();
    button(2, "queue-remove").click();
    await settle();
    expect(fake.of("sendQueued").map((one) => one.queued)).toEqual(["q-one"]);
    expect(fake.of("removeQueued").map((one) => one.queued)).toEqual(["q-three"]);
    fake.send({ type: "queuePut", thread: "t-fish", queue: [{ id: "q-two", text: "two", attached: 0 }] });
    expect(items().map((item) => item.textContent)).toEqual(["twonext"]);
  });

  it("says that it waits when nothing runs, and goes on when told", () => {
    waiting(false);
    part("queue-go-on").click();
    expect(fake.of("sendQueued").map((one) => one.queued)).toEqual(["q-one"]);
  });
});

describe("choices", () => {
  it("are sent when they are picked, so that the thread keeps them", () => {
    const fake = fakeHost({ ...base(), open: [openThread("t-fish", [])] });
    pickChoices(null, { effort: "high" });
    expect(fake.of("choose")).toEqual([]);
    pickChoices("t-fish", { permissions: { kind: "readOnly" } });
    pickManner("t-fish", { plan: true });
    const [first, second] = fake.of("choose");
    expect(first).toMatchObject({
      thread: "t-fish",
      choices: { permissions: { kind: "readOnly" }, manner: { plan: false } },
    });
    expect(second?.choices).toEqual(choicesFor("t-fish"));
    expect(second?.choices).toMatchObject({ permissions: { kind: "readOnly" }, manner: { plan: true } });
    pickChoices("t-fish", { permissions: { kind: "ask" } });
    pickManner("t-fish", { plan: false });
  });

  it("count only until Rust reports something newer", async () => {
    const open = openThread("t-fish", []);
    const fake = fakeHost({ ...base(), open: [open] });
    const head = (permissions: "ask" | "full" | "readOnly"): void =>
      fake.send({ type: "headPut", thread: "t-fish", head: { ...open.head, permissions: { kind: permissions } } });
    const now = (): string => choicesFor("t-fish").permissions.kind;
    pickChoices("t-fish", { permissions: { kind: "readOnly" } });
    head("ask");
    expect(now()).toBe("readOnly");
    await settle();
    expect(now()).toBe("readOnly");
    head("readOnly");
    head("full");
    expect(now()).toBe("full");
    fake.refuse.set("choose", { code: "serverGone", message: "Codex is gone." });
    pickChoices("t-fish", { permissions: { kind: "ask" } });
    expect(now()).toBe("ask");
    await settle();
    expect(now()).toBe("full");
  });

  it("never makes full access the default, but takes it when picked", () => {
    const snapshot = base();
    snapshot.settings.permissions = { kind: "full" };
    fakeHost(snapshot);
    expect(choicesFor(null).permissions).toEqual({ kind: "asConfigured" });
    pickChoices(null, { permissions: { kind: "full" } });
    expect(choicesFor(null).permissions).toEqual({ kind: "full" });
  });
});
