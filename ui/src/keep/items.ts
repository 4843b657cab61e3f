// The menu of a conversation, the same in the list and in its head.

import type { ThreadId, ThreadLine } from "../generated/model";
import { act } from "../host";
import { copy } from "../kit/copy";
import type { MenuItem } from "../kit/Menu";
import { told } from "../kit/toasts";
import { w } from "../words/words";
import { archive, archivedOff, fork, setAsking } from "./keep";

export function threadItems(id: ThreadId, line: ThreadLine | undefined, rename: () => void): MenuItem[] {
  const threads = [id];
  const pinned = line?.pinned ?? false;
  const unread = line?.mark === "unread";
  return [
    { label: w.keep.rename, icon: "pencil", off: archivedOff(id), run: rename },
    { label: pinned ? w.keep.unpin : w.keep.pin, icon: "pin", run: () => void act({ type: "pin", threads, pinned: !pinned }).catch(told) },
    { label: unread ? w.keep.read : w.keep.unread, icon: "inbox", run: () => void act({ type: "markUnread", threads, unread: !unread }).catch(told) },
    line?.archived
      ? { label: w.menu.unarchive, icon: "archive", run: () => void act({ type: "unarchive", threads }).catch(told) }
      : { label: w.menu.archive, icon: "archive", run: () => archive(threads) },
    { label: w.keep.fork, icon: "fork", off: archivedOff(id), run: () => void fork(id, null) },
    { label: w.keep.project, icon: "layers", run: () => setAsking({ kind: "project", threads }) },
    { label: w.keep.export, icon: "download", run: () => setAsking({ kind: "export", threads }) },
    { kind: "line" },
    { label: w.menu.openWindow, icon: "external", run: () => void act({ type: "openWindow", thread: id }).catch(told) },
    { label: w.menu.openFolder, icon: "folder", run: () => void act({ type: "openFolder", path: line?.cwd ?? "" }).catch(told) },
    { label: w.keep.reveal, icon: "file", run: () => void act({ type: "revealFile", thread: id }).catch(told) },
    { label: w.menu.copyId, icon: "copy", run: () => void copy(id) },
    { label: w.keep.details, icon: "info", run: () => setAsking({ kind: "details", thread: id }) },
    { kind: "line" },
    { label: w.keep.delete, icon: "trash", danger: true, run: () => setAsking({ kind: "delete", threads }) },
  ];
}

/** Who made a conversation, as a person would say it. */
export function sourceName(source: string): string {
  return w.source[source as keyof typeof w.source] ?? source;
}
