// The diagnostics as text, for an issue or an e-mail. They contain no secret, because Rust sends none. Pure.

import type { Counters, Diagnostics } from "../generated/model";
import { bytes, count } from "../words/forms";
import { w } from "../words/words";

type Plain = Exclude<keyof Counters, "unknownNotices" | "unreadableNotices" | "refusedRequests">;

export function plainCounters(counters: Counters): [string, string][] {
  const names = Object.keys(w.diagnostics.names) as Plain[];
  return names.map((name) => [
    w.diagnostics.names[name],
    name === "bytesIn" ? bytes(counters[name]) : count(counters[name]),
  ]);
}

export function report(found: Diagnostics): string {
  const { server, counters } = found;
  const lines = [
    `${w.diagnostics.threadloft}: ${found.version}`,
    `${w.diagnostics.system}: ${found.system}`,
    `${w.diagnostics.codex}: ${server.codex?.version ?? w.common.unknown}`,
    `${w.diagnostics.codexPath}: ${server.codex?.path ?? w.common.unknown}`,
    `${w.diagnostics.home}: ${server.home}`,
    `${w.diagnostics.data}: ${found.dataDir}`,
    `${w.diagnostics.phase}: ${w.diagnostics.phases[server.phase.kind]}`,
    `${w.diagnostics.toolPath}: ${w.diagnostics.toolPaths[found.toolPath]}`,
    `${w.diagnostics.starts}: ${found.starts}`,
    "",
    ...plainCounters(counters).map(([name, value]) => `${name}: ${value}`),
    ...named(w.diagnostics.unknownNotices, counters.unknownNotices),
    ...named(w.diagnostics.unreadableNotices, counters.unreadableNotices),
    ...named(w.diagnostics.refusedRequests, counters.refusedRequests),
    "",
    `${w.diagnostics.stderr}:`,
    ...found.stderr,
  ];
  return lines.join("\n");
}

function named(title: string, counts: Record<string, number>): string[] {
  const entries = Object.entries(counts);
  return entries.length ? [`${title}: ${entries.map(([name, n]) => `${name} ${n}`).join(", ")}`] : [];
}
