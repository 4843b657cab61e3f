// Lays out the lines of a set of changes as one long list, in one column or two. Pure.
//
// A line's key contains everything needed to draw it, so a hundred thousand lines cost only as much as those on
// screen.

import type { DiffLine, FileSum } from "../generated/model";

export type Entry =
  | { kind: "head" | "note"; file: number }
  | { kind: "hunk"; file: number; row: number; gap: number }
  | { kind: "line"; file: number; row: number }
  /** Two columns: the row on each side, or null. */
  | { kind: "pair"; file: number; old: number | null; now: number | null }
  /** An unchanged line between two changes, read from the file itself. */
  | { kind: "kept"; file: number; gap: number; at: number }
  | { kind: "comment"; file: number; row: number };

/** A line of a file, by the file's index in the set. */
export type Spot = { file: number; row: number };

export interface Shape {
  folded: (path: string) => boolean;
  split: boolean;
  /** How many unchanged lines between two changes were expanded, by file and gap. */
  opened: (file: number, gap: number) => number;
  /** The line that is being commented on. */
  comment: Spot | null;
}

export interface Layout {
  keys: string[];
  /** The index in `keys` where each change begins. */
  stops: number[];
}

export function layout(files: readonly FileSum[], shape: Shape): Layout {
  const keys: string[] = [];
  const stops: number[] = [];
  for (const [file, sum] of files.entries()) {
    keys.push(`h:${file}`);
    if (shape.folded(sum.path)) continue;
    if (sum.note) keys.push(`n:${file}`);
    const comment = shape.comment?.file === file ? shape.comment.row : -1;
    let gap = -1;
    let changing = false;
    for (let row = 0; row < sum.marks.length; row++) {
      const mark = sum.marks[row];
      if (mark === "@") {
        gap++;
        changing = false;
        const open = shape.opened(file, gap);
        for (let at = 0; at < open; at++) keys.push(`u:${file}:${gap}:${at}`);
        // A header is needed only for lines that are left out, or between two edits.
        if ((sum.gaps[gap] ?? 0) > open || (row > 0 && open === 0)) keys.push(`g:${file}:${row}:${gap}`);
        continue;
      }
      const changed = mark === "+" || mark === "-";
      if (changed && !changing) stops.push(keys.length);
      changing = changed;
      if (!shape.split || !changed) {
        keys.push(shape.split && mark === " " ? `p:${file}:${row}:${row}` : `l:${file}:${row}`);
        if (row === comment) keys.push(`c:${file}:${row}`);
        continue;
      }
      row = pairs(keys, sum.marks, file, row, comment);
    }
  }
  return { keys, stops };
}

/** Adds removed and added lines side by side. Returns the last row that was used. */
function pairs(keys: string[], marks: string, file: number, first: number, comment: number): number {
  let mid = first;
  while (marks[mid] === "-") mid++;
  // A note about the end of the file may be between the two sides.
  const remarks: number[] = [];
  let came = mid;
  if (mid > first) while (marks[came] === "\\") remarks.push(came++);
  let end = came;
  while (marks[end] === "+") end++;
  const height = Math.max(mid - first, end - came);
  for (let i = 0; i < height; i++) {
    const old = first + i < mid ? first + i : null;
    const now = came + i < end ? came + i : null;
    keys.push(`p:${file}:${old ?? ""}:${now ?? ""}`);
    if (comment >= 0 && (old === comment || now === comment)) keys.push(`c:${file}:${comment}`);
  }
  for (const row of remarks) keys.push(`l:${file}:${row}`);
  return end - 1;
}

export function entryOf(key: string): Entry {
  const [kind, file = "", a = "", b = ""] = key.split(":");
  const at = Number(file);
  switch (kind) {
    case "h":
      return { kind: "head", file: at };
    case "n":
      return { kind: "note", file: at };
    case "g":
      return { kind: "hunk", file: at, row: Number(a), gap: Number(b) };
    case "u":
      return { kind: "kept", file: at, gap: Number(a), at: Number(b) };
    case "p":
      return { kind: "pair", file: at, old: a === "" ? null : Number(a), now: b === "" ? null : Number(b) };
    case "c":
      return { kind: "comment", file: at, row: Number(a) };
    default:
      return { kind: "line", file: at, row: Number(a) };
  }
}

/** The row that a comment on this line refers to: the new line, or else the old one. */
export function rowOf(entry: Entry): number | null {
  if (entry.kind === "line") return entry.row;
  return entry.kind === "pair" ? (entry.now ?? entry.old) : null;
}

/** The next or previous change from here; null if there is none. */
export function stopFrom(stops: readonly number[], at: number, by: 1 | -1): number | null {
  const found = by > 0 ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at);
  return found ?? null;
}

/** The key of the next or previous change from the line `held`; from an end if there is no such line. */
export function nextStop(
  { keys, stops }: Layout,
  held: string | null,
  by: 1 | -1,
): { key: string; index: number } | null {
  const from = held === null ? -1 : keys.indexOf(held);
  const index = stopFrom(stops, from < 0 ? (by > 0 ? -1 : keys.length) : from, by);
  const key = index === null ? undefined : keys[index];
  return index === null || key === undefined ? null : { key, index };
}

/** The path and number of a line: its new number, or else its old one. */
export function locate(file: FileSum | undefined, line: DiffLine | undefined): { path: string; line: number | null } {
  return { path: file?.path ?? "", line: line?.new ?? line?.old ?? null };
}

/** The added and removed lines of all files together. */
export function sumOf(files: readonly FileSum[]): { added: number; removed: number } {
  return {
    added: files.reduce((n, file) => n + file.added, 0),
    removed: files.reduce((n, file) => n + file.removed, 0),
  };
}

/** A comment appended to what is already written. */
export function appended(written: string, said: string): string {
  const have = written.trimEnd();
  return have ? `${have}\n\n${said}\n` : `${said}\n`;
}

/** A comment on a line as it is written into the message. */
export function quote(path: string, line: number | null, removed: boolean, code: string, said: string): string {
  const place = line === null ? path : `${path}:${line}`;
  const was = removed ? " (removed)" : "";
  const shown = code.trim() === "" ? "" : `\n> ${code.trimEnd()}`;
  return `> ${place}${was}${shown}\n${said.trim()}`;
}
