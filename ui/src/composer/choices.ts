// What a turn is sent with: the thread's own values, changed by what was picked here, else the settings.
// What is picked for a thread is kept with it, also over a restart.

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

/** Picks by thread, while Rust has not taken the newest one, and when it has. */
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

/** What Rust tells, after the mirror took it in: a head that comes after a pick was taken has it, or something newer. */
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

/** A new thread begins afresh: what was picked for the last one does not leak into the next. */
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

/** The last to ask is heard: an answer from before another account signed in may be another list. */
export function askModels(): void {
  asked += 1;
  const mine = asked;
  query({ type: "models" })
    .then((result) => mine === asked && setModels(result.models))
    .catch(() => mine === asked && setModels([]));
}

/** A thread that was not read yet may have another model and effort than the config. */
const isKnown = (thread: ThreadId | null): boolean => thread === null || mirror.open[thread] !== undefined;

/** What is not chosen here the config of the folder decides, and without one the catalogue. `null`: not known yet. */
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
  // A thread that runs says its effort; where it says none the model's own counts. The config speaks for new ones.
  return chosen.effort ?? (thread === null ? (defaultsOf(cwd)?.effort ?? own) : own);
}

export function modelOf(thread: ThreadId | null, cwd: string | null): Model | undefined {
  const used = modelUsed(thread, cwd);
  return models()?.find((one) => one.id === used);
}

export function modelName(id: string | null): string | null {
  return models()?.find((model) => model.id === id)?.name ?? id;
}
