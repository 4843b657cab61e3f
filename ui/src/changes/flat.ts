// All files of a diff as one list of lines, so that a hundred thousand of them cost what is on screen. Pure.

import type { FileDiff } from "../generated/model";

export type Flat = { file: number; line: number | "head" | "note" | "cut" };

export const flatKey = (at: Flat): string => `${at.file}/${at.line}`;

export function parseFlat(key: string): Flat {
  const [file, line] = key.split("/");
  return { file: Number(file), line: line === "head" || line === "note" || line === "cut" ? line : Number(line) };
}

export function flatten(files: FileDiff[], folded: (path: string) => boolean): string[] {
  const keys: string[] = [];
  for (const [file, diff] of files.entries()) {
    keys.push(flatKey({ file, line: "head" }));
    if (folded(diff.path)) continue;
    if (diff.note) keys.push(flatKey({ file, line: "note" }));
    for (let line = 0; line < diff.lines.length; line++) keys.push(flatKey({ file, line }));
    if (diff.cut > 0) keys.push(flatKey({ file, line: "cut" }));
  }
  return keys;
}
