// The way to Rust: the only file that knows Tauri.
//
// Refuses: state. It carries intents out and batches of changes in, and turns every rejection into a Failure.

import { Channel, convertFileSrc, invoke } from "@tauri-apps/api/core";
import { type EventTarget, listen } from "@tauri-apps/api/event";
import type { Change, Code, Failure, Intent, Query, Receipt, QueryResult } from "./generated/model";

export type Busy = { running: number; asks: number };

/** Where someone outside the page wants it to be: a command line, a second start, a menu. */
export type Opening =
  | { kind: "thread"; thread: string }
  | { kind: "folder"; folder: string }
  | { kind: "new" }
  | { kind: "settings" };

export interface Host {
  subscribe(take: (batch: Change[]) => void): Promise<void>;
  act(intent: Intent): Promise<Receipt>;
  query(look: Query): Promise<QueryResult>;
  /** Rust asks before it closes the window while something runs or waits. */
  onClosing(ask: (busy: Busy) => void): void;
  onOpen(open: (opening: Opening) => void): void;
  /** Files that a person drags over the window, and where they let go of them. */
  onDrag(over: (over: boolean) => void, drop: (paths: string[]) => void): void;
  /** Outside the app there is no such address. */
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

/** This window, by the label that Rust gave it. Tauri's own class for it would bring all that a window can do along. */
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

/** Tests and the development page put a scripted engine behind the same commands. */
export function useHost(other: Host): void {
  host = other;
}

export const subscribe = (take: (batch: Change[]) => void): Promise<void> => host.subscribe(take).catch(fail);
/** Where a page finds a picture that Rust gave a name to. */
export const pictureUrl = (name: string): string => host.pictureUrl?.(name) ?? convertFileSrc(name, "picture");
export const act = (intent: Intent): Promise<Receipt> => host.act(intent).catch(fail);
export const onClosing = (ask: (busy: Busy) => void): void => host.onClosing(ask);
export const onDrag = (over: (over: boolean) => void, drop: (paths: string[]) => void): void => host.onDrag(over, drop);
export const onOpen = (open: (opening: Opening) => void): void => host.onOpen(open);

/** A question whose answer has the same name. */
export async function query<T extends Query["type"]>(
  question: Extract<Query, { type: T }>,
): Promise<Extract<QueryResult, { type: T }>> {
  const result = await host.query(question).catch(fail);
  return result as Extract<QueryResult, { type: T }>;
}

/** A code that the engine adds does not compile until it stands here. */
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
