// What a turn is sent with: the thread's own values, changed by what was picked here, else the settings.

import { createStore } from "solid-js/store";
import { createSignal } from "solid-js";
import type { Choices, Model, ThreadId } from "../generated/model";
import { look } from "../host";
import { mirror } from "../mirror";

const NEW = "new";
const [picked, setPicked] = createStore<Record<string, Partial<Choices>>>({});

export function choicesFor(thread: ThreadId | null): Choices {
  const mine = picked[thread ?? NEW];
  const head = thread ? mirror.open[thread]?.head : undefined;
  const { settings } = mirror;
  return {
    model: mine?.model ?? head?.model ?? settings.model,
    effort: mine?.effort ?? head?.effort ?? settings.effort,
    permissions: mine?.permissions ?? head?.permissions ?? safe(settings.permissions),
  };
}

/** Full access is never a default, whatever a settings file says. */
export const safe = (permissions: Choices["permissions"]): Choices["permissions"] => (permissions === "full" ? "ask" : permissions);

export function pick(thread: ThreadId | null, choice: Partial<Choices>): void {
  const key = thread ?? NEW;
  setPicked(key, { ...picked[key], ...choice });
}

/** A new thread begins afresh: what was picked for the last one does not leak into the next. */
export function forgetNew(): void {
  setPicked(NEW, { model: undefined, effort: undefined, permissions: undefined } as Partial<Choices>);
}

const [models, setModels] = createSignal<Model[] | null>(null);
export { models };

let asking = false;

export function askModels(): void {
  if (asking) return;
  asking = true;
  look({ type: "models" })
    .then((sight) => setModels(sight.models))
    .catch(() => setModels([]))
    .finally(() => (asking = false));
}

export function modelName(id: string | null): string | null {
  return models()?.find((model) => model.id === id)?.name ?? id;
}
