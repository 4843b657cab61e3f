// The choices that a turn is sent with: the thread's own, changed by what was picked here, or else the settings. A
// pick is saved with its thread and survives a restart.

import { createStore } from "solid-js/store";
import { createSignal } from "solid-js";
import type { Change, Choices, Manner, Model, ThreadId } from "../generated/model";
import { act, query } from "../host";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { defaultsOf } from "./defaults";
import { PLAIN_EXTRAS, safe } from "./permissions";

const NEW = "new";
type Picked = Partial<Omit<Choices, "manner">> & { manner?: Partial<Manner> };
const [picked, setPicked] = createStore<Record<string, Picked>>({});

const PLAIN: Manner = { plan: false, summary: null, personality: null, tier: null };

export function choicesFor(thread: ThreadId | null): Choices {
  const mine = picked[thread ?? NEW];
  const head = thread ? mirror.open[thread]?.head : undefined;
  const { settings } = mirror;
  return {
    model: mine?.model ?? head?.model ?? settings.model,
    effort: mine?.effort ?? head?.effort ?? settings.effort,
    permissions: mine?.permissions ?? head?.permissions ?? safe(settings.permissions),
    extras: mine?.extras ?? head?.extras ?? PLAIN_EXTRAS,
    manner: { ...PLAIN, ...head?.manner, ...mine?.manner },
  };
}

export function pickChoices(thread: ThreadId | null, choice: Partial<Omit<Choices, "manner">>): void {
  const key = thread ?? NEW;
  setPicked(key, { ...picked[key], ...choice });
  choose(thread);
}

export function pickManner(thread: ThreadId | null, manner: Partial<Manner>): void {
  const key = thread ?? NEW;
  setPicked(key, { ...picked[key], manner: { ...picked[key]?.manner, ...manner } });
  choose(thread);
}

/** The picks of each thread that Rust has not accepted yet, and whether it has. */
const picks = new Map<ThreadId, { taken: boolean }>();

function choose(thread: ThreadId | null): void {
  if (thread === null) return;
  const mine = { taken: false };
  picks.set(thread, mine);
  act({ type: "choose", thread, choices: choicesFor(thread) }).then(
    () => (mine.taken = true),
    (error: unknown) => {
      if (picks.get(thread) === mine) drop(thread);
      toastError(error);
    },
  );
}

/**
 * Applies Rust's changes, after the mirror. A thread head that arrives after a pick was accepted contains it, or
 * something newer.
 */
export function reconcileChoices(changes: Change[]): void {
  for (const change of changes) {
    const thread = change.type === "headPut" ? change.thread : change.type === "threadPut" ? change.thread.id : null;
    if (thread !== null && picks.get(thread)?.taken) drop(thread);
  }
}

function drop(thread: ThreadId): void {
  picks.delete(thread);
  setPicked(thread, undefined as never);
}

export const isPlanning = (thread: ThreadId | null): boolean => choicesFor(thread).manner.plan;

/** Resets the choices of the new-thread composer, so that those of the last one do not apply to the next. */
export function forgetNew(): void {
  setPicked(NEW, {
    model: undefined,
    effort: undefined,
    permissions: undefined,
    extras: undefined,
    manner: undefined,
  } as unknown as Picked);
}

const [models, setModels] = createSignal<Model[] | null>(null);
export { models };

let asked = 0;

/** Loads the models. Only the last request counts, because an answer from before an account change may be another list. */
export function askModels(): void {
  asked += 1;
  const mine = asked;
  query({ type: "models" })
    .then((result) => mine === asked && setModels(result.models))
    .catch(() => mine === asked && setModels([]));
}

/** Whether the choices of a thread are known. Before it was read, its model and effort may differ from the config. */
const isKnown = (thread: ThreadId | null): boolean => thread === null || mirror.open[thread] !== undefined;

/**
 * The model in use. If none is picked the config of the folder decides, and without that the model list. `null`: not
 * known yet.
 */
export function modelUsed(thread: ThreadId | null, cwd: string | null): string | null {
  const { model } = choicesFor(thread);
  if (model !== null) return model;
  if (!isKnown(thread)) return mirror.threads[thread ?? ""]?.model ?? null;
  const defaults = defaultsOf(cwd);
  return defaults && (defaults.model ?? models()?.find((one) => one.isDefault)?.id ?? null);
}

export function effortUsed(thread: ThreadId | null, cwd: string | null): string | null {
  const chosen = choicesFor(thread);
  if (!isKnown(thread)) return chosen.effort;
  const own = modelOf(thread, cwd)?.defaultEffort ?? null;
  // A thread reports its effort; if it does not, the model's default applies. The config applies to new threads.
  return chosen.effort ?? (thread === null ? (defaultsOf(cwd)?.effort ?? own) : own);
}

export function modelOf(thread: ThreadId | null, cwd: string | null): Model | undefined {
  const used = modelUsed(thread, cwd);
  return models()?.find((one) => one.id === used);
}

export function modelName(id: string | null): string | null {
  return models()?.find((model) => model.id === id)?.name ?? id;
}
