// Which threads the sidebar shows, and in which order. Pure, except for the two functions that read the window's own
// filters.

import type { ThreadId, ThreadLine } from "../generated/model";
import { allLines } from "../mirror";
import { threadOrder } from "./items";
import { sideItems } from "./items";
import { type SideItem } from "./items";
import { type Filter } from "./items";
import { type Sort } from "./items";
import { projectNames } from "../titles";
import { titleOf } from "../titles";
import { isFork } from "../titles";
import { prefs, openThread, whole } from "../view";
import { moment } from "../words/forms";

export type Choice = { project: string | null; source: string | null; model: string | null };

/** The fields that filters use. The thread may be in no list. */
type Traits = Pick<ThreadLine, "cwd" | "source" | "madeBy" | "model" | "project">;

/** Threads of scripts and of other threads, which are hidden unless asked for. */
export const isHiddenByDefault = (line: Pick<Traits, "madeBy">): boolean => line.madeBy !== "person";

/** The prefix of a project that somebody made. A folder's value is its path. */
const MADE = "project:";

const isIn = (line: Traits, project: string): boolean =>
  project.startsWith(MADE) ? line.project?.id === project.slice(MADE.length) : line.cwd === project;

/** The projects to choose from, with their names: those that somebody made, then folders, most used first. */
export function projectsOf(lines: ThreadLine[]): Map<string, string> {
  const made = new Map<string, string>();
  for (const { project } of lines) if (project) made.set(MADE + project.id, project.name);
  return new Map([
    ...[...made].toSorted((a, b) => a[1].localeCompare(b[1])),
    ...projectNames(values(lines, (line) => line.cwd)),
  ]);
}

export const matchesFilter = (line: Traits, choice: Choice): boolean =>
  (choice.project === null || isIn(line, choice.project)) &&
  (choice.model === null || line.model === choice.model) &&
  (choice.source === null ? !isHiddenByDefault(line) : choice.source === "all" || line.source === choice.source);

/** Without threads that are being deleted, and without those that the filters hide. */
export function chosen(lines: ThreadLine[], choice: Choice): ThreadLine[] {
  return lines.filter((line) => line.goingMs === null && matchesFilter(line, choice));
}

/** The values that a filter can have, most used first. */
export function values(lines: ThreadLine[], of: (line: ThreadLine) => string | null): string[] {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const value = of(line);
    if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

export const isFiltered = (choice: Choice): boolean =>
  choice.project !== null || choice.source !== null || choice.model !== null;

/** Whether nothing is shown because scripts and agents made all threads. */
export const hasOnlyHidden = (): boolean =>
  !isFiltered(prefs) &&
  allLines().some(
    (line) =>
      isHiddenByDefault(line) &&
      line.goingMs === null &&
      (prefs.filter === "all" || line.archived === (prefs.filter === "archived")),
  );

/** How many threads the filters hide. Sub-agents are not counted, because they are below their parent. */
export function hiddenCount(lines: ThreadLine[], choice: Choice, filter: Filter): number {
  const ids = new Set(lines.map((line) => line.id));
  const isNested = (line: ThreadLine): boolean =>
    line.madeBy === "agent" && line.parent !== null && ids.has(line.parent);
  return lines.filter(
    (line) =>
      line.goingMs === null &&
      (filter === "all" || line.archived === (filter === "archived")) &&
      !isNested(line) &&
      !matchesFilter(line, choice),
  ).length;
}

/** Texts that distinguish threads with the same title and heading: their folders, or when they began. */
export function distinctions(lines: ThreadLine[], nowMs: number): Map<ThreadId, string> {
  const alike = new Map<string, ThreadLine[]>();
  for (const line of lines) {
    const heading = line.pinned ? "pinned" : (line.project?.id ?? line.cwd);
    const key = JSON.stringify([titleOf(line), heading, isFork(line), line.archived]);
    alike.set(key, [...(alike.get(key) ?? []), line]);
  }
  const apart = new Map<ThreadId, string>();
  for (const some of alike.values()) {
    if (some.length < 2) continue;
    const told = new Map<string, number>();
    const names = projectNames(some.map((line) => line.cwd));
    const byFolder = new Set(some.map((line) => line.cwd)).size === some.length;
    for (const line of some.toSorted((a, b) => a.createdMs - b.createdMs)) {
      const words = byFolder ? (names.get(line.cwd) ?? "") : moment(line.createdMs, nowMs);
      const times = (told.get(words) ?? 0) + 1;
      told.set(words, times);
      apart.set(line.id, times > 1 ? `${words} (${times})` : words);
    }
  }
  return apart;
}

export function shownItems(): SideItem[] {
  const sort: Sort = prefs.sort;
  return sideItems(chosen(allLines(), prefs), prefs.filter, prefs.folds, whole, sort);
}

/** Sub-agents by their parent thread, oldest first. */
export function agentsOf(lines: ThreadLine[]): Map<ThreadId, ThreadLine[]> {
  const agents = new Map<ThreadId, ThreadLine[]>();
  for (const line of lines) {
    if (!line.parent || line.madeBy !== "agent" || line.goingMs !== null) continue;
    agents.set(line.parent, [...(agents.get(line.parent) ?? []), line]);
  }
  for (const some of agents.values()) some.sort((a, b) => a.createdMs - b.createdMs);
  return agents;
}

/** Inserts sub-agents below their parent while it or one of them is open. Those at work are always shown. */
export function withSubAgents(
  items: SideItem[],
  agents: Map<ThreadId, ThreadLine[]>,
  open: ThreadId | null,
): SideItem[] {
  if (agents.size === 0) return items;
  const listed = new Set(items.map((item) => (item.kind === "thread" ? item.id : "")));
  const under = (id: ThreadId, key: string): SideItem[] => {
    const all = agents.get(id) ?? [];
    const near =
      id === open || all.some((line) => line.id === open || agents.get(line.id)?.some((below) => below.id === open));
    return all
      .filter((line) => !listed.has(line.id) && (near || line.mark === "running" || line.mark === "waiting"))
      .flatMap((line): SideItem[] => [
        { kind: "thread", key: `${key}/${line.id}`, id: line.id, child: true },
        ...under(line.id, `${key}/${line.id}`),
      ]);
  };
  return items.flatMap((item) => (item.kind === "thread" ? [item, ...under(item.id, item.key)] : [item]));
}

export const shownOrder = (): ThreadId[] =>
  threadOrder(withSubAgents(shownItems(), agentsOf(allLines()), openThread()));
