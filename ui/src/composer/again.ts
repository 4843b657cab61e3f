// The attachments of an earlier message, with their names, to be sent again. Pure.

import type { Attachment, Attached } from "../generated/model";
import { w } from "../words/words";

/** A pasted picture has no name that a person gave it. */
export const pictureName = (name: string): string => (/^pasted-[0-9a-f]{16}\.\w+$/.test(name) ? w.attach.pasted : name);

/** The attachments of a message, to be sent again. */
export function sentAgain(one: Attachment): Attached[] {
  if (one.kind === "image")
    return one.path === null
      ? []
      : [/^https?:/i.test(one.path) ? { kind: "link", url: one.path } : { kind: "image", path: one.path }];
  return one.kind === "file" ? [] : [one];
}
