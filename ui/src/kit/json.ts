// Parses JSON into a tree that can be folded. Keys keep their order and numbers their digits. Pure.
//
// The browser's own parser sorts keys that look like numbers and rounds long numbers.

export type Node =
  | { kind: "object"; entries: [string, Node][] }
  | { kind: "array"; items: Node[] }
  | { kind: "text"; text: string }
  /** A number, `true`, `false` or `null`, as written. */
  | { kind: "word"; text: string };

/** Longer or deeper data is shown as text. */
const LONGEST = 512 * 1024;
const DEEPEST = 100;

/** `null` if the text is not JSON, is a single value, or is too large. */
export function treeOf(text: string): Node | null {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST || !/^[[{]/.test(trimmed)) return null;
  const reader = { text: trimmed, at: 0 };
  try {
    const node = value(reader, 0);
    space(reader);
    return reader.at === trimmed.length ? node : null;
  } catch {
    return null;
  }
}

export function size(node: Node): number {
  return node.kind === "object" ? node.entries.length : node.kind === "array" ? node.items.length : 0;
}

/** Whether the tree contains a text in lower case. */
export function holds(node: Node, text: string): boolean {
  switch (node.kind) {
    case "object":
      return node.entries.some(([name, inside]) => name.toLocaleLowerCase().includes(text) || holds(inside, text));
    case "array":
      return node.items.some((inside) => holds(inside, text));
    default:
      return node.text.toLocaleLowerCase().includes(text);
  }
}

/** A node on one line, shortened if necessary. */
export function brief(node: Node, room = 60): string {
  switch (node.kind) {
    case "text":
      return JSON.stringify(node.text.length > room ? `${node.text.slice(0, room)}…` : node.text);
    case "word":
      return node.text;
    case "array":
      return node.items.length
        ? `[ ${join(
            node.items.map((item) => brief(item, 20)),
            room,
          )} ]`
        : "[]";
    case "object":
      return node.entries.length
        ? `{ ${join(
            node.entries.map(([key, item]) => `${key}: ${brief(item, 20)}`),
            room,
          )} }`
        : "{}";
  }
}

function join(parts: string[], room: number): string {
  let line = "";
  for (const part of parts) {
    if (line.length + part.length > room) return line ? `${line}, …` : `${part.slice(0, room)}…`;
    line = line ? `${line}, ${part}` : part;
  }
  return line;
}

type Reader = { text: string; at: number };

function space(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? "")) reader.at++;
}

function take(reader: Reader, character: string): boolean {
  space(reader);
  if (reader.text[reader.at] !== character) return false;
  reader.at++;
  return true;
}

function must(found: boolean): void {
  if (!found) throw new Error("no JSON");
}

function value(reader: Reader, depth: number): Node {
  must(depth < DEEPEST);
  space(reader);
  if (take(reader, "{")) {
    const entries: [string, Node][] = [];
    if (take(reader, "}")) return { kind: "object", entries };
    do {
      space(reader);
      const key = string(reader);
      must(take(reader, ":"));
      entries.push([key, value(reader, depth + 1)]);
    } while (take(reader, ","));
    must(take(reader, "}"));
    return { kind: "object", entries };
  }
  if (take(reader, "[")) {
    const items: Node[] = [];
    if (take(reader, "]")) return { kind: "array", items };
    do items.push(value(reader, depth + 1));
    while (take(reader, ","));
    must(take(reader, "]"));
    return { kind: "array", items };
  }
  if (reader.text[reader.at] === '"') return { kind: "text", text: string(reader) };
  const word = /(?:-?\d[\d.eE+-]*|true|false|null)/y;
  word.lastIndex = reader.at;
  const found = word.exec(reader.text)?.[0];
  must(found !== undefined);
  reader.at += found?.length ?? 0;
  return { kind: "word", text: found ?? "" };
}

function string(reader: Reader): string {
  const whole = /"(?:[^"\\]|\\.)*"/sy;
  whole.lastIndex = reader.at;
  const found = whole.exec(reader.text)?.[0];
  must(found !== undefined);
  reader.at += found?.length ?? 0;
  // Rust marks hidden characters inside a string but leaves line breaks, which JSON.parse wants escaped.
  return JSON.parse((found ?? "").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\r", "\\r")) as string;
}
