// A host that remembers what it was asked and answers what a test says.

import { changesOf } from "../dev/data";
import { type Busy, type Host, type Opening, useHost } from "../src/host";
import type { Change, Failure, Intent, Query, Receipt, QueryResult, Snapshot } from "../src/generated/model";
import { reconcileChoices } from "../src/composer/choices";
import { reconcileDrafts } from "../src/composer/drafts";
import { applyBatch } from "../src/mirror";

export interface Fake {
  /** What answers; a test may answer in its stead. */
  host: Host;
  intents: Intent[];
  queries: Query[];
  /** The next intent of this kind is refused. */
  refuse: Map<Intent["type"], Failure>;
  receipts: Map<Intent["type"], Receipt>;
  /** Intents of this kind are answered when they are released. */
  hold: (type: Intent["type"]) => void;
  release: (type: Intent["type"]) => void;
  results: Map<Query["type"], QueryResult>;
  send: (...changes: Change[]) => void;
  closing: (busy: Busy) => void;
  open: (opening: Opening) => void;
  drag: (over: boolean) => void;
  drop: (paths: string[]) => void;
  of: <T extends Intent["type"]>(type: T) => Extract<Intent, { type: T }>[];
}

export function fakeHost(given: Snapshot): Fake {
  // The mirror takes over what it is given, as it may with fresh JSON.
  const snapshot = structuredClone(given);
  let askClosing: (busy: Busy) => void = () => undefined;
  let openAt: (opening: Opening) => void = () => undefined;
  const held = new Map<Intent["type"], { gate: Promise<void>; release: () => void }>();
  const fake: Fake = {
    host: undefined as never,
    intents: [],
    queries: [],
    refuse: new Map(),
    receipts: new Map(),
    hold: (type) => {
      let release: () => void = () => undefined;
      const gate = new Promise<void>((done) => (release = done));
      held.set(type, { gate, release });
    },
    release: (type) => held.get(type)?.release(),
    results: new Map<Query["type"], QueryResult>([["models", { type: "models", models: [] }]]),
    send: (...changes) => {
      applyBatch(changes);
      reconcileDrafts(changes);
      reconcileChoices(changes);
    },
    closing: (busy) => askClosing(busy),
    open: (opening) => openAt(opening),
    drag: () => undefined,
    drop: () => undefined,
    of: (type) =>
      fake.intents.filter((intent): intent is Extract<Intent, { type: typeof type }> => intent.type === type),
  };
  const host: Host = {
    subscribe: async (take) => take([{ type: "reset", snapshot }]),
    act: async (intent) => {
      fake.intents.push(intent);
      await held.get(intent.type)?.gate;
      const failure = fake.refuse.get(intent.type);
      if (failure) throw failure;
      return fake.receipts.get(intent.type) ?? { thread: null, path: null, row: null };
    },
    query: async (question) => {
      fake.queries.push(question);
      const given = snapshot.open[0]?.diff ?? [];
      if (question.type === "changes" && !fake.results.has("changes"))
        return { type: "changes", changes: changesOf(given) };
      if (question.type === "changeLines" && !fake.results.has("changeLines")) {
        return {
          type: "changeLines",
          lines: given[question.file]?.lines.slice(question.from, question.from + question.count) ?? [],
        };
      }
      const result = fake.results.get(question.type);
      if (!result) throw { code: "refused", message: "no such sight" };
      return result;
    },
    pictureUrl: (name) => `picture://${name}`,
    onClosing: (ask) => (askClosing = ask),
    onOpen: (open) => (openAt = open),
    onDrag: (over, drop) => {
      fake.drag = over;
      fake.drop = drop;
    },
  };
  fake.host = host;
  useHost(host);
  applyBatch([{ type: "reset", snapshot }]);
  return fake;
}

/** Lets promises and effects settle. */
export const settle = (): Promise<void> => new Promise((done) => setTimeout(done));

export const part = (name: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-part="${name}"]`);
  if (!found) throw new Error(`no part "${name}" on screen`);
  return found;
};

export const has = (name: string): boolean => document.querySelector(`[data-part="${name}"]`) !== null;

/** What every toast says. */
export const toasted = (): string =>
  [...document.querySelectorAll("[data-part=toast]")].map((one) => one.textContent).join("\n");

export function press(target: Element, key: string, more: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));
}

export function type(target: Element, text: string): void {
  const field = target as HTMLTextAreaElement;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
