// Opens a thread at a place. Only the last request counts.

import { createSignal } from "solid-js";
import type { RowId, Spot, ThreadId } from "../generated/model";
import { act, query } from "../host";
import { toastError } from "../kit/toasts";
import { go, openThread, setMarked, setSoughtRow, setUnfolded, navigationCount } from "../view";

/** The thread that is being opened, once that takes a moment. */
export const [opening, setOpening] = createSignal<ThreadId | null>(null);

const MOMENT_MS = 300;

/** The number of the last request. Another request, or going anywhere else, cancels an older one. */
let openings = 0;

let openingThread: ThreadId | null = null;

type Opening = { holds: () => boolean; end: () => void };

function startOpening(thread: ThreadId): Opening {
  openings += 1;
  openingThread = thread;
  const [mine, from] = [openings, navigationCount()];
  const holds = (): boolean => mine === openings && from === navigationCount();
  setOpening(null);
  const timer = setTimeout(() => holds() && setOpening(thread), MOMENT_MS);
  const end = (): void => {
    clearTimeout(timer);
    if (mine === openings) {
      setOpening(null);
      openingThread = null;
    }
    // Rust has opened the thread for this window, which shows another one by now.
    if (openThread() !== thread && openingThread !== thread)
      act({ type: "closeThread", thread }).catch(() => undefined);
  };
  return { holds, end };
}

/** Opens a thread at a place, unfolds its row, and marks the searched text. `rest`: see `Marked`. */
export async function openAt(thread: ThreadId, spot: Spot, text: string, rest: number | null = null): Promise<void> {
  await arrive(thread, text, rest, async () => spot);
}

/** Opens a thread at the first place that contains the text. */
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
    // The thread is shown even if the place is not found.
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
