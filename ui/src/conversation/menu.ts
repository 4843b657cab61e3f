// The menu of a thread, the same in the list and in its head.

import type { ThreadId, ThreadLine } from "../generated/model";
import { act } from "../host";
import { copy } from "../kit/copy";
import type { MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { archive, archivedOff, asksToDelete, fork, isAtWork, remove, setOpenDialog, setRecordOf } from "./actions";

/**
 * The entries in groups, frequent ones first. `own`: entries of this menu only. In the list they show the keys of a
 * row.
 */
export function threadItems(
  id: ThreadId,
  line: ThreadLine | undefined,
  rename: () => void,
  own: MenuItem[] = [],
  inList = false,
): MenuItem[] {
  const threads = [id];
  const pinned = line?.pinned ?? false;
  const unread = line?.mark === "unread";
  return [
    { label: w.keep.rename, icon: "pencil", keys: inList ? w.keys.f2 : undefined, off: archivedOff(id), run: rename },
    {
      label: pinned ? w.keep.unpin : w.keep.pin,
      icon: "pin",
      run: () => void act({ type: "pin", threads, pinned: !pinned }).catch(toastError),
    },
    {
      label: unread ? w.keep.read : w.keep.unread,
      icon: "inbox",
      run: () => void act({ type: "markUnread", threads, unread: !unread }).catch(toastError),
    },
    line?.archived
      ? {
          label: w.menu.unarchive,
          icon: "archive",
          run: () => void act({ type: "unarchive", threads }).catch(toastError),
        }
      : { label: w.menu.archive, icon: "archive", run: () => archive(threads) },
    { kind: "line" },
    {
      label: w.menu.openWindow,
      icon: "external",
      run: () => void act({ type: "openWindow", thread: id }).catch(toastError),
    },
    { label: w.keep.fork, icon: "fork", off: archivedOff(id), run: () => void fork(id, null) },
    ...own,
    { kind: "line" },
    { label: w.keep.project, icon: "layers", run: () => setOpenDialog({ kind: "project", threads }) },
    { label: w.keep.export, icon: "download", run: () => setOpenDialog({ kind: "export", threads }) },
    { label: w.keep.details, icon: "info", run: () => setOpenDialog({ kind: "details", thread: id }) },
    { kind: "line" },
    {
      label: w.menu.openFolder,
      icon: "folder",
      run: () => void act({ type: "openFolder", path: line?.cwd ?? "" }).catch(toastError),
    },
    { label: w.keep.reveal, icon: "file", run: () => void act({ type: "revealFile", thread: id }).catch(toastError) },
    { label: w.menu.copyId, icon: "copy", run: () => void copy(id) },
    { kind: "line" },
    {
      label: asksToDelete(threads) ? w.keep.deleteAsk : w.keep.delete,
      icon: "trash",
      danger: true,
      keys: inList ? w.keys.del : undefined,
      run: () => remove(threads),
    },
  ];
}

/** The entries that only the head has. */
export function headItems(id: ThreadId): MenuItem[] {
  const off = archivedOff(id);
  return [
    {
      label: w.keep.compact,
      icon: "compact",
      off: off ?? (isAtWork(id) ? w.keep.stopFirst : undefined),
      run: () => void act({ type: "compact", thread: id }).catch(toastError),
    },
    ...(mirror.server.knowsGoals
      ? [{ label: w.keep.goal, icon: "goal" as const, off, run: () => setOpenDialog({ kind: "goal", thread: id }) }]
      : []),
    { label: w.record.menu, icon: "shield", run: () => setRecordOf(id) },
  ];
}

/** The client that made a thread, in words. */
export function sourceName(source: string): string {
  return w.source[source as keyof typeof w.source] ?? source;
}
