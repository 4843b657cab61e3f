// Loads the current set of changes when it is first shown, and again when it may have changed. Nothing here polls.

import { createEffect, createMemo, createSignal, on } from "solid-js";
import { createStore } from "solid-js/store";
import type { Compared, DiffLine, FileSum } from "../generated/model";
import { failureOf, query } from "../host";
import { toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { lastTurn } from "../rows";
import { prefs } from "../view";
import { type Pages, pagesOf } from "./pages";

/** Whether a commit, a checkout or a stash made elsewhere changes this comparison. */
const fromGit = (compared: Compared): boolean => compared.kind === "uncommitted" || compared.kind === "branch";

export interface Reading {
  /** `null` until the set was loaded. */
  pages: () => Pages | null;
  files: () => FileSum[];
  /** Why the set could not be loaded. */
  failed: () => string | null;
  readAgain: () => void;
  line: (file: number, row: number | null) => DiffLine | undefined;
  /** How many lines between two changes are shown. */
  gapOpened: (file: number, gap: number) => number;
  openGap: (file: number, gap: number) => void;
}

/** `onOther` is called when another thread or another comparison is shown. */
export function createReading(thread: () => Thread, compared: () => Compared, onOther: () => void): Reading {
  const [pages, setPages] = createSignal<Pages | null>(null);
  const [failed, setFailed] = createSignal<string | null>(null);
  const [opened, setOpened] = createStore<Record<string, boolean>>({});
  let asked = 0;
  let asking = false;
  let stale = false;
  const ask = async (): Promise<void> => {
    // One query at a time. Edits that arrive meanwhile cause one more query afterwards.
    if (asking) return void (stale = true);
    asking = true;
    const mine = ++asked;
    const { id } = thread();
    try {
      const result = await query({ type: "changes", thread: id, compared: { ...compared() }, spaces: prefs.spaces });
      if (mine === asked && id === thread().id) {
        const before = pages();
        setOpened({});
        setFailed(null);
        setPages(pagesOf(result.changes, before, lost));
      }
    } catch (error) {
      setPages(null);
      setFailed(failureOf(error).message);
    } finally {
      asking = false;
      if (stale) {
        stale = false;
        void ask();
      }
    }
  };
  let lostOnce = "";
  const lost = (): void => {
    const stamp = pages()?.set.stamp ?? "";
    if (lostOnce === stamp) return;
    lostOnce = stamp;
    void ask();
  };
  /** The set is loaded again if one of these changes: the turn's edits, its end, the comparison. */
  const edits = createMemo(() =>
    thread()
      .diff.map((file) => `${file.path} ${file.added} ${file.removed} ${file.cut}`)
      .join("\n"),
  );
  createEffect(
    on(
      [
        () => thread().id,
        () => JSON.stringify(compared()),
        () => prefs.spaces,
        () => (compared().kind === "turn" ? edits() : ""),
        () => lastTurn(thread()),
        () => (fromGit(compared()) ? mirror.revisions.repository : 0),
      ],
      (now, then) => {
        if (then && (now[0] !== then[0] || now[1] !== then[1])) {
          setPages(null);
          onOther();
        }
        void ask();
      },
    ),
  );
  return {
    pages,
    files: () => pages()?.set.files ?? [],
    failed,
    readAgain: () => void ask(),
    line: (file, row) => (row === null ? undefined : pages()?.line(file, row)),
    gapOpened: (file, gap) => (opened[`${file}:${gap}`] ? (pages()?.kept(file, gap).length ?? 0) : 0),
    openGap: (file, gap) => {
      pages()
        ?.open(file, gap)
        .then(() => setOpened(`${file}:${gap}`, true))
        .catch(toastError);
    },
  };
}
