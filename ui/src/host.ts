// The connection to Rust, and the only file that uses Tauri.
//
// It keeps no state. It sends intents, receives batches of changes, and turns every rejection into a Failure.

import { Channel, convertFileSrc, invoke } from "@tauri-apps/api/core";
import { type EventTarget, listen } from "@tauri-apps/api/event";
import type { Change, Code, Failure, Intent, Query, Receipt, QueryResult } from "./generated/model";

export type Busy = { running: number; asks: number };

/** What to open, as requested from outside the page: by a command line, a second start, a menu. */
export type Opening =
  | { kind: "thread"; thread: string }
  | { kind: "folder"; folder: string }
  | { kind: "new" }
  | { kind: "settings" };

export interface Host {
  subscribe(take: (batch: Change[]) => void): Promise<void>;
  act(intent: Intent): Promise<Receipt>;
  query(look: Query): Promise<QueryResult>;
  /** Called when the window should close while something is running or waiting. */
  onClosing(ask: (busy: Busy) => void): void;
  onOpen(open: (opening: Opening) => void): void;
  /** Files that a person drags over the window, and where they are dropped. */
  onDrag(over: (over: boolean) => void, drop: (paths: string[]) => void): void;
  /** Missing outside of the app, where pictures have no such address. */
  pictureUrl?(name: string): string;
}

const tauri: Host = {
  async subscribe(take) {
    const channel = new Channel<Change[] | string>((batch) =>
      take(typeof batch === "string" ? (JSON.parse(batch) as Change[]) : batch),
    );
    await invoke("subscribe", { channel });
  },
  act: (intent) => invoke<Receipt>("act", { intent }),
  query: (query) => invoke<QueryResult>("query", { query }),
  onClosing(ask) {
    void listen<Busy>("closing", (event) => ask(event.payload), { target: here() });
  },
  onOpen(open) {
    void listen<Opening>("open", (event) => open(event.payload), { target: here() });
  },
  onDrag(over, drop) {
    void listen<{ paths: string[] }>("tauri://drag-enter", (event) => over(event.payload.paths.length > 0), {
      target: here(),
    });
    void listen("tauri://drag-leave", () => over(false), { target: here() });
    void listen<{ paths: string[] }>(
      "tauri://drag-drop",
      (event) => {
        over(false);
        if (event.payload.paths.length) drop(event.payload.paths);
      },
      { target: here() },
    );
  },
};

/** The event target of this window, by its label. Tauri's own window class would load much more code. */
function here(): EventTarget {
  // oxlint-disable-next-line no-underscore-dangle -- Tauri named it
  return { kind: "WebviewWindow", label: window.__TAURI_INTERNALS__.metadata.currentWebview.label };
}

declare global {
  interface Window {
    __TAURI_INTERNALS__: { metadata: { currentWebview: { label: string } } };
  }
}

let host: Host = tauri;

/** Replaces the connection by a scripted engine, for tests and the development page. */
export function useHost(other: Host): void {
  host = other;
}

export const subscribe = (take: (batch: Change[]) => void): Promise<void> => host.subscribe(take).catch(fail);
/** The address of a picture that Rust gave a name to. */
export const pictureUrl = (name: string): string => host.pictureUrl?.(name) ?? convertFileSrc(name, "picture");
export const act = (intent: Intent): Promise<Receipt> => host.act(intent).catch(fail);
export const onClosing = (ask: (busy: Busy) => void): void => host.onClosing(ask);
export const onDrag = (over: (over: boolean) => void, drop: (paths: string[]) => void): void => host.onDrag(over, drop);
export const onOpen = (open: (opening: Opening) => void): void => host.onOpen(open);

/** Sends a query. Its result has the same type name. */
export async function query<T extends Query["type"]>(
  question: Extract<Query, { type: T }>,
): Promise<Extract<QueryResult, { type: T }>> {
  const result = await host.query(question).catch(fail);
  return result as Extract<QueryResult, { type: T }>;
}

/** A code that the engine adds does not compile until it is listed here. */
const codes: Record<Code, true> = {
  serverGone: true,
  locked: true,
  threadGone: true,
  onlyForks: true,
  askGone: true,
  needsNewerCodex: true,
  badInput: true,
  conflict: true,
  askTrust: true,
  timedOut: true,
  refused: true,
};

const isCode = (value: unknown): value is Code => typeof value === "string" && Object.hasOwn(codes, value);

export function failureOf(error: unknown): Failure {
  if (typeof error === "object" && error !== null && "message" in error && typeof error.message === "string") {
    const code = "code" in error && isCode(error.code) ? error.code : "refused";
    const at = "at" in error && typeof error.at === "string" ? { at: error.at } : {};
    return { code, message: error.message, ...at };
  }
  return { code: "refused", message: String(error) };
}

function fail(error: unknown): never {
  // oxlint-disable-next-line no-throw-literal -- a Failure is what the engine promises
  throw failureOf(error);
}
