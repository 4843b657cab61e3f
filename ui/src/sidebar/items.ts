// The lines of the sidebar: pinned threads, projects by their newest thread, the folded archive. Pure.

import type { ThreadLine } from "../generated/model";
import { w } from "../words/words";
import { projectNames } from "../titles";
import { push } from "../rows";

export type Sort = "recent" | "created" | "name";
export const byId = (a: ThreadLine, b: ThreadLine): number => (a.id < b.id ? -1 : 1);
/** The server knows times in whole seconds. Ids grow with time, so they decide between threads of the same second. */
const newerId = (a: ThreadLine, b: ThreadLine): number => byId(b, a);
export const orders: Record<Sort, (a: ThreadLine, b: ThreadLine) => number> = {
  recent: (a, b) => b.updatedMs - a.updatedMs || newerId(a, b),
  created: (a, b) => b.createdMs - a.createdMs || newerId(a, b),
  name: (a, b) => a.title.localeCompare(b.title, undefined, { numeric: true, sensitivity: "base" }) || byId(a, b),
};
export type Filter = "active" | "archived" | "all";
export type SideItem =
  | {
      kind: "group";
      key: string;
      name: string;
      title: string;
      count: number;
      folded: boolean;
      icon: "pin" | "folder" | "archive" | "layers";
    }
  | { kind: "thread"; key: string; id: string; child?: boolean }
  | { kind: "more"; key: string; group: string; count: number };
export const SHOWN = 5;
/** The lines of the sidebar: pinned threads, then projects by their newest thread, then the folded archive. */
export function sideItems(
  lines: ThreadLine[],
  filter: Filter,
  folds: Record<string, boolean>,
  whole: Record<string, boolean>,
  sort: Sort = "recent",
): SideItem[] {
  const recent = lines.toSorted(orders[sort]);
  const live = recent.filter((line) => filter === "all" || line.archived === (filter === "archived"));
  const items: SideItem[] = [];
  const add = (
    key: string,
    name: string,
    title: string,
    icon: "pin" | "folder" | "archive" | "layers",
    group: ThreadLine[],
    folded: boolean,
  ): void => {
    items.push({ kind: "group", key, name, title, count: group.length, folded, icon });
    if (folded) return;
    const shown = whole[key] || group.length <= SHOWN + 1 ? group : group.slice(0, SHOWN);
    for (const line of shown) items.push({ kind: "thread", key: `${key}/${line.id}`, id: line.id });
    if (shown.length < group.length)
      items.push({ kind: "more", key: `more:${key}`, group: key, count: group.length - shown.length });
  };
  const pinned = live.filter((line) => line.pinned);
  if (pinned.length) add("pinned", w.sidebar.pinned, w.sidebar.pinned, "pin", pinned, folds["pinned"] ?? false);
  const projects = new Map<string, ThreadLine[]>();
  /** A thread that a person put into a project is listed there, whatever its folder. */
  const groupOf = (line: ThreadLine): string => (line.project ? `project:${line.project.id}` : line.cwd);
  for (const line of live) if (!line.pinned) push(projects, groupOf(line), line);
  const names = projectNames([...projects].filter(([, group]) => !group[0]?.project).map(([cwd]) => cwd));
  for (const [key, group] of projects) {
    const made = group[0]?.project;
    if (made) add(key, made.name, made.name, "layers", group, folds[key] ?? false);
    else add(key, names.get(key) ?? key, key, "folder", group, folds[key] ?? false);
  }
  const archived = filter === "active" ? recent.filter((line) => line.archived) : [];
  if (archived.length)
    add("archived", w.sidebar.archived, w.sidebar.archived, "archive", archived, folds["archived"] ?? true);
  return items;
}
/** The threads in the order of the sidebar, for previous and next. */
export function threadOrder(items: SideItem[]): string[] {
  return items.flatMap((item) => (item.kind === "thread" ? [item.id] : []));
}
