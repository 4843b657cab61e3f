import { render } from "solid-js/web";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { asks, base } from "../dev/data";
import { AskCard } from "../src/asks/AskCard";
import type { Ask } from "../src/generated/model";
import { heldRequest } from "../src/thread/held";
import { type Fake, fakeHost, part } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
const ask = asks.find((one) => one.id === "a-cmd") as Ask;
let end: () => void = () => undefined;
let fake: Fake;

beforeEach(() => {
  vi.useFakeTimers();
  fake = fakeHost(base());
});
afterEach(() => {
  end();
  root.replaceChildren();
  vi.useRealTimers();
});

/** Where an element is said to stand, since nothing is laid out here. */
function stand(element: HTMLElement, top: () => number, height: number): void {
  element.getBoundingClientRect = () => ({
    left: 0,
    right: 400,
    width: 400,
    x: 0,
    y: top(),
    top: top(),
    bottom: top() + height,
    height,
    toJSON: () => "",
  });
}

describe("a click on a request", () => {
  let at = 0;
  const show = (): void => {
    at = 100;
    end = render(() => <AskCard ask={ask} />, root);
    stand(part("ask"), () => at, 200);
  };
  /** As a finger does it. */
  const click = (): void => {
    part("ask-accept").dispatchEvent(new MouseEvent("pointerdown", { bubbles: true, detail: 1 }));
    part("ask-accept").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  };
  const answers = (): number => fake.of("answer").length;

  it("does nothing while the card has just appeared, and says so", () => {
    show();
    vi.advanceTimersByTime(250);
    click();
    expect(answers()).toBe(0);
    expect(part("ask").textContent).toContain("This request just moved. Click again.");
    vi.advanceTimersByTime(300);
    click();
    expect(answers()).toBe(1);
  });

  it("does nothing after the card moved, seen or not yet seen", () => {
    show();
    vi.advanceTimersByTime(1000);
    at = 60;
    click();
    vi.advanceTimersByTime(250);
    click();
    expect(answers()).toBe(0);
    expect(part("ask").dataset["still"]).toBe("false");
    vi.advanceTimersByTime(200);
    expect(part("ask").dataset["still"]).toBe("true");
    click();
    expect(answers()).toBe(1);
  });

  it("does nothing when it was pressed too soon and let go in time", () => {
    show();
    vi.advanceTimersByTime(200);
    part("ask-accept").dispatchEvent(new MouseEvent("pointerdown", { bubbles: true, detail: 1 }));
    vi.advanceTimersByTime(1000);
    part("ask-accept").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
    expect(answers()).toBe(0);
  });

  it("counts from a keyboard, which aims at no place", () => {
    show();
    part("ask-decline").click();
    expect(answers()).toBe(1);
  });
});

describe("a request in sight", () => {
  const make = (): { view: HTMLElement; card: HTMLElement; offset: (px: number) => void } => {
    const view = root.appendChild(document.createElement("div"));
    const card = view.appendChild(document.createElement("article"));
    card.dataset["part"] = "ask";
    card.dataset["ask"] = "a";
    let offset = 500;
    stand(view, () => 0, 600);
    stand(card, () => offset - view.scrollTop, 180);
    Object.defineProperty(view, "scrollTop", { value: 200, writable: true });
    return { view, card, offset: (px) => (offset = px) };
  };

  it("stays where it is when rows above it grow", () => {
    const { view, offset } = make();
    const request = heldRequest(
      () => view,
      () => true,
    );
    request.note();
    offset(740);
    expect(request.hold()).toBe(true);
    expect(view.scrollTop).toBe(440);
    expect(request.sees("a")).toBe(true);
  });

  it("is none while its answers are out of sight, or it is not drawn yet", () => {
    const { view, card, offset } = make();
    const request = heldRequest(
      () => view,
      () => true,
    );
    offset(900);
    request.note();
    expect([request.holds(), request.hold(), request.sees("a")]).toEqual([false, false, false]);
    offset(500);
    card.style.visibility = "hidden";
    request.note();
    expect(request.holds()).toBe(false);
    card.style.visibility = "";
    request.note();
    expect(request.holds()).toBe(true);
    card.remove();
    expect(request.holds()).toBe(false);
  });
});
