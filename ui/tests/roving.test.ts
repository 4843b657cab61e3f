import { afterEach, expect, it } from "vitest";
import { nextOf, oneStop } from "../src/kit/roving";

afterEach(() => document.body.replaceChildren());

it("goes round in a row and in a column, each by its own arrows", () => {
  expect(["ArrowRight", "ArrowLeft", "Home", "End"].map((key) => nextOf(key, 0, 3, "row"))).toEqual([1, 2, 0, 2]);
  expect(["ArrowDown", "ArrowUp"].map((key) => nextOf(key, 2, 3, "column"))).toEqual([0, 1]);
  expect([nextOf("ArrowDown", 0, 3, "row"), nextOf("a", 0, 3, "row"), nextOf("Home", -1, 0, "row")]).toEqual([
    null,
    null,
    null,
  ]);
});

function list(): { box: HTMLElement; rows: HTMLElement[]; end: () => void } {
  document.body.innerHTML =
    '<button id="before"></button><div tabindex="0"><button class="r" tabindex="-1"></button><button class="r" tabindex="-1" aria-current="page"></button><button class="r" tabindex="-1"></button></div>';
  const box = document.querySelector<HTMLElement>("div") as HTMLElement;
  return { box, rows: [...box.querySelectorAll<HTMLElement>(".r")], end: oneStop(box, ".r") };
}

it("leads into the list at the current row", async () => {
  const { box, rows } = list();
  box.focus();
  expect(document.activeElement).toBe(rows[1]);
  rows[1]?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
  expect(document.activeElement).toBe(rows[2]);
  rows[2]?.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", shiftKey: true, bubbles: true }));
  expect(box.tabIndex).toBe(-1);
  await new Promise((resolve) => setTimeout(resolve));
  expect(box.tabIndex).toBe(0);
});

it("leaves the focus where a click puts it", () => {
  const { box } = list();
  document.documentElement.toggleAttribute("data-pointer", true);
  box.focus();
  expect(document.activeElement).toBe(box);
  document.documentElement.removeAttribute("data-pointer");
});
