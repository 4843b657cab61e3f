// The set of changes that is looked at, read when it is first shown and again when it may differ. Nothing here polls.

import { createEffect, createMemo, createSignal, on } from "solid-js";
import { createStore } from "solid-js/store";
import type { Compared, DiffLine, FileSum } from "../generated/model";
import { failureOf, query } from "../host";
import { toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { lastTurn } from "../rows";
import { prefs } from "../view";
import { type Pages, pagesOf } from "./pages";

/** A commit, a checkout or a stash made elsewhere changes what these say. */
const fromGit = (compared: Compared): boolean => compared.kind === "uncommitted" || compared.kind === "branch";

export interface Reading {
  /** `null` until the set was read. */
  pages: () => Pages | null;
  files: () => FileSum[];
  /** Why it could not be read. */
  failed: () => string | null;
  readAgain: () => void;
  line: (file: number, row: number | null) => DiffLine | undefined;
  /** How many lines between two changes are shown. */
  gapOpened: (file: number, gap: number) => number;
  openGap: (file: number, gap: number) => void;
}

/** `onOther`: another thread or another comparison is looked at now. */
export function createReading(thread: () => Thread, compared: () => Compared, onOther: () => void): Reading {
  const [pages, setPages] = createSignal<Pages | null>(null);
  const [failed, setFailed] = createSignal<string | null>(null);
  const [opened, setOpened] = createStore<Record<string, boolean>>({});
  let asked = 0;
  let asking = false;
  let stale = false;
  const ask = async (): Promise<void> => {
    // One question at a time: a turn that edits on and on is asked about again when the answer is there.
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
  /** What makes the set another one: the edits of the turn, its end, another comparison. */
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
