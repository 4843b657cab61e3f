// The word under the caret that may be the name of a file, a skill or a command. Pure.

export type Sigil = "@" | "$" | "/";

export type Token = { sigil: Sigil; query: string; from: number; to: number };

/** The name that is being typed at the caret. */
export function tokenAt(text: string, caret: number): Token | null {
  const before = text.slice(0, caret);
  const slash = /^\/([\w-]*)$/.exec(before);
  if (slash) return { sigil: "/", query: slash[1] ?? "", from: 0, to: caret };
  const named = /(?:^|\s)([@$])((?:[^\s@$]\S*)?)$/.exec(before);
  if (!named || text.startsWith("!")) return null;
  const query = named[2] ?? "";
  return { sigil: named[1] as Sigil, query, from: caret - query.length - 1, to: caret };
}
