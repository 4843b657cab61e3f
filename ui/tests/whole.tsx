// The whole page, as a person has it, on the host of a made scene; and what tests do with it again and again.

import axe from "axe-core";
import { render } from "solid-js/web";
import { scenes } from "../dev/scenes";
import { App } from "../src/App";
import { go } from "../src/view";
import { type Fake, fakeHost, settle } from "./fake";

const root = document.body.appendChild(document.createElement("div"));
let end: () => void = () => undefined;

/** `open`: on its first open thread, where it has one. */
export async function show(name: string, open = true): Promise<Fake> {
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene ${name}`);
  const snapshot = scene.snapshot();
  const fake = fakeHost(snapshot);
  const thread = snapshot.open[0]?.id;
  go(open && thread ? { kind: "thread", id: thread } : { kind: "none" });
  end = render(() => <App />, root);
  await settle();
  return fake;
}

export function leave(): void {
  end();
  end = () => undefined;
  go({ kind: "none" });
}

/** A conversation in the list. */
export const row = (id: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-part=thread-row][data-thread="${id}"]`);
  if (!found) throw new Error(`no row of ${id}`);
  return found;
};

/** In the menu that is open. */
export const choose = (label: string): void => {
  const item = [...document.querySelectorAll<HTMLElement>(".menu .menu-item")].find(
    (one) => one.textContent?.trim() === label,
  );
  if (!item) throw new Error(`no "${label}" in the menu`);
  item.click();
};

export async function violations(): Promise<string[]> {
  const found = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
