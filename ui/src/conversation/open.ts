// Opening a conversation at a place. The last intent alone counts.

import { createSignal } from "solid-js";
import type { RowId, Spot, ThreadId } from "../generated/model";
import { act, query } from "../host";
import { toastError } from "../kit/toasts";
import { go, openThread, setMarked, setSoughtRow, setUnfolded, stepsTaken } from "../view";

/** The thread that one is on the way to, once that takes a moment. */
export const [opening, setOpening] = createSignal<ThreadId | null>(null);

const MOMENT_MS = 300;

/** What is meant by the last intent alone: another one, and going anywhere by oneself, take its place. */
let openings = 0;

let openingThread: ThreadId | null = null;

type Opening = { holds: () => boolean; end: () => void };

function startOpening(thread: ThreadId): Opening {
  openings += 1;
  openingThread = thread;
  const [mine, from] = [openings, stepsTaken()];
  const holds = (): boolean => mine === openings && from === stepsTaken();
  setOpening(null);
  const timer = setTimeout(() => holds() && setOpening(thread), MOMENT_MS);
  const end = (): void => {
    clearTimeout(timer);
    if (mine === openings) {
      setOpening(null);
      openingThread = null;
    }
    // Rust has it open for this window, which shows another one.
    if (openThread() !== thread && openingThread !== thread)
      act({ type: "closeThread", thread }).catch(() => undefined);
  };
  return { holds, end };
}

/** Opens a thread at a place, unfolds its row, and marks what was looked for. `rest`: see `Marked`. */
export async function openAt(thread: ThreadId, spot: Spot, text: string, rest: number | null = null): Promise<void> {
  await arrive(thread, text, rest, async () => spot);
}

/** Opens a thread at the first place where something is said. */
export async function openFound(thread: ThreadId, text: string): Promise<void> {
  await arrive(
    thread,
    text,
    null,
    async () => (await query({ type: "peek", thread, text })).found.hits[0]?.spot ?? null,
  );
}

async function arrive(
  thread: ThreadId,
  text: string,
  rest: number | null,
  place: () => Promise<Spot | null>,
): Promise<void> {
  const mine = startOpening(thread);
  let row: RowId | null = null;
  try {
    const spot = await place();
    if (spot && mine.holds()) row = (await act({ type: "openAt", thread, spot })).row;
  } catch (error) {
    // The thread itself is worth seeing, also where the place is not found.
    if (mine.holds()) toastError(error);
  }
  if (mine.holds()) {
    setMarked({ thread, row, text, rest });
    if (row) setUnfolded(row, true);
    go({ kind: "thread", id: thread });
    setSoughtRow(row);
  }
  mine.end();
}
