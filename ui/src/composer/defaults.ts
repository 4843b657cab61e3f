// What a new thread in a folder runs with if nothing is chosen. Queried for each folder, and again when the config,
// the account or the server has changed.

import { createEffect, on } from "solid-js";
import { createStore, reconcile } from "solid-js/store";
import type { ThreadDefaults } from "../generated/model";
import { query } from "../host";
import { mirror } from "../mirror";

const ANYWHERE = "";
const [held, setHeld] = createStore<Record<string, ThreadDefaults>>({});
let last = 0;

/** `null`: not known yet. */
export const defaultsOf = (cwd: string | null): ThreadDefaults | null => held[cwd ?? ANYWHERE] ?? null;

/** Keeps the defaults of a folder up to date for as long as the owner lives. */
export function followDefaults(cwd: () => string | null): void {
  const stale = (): unknown[] => [
    cwd(),
    mirror.revisions.config,
    JSON.stringify(mirror.account),
    mirror.server.phase.kind,
    mirror.server.sandboxWorks,
  ];
  createEffect(on(stale, () => mirror.server.phase.kind === "ready" && ask(cwd())));
}

function ask(cwd: string | null): void {
  last += 1;
  const mine = last;
  query(cwd ? { type: "threadDefaults", cwd } : { type: "threadDefaults" })
    .then((result) => mine === last && setHeld(cwd ?? ANYWHERE, reconcile(result.defaults)))
    // The old defaults may be wrong now, so they are removed.
    .catch(() => mine === last && setHeld(cwd ?? ANYWHERE, undefined as never));
}
