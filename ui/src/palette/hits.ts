// What the palette lists: messages, threads, actions; each with what happens when it is chosen.

import type { Piece, SearchHit, ThreadId, ThreadLine } from "../generated/model";
import { act } from "../host";
import { openAt, openFound } from "../conversation/open";
import type { IconName } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { folderName } from "../titles";
import { titleOf } from "../titles";
import { isFork } from "../titles";
import { go } from "../view";
import { age } from "../words/forms";
import { w } from "../words/words";
import type { Action } from "./actions";

export type Group = "messages" | "threads" | "actions";

export type Hit = {
  key: string;
  group: Group;
  icon: IconName;
  label: string;
  where: string;
  archived: boolean;
  snippet?: Piece[];
  thread: ThreadId | null;
  keys?: string[];
  /** Loads more of its group, so the search stays open. */
  more?: boolean;
  run: (inWindow: boolean) => void;
};

const inOwnWindow = (thread: ThreadId): void => void act({ type: "openWindow", thread }).catch(toastError);

export function messageHit(hit: SearchHit, now: number, text: string): Hit {
  const { thread, spot } = hit;
  return {
    key: `said:${thread}`,
    group: "messages",
    icon: "question",
    label: mirror.threads[thread]?.title || titleOf(hit),
    where: `${folderName(hit.cwd)} · ${age(hit.updatedMs, now)}`,
    archived: hit.archived,
    snippet: hit.snippet,
    thread,
    run: (inWindow) => {
      if (inWindow) inOwnWindow(thread);
      else void (spot ? openAt(thread, spot, text.trim()) : openFound(thread, text.trim()));
    },
  };
}

export function threadHit(line: ThreadLine, now: number): Hit {
  return {
    key: line.id,
    group: "threads",
    icon: isFork(line) ? "fork" : "spool",
    label: titleOf(line),
    where: `${folderName(line.cwd)} · ${age(line.updatedMs, now)}`,
    archived: line.archived,
    thread: line.id,
    run: (inWindow) => (inWindow ? inOwnWindow(line.id) : go({ kind: "thread", id: line.id })),
  };
}

export const actionHit = ({ key, icon, label, where, keys, run }: Action): Hit => ({
  key: `do:${key}`,
  group: "actions",
  icon,
  label,
  where,
  archived: false,
  thread: null,
  ...(keys ? { keys } : {}),
  run,
});

export function moreHit(group: Group, run: () => void): Hit {
  return {
    key: `more:${group}`,
    group,
    icon: "down",
    label: w.hits.showMore,
    where: "",
    archived: false,
    thread: null,
    more: true,
    run,
  };
}
