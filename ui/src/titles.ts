// Titles of threads, folders and files. Pure.

import type { ThreadLine } from "./generated/model";
import { w } from "./words/words";

/** Whether a thread is a fork. A sub-agent has a parent too. */
export const isFork = (line: Pick<ThreadLine, "madeBy" | "parent">): boolean =>
  line.parent !== null && line.madeBy !== "agent";
/** The title of a thread, even if nobody named it. */
export const titleOf = (line: Pick<ThreadLine, "title" | "madeBy">): string =>
  line.title || (line.madeBy === "agent" ? w.sidebar.agent : w.keep.untitled);
/** The last folder of each path. Equal ones also show the folder above. */
export function projectNames(paths: string[]): Map<string, string> {
  const seen = new Map<string, number>();
  for (const path of paths) seen.set(folderName(path), (seen.get(folderName(path)) ?? 0) + 1);
  return new Map(
    paths.map((path) => {
      const name = folderName(path);
      if ((seen.get(name) ?? 0) < 2) return [path, name];
      const above = folderName(path.slice(0, path.length - name.length).replace(/[\\/]+$/, ""));
      return [path, above ? `${above}/${name}` : name];
    }),
  );
}
export function folderName(path: string): string {
  return (
    path
      .replace(/[\\/]+$/, "")
      .split(/[\\/]/)
      .at(-1) ||
    path ||
    w.sidebar.noFolder
  );
}
/** The folders of threads, most recently used first. */
export function foldersOf(lines: ThreadLine[]): string[] {
  return [...new Set(lines.toSorted((a, b) => b.updatedMs - a.updatedMs).map((line) => line.cwd))].filter(
    (folder) => folder !== "",
  );
}
export function splitPath(path: string): { dir: string; base: string } {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return { dir: path.slice(0, at + 1), base: path.slice(at + 1) };
}
/** Titles that contain every word of the query, best first: at the beginning of the title, then of a word, then newest. */
export function findThreads(lines: ThreadLine[], query: string, most: number): ThreadLine[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rank = (line: ThreadLine): number => {
    const title = line.title.toLocaleLowerCase();
    if (!words.every((word) => title.includes(word) || folderName(line.cwd).toLocaleLowerCase().includes(word)))
      return -1;
    const first = words[0] ?? "";
    if (!first) return 0;
    return title.startsWith(first) ? 2 : title.includes(` ${first}`) ? 1 : 0;
  };
  return lines
    .map((line) => ({ line, rank: rank(line) }))
    .filter((hit) => hit.rank >= 0)
    .toSorted((a, b) => b.rank - a.rank || b.line.updatedMs - a.line.updatedMs)
    .slice(0, most)
    .map((hit) => hit.line);
}
/** The beginning of a text as a title for it. */
export const firstLine = (text: string | null): string | null => text?.trim().split("\n", 1)[0] || null;
export function capital(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}
