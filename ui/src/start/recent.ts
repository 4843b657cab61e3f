// The recent threads and folders on the start page. Pure.

import type { ThreadLine } from "../generated/model";
import { orders } from "../sidebar/items";
import { type Choice, chosen } from "../sidebar/lines";

const THREADS = 5;
const FOLDERS = 4;
const USUAL: Choice = { project: null, source: null, model: null };

/** The newest threads that a person made, without archived ones. */
export function recentThreads(lines: ThreadLine[], most = THREADS): ThreadLine[] {
  return chosen(lines, USUAL)
    .filter((line) => !line.archived)
    .toSorted(orders.recent)
    .slice(0, most);
}

/** The most recently used folders, without the one that is already chosen. */
export function recentFolders(folders: string[], now: string | null): string[] {
  return folders.filter((folder) => folder !== now).slice(0, FOLDERS);
}
