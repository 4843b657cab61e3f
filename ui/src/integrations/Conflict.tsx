// Somebody else changed config.toml meanwhile: the old value, the current one, and the one to be written.

import { createMemo, For, type JSX, Show } from "solid-js";
import type { ConfigSheet } from "../generated/model";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { r } from "../words/integrations";
import { w } from "../words/words";
import { shown } from "./ConfigValue";

type ConflictProps = {
  base: ConfigSheet;
  now: ConfigSheet;
  mine: Record<string, unknown>;
  take: () => void;
  write: () => void;
  close: () => void;
};
export type Difference = { key: string; was: string; theirs: string; mine: string | null };

export function Conflict(props: ConflictProps): JSX.Element {
  const rows = createMemo(() => differences(props.base, props.now, props.mine));
  return (
    <Dialog title={r.config.conflict} class="wide" part="conflict" close={props.close}>
      <p class="quiet">{r.config.conflictLead}</p>
      <Show when={rows().length} fallback={<p>{r.config.noDifference}</p>}>
        <div class="scroll-x">
          <table class="grid-table">
            <thead>
              <tr>
                <th scope="col">{r.config.key}</th>
                <th scope="col">{r.config.was}</th>
                <th scope="col">{r.config.theirs}</th>
                <th scope="col">{r.config.mine}</th>
              </tr>
            </thead>
            <tbody>
              <For each={rows()}>
                {(row) => (
                  <tr data-part="difference" data-name={row.key}>
                    <td>
                      <code>{row.key}</code>
                    </td>
                    <td class="quiet">{row.was}</td>
                    <td class={row.theirs === row.was ? "" : "tone-remove"}>{row.theirs}</td>
                    <td class="tone-add">{row.mine}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </Show>
      <DialogFoot no={w.common.cancel} close={props.close} safe>
        <Button part="take-theirs" onClick={props.take}>
          {r.config.takeTheirs}
        </Button>
        <Button variant="primary" part="write-mine" onClick={props.write}>
          {r.config.writeMine}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** Every value of the file that others changed, and every one that is to be written. */
export function differences(base: ConfigSheet, now: ConfigSheet, mine: Record<string, unknown>): Difference[] {
  const before = values(base);
  const after = values(now);
  const keys = [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key) || key in mine,
  );
  return keys.map((key) => ({
    key,
    was: before.get(key) ?? shown(null),
    theirs: after.get(key) ?? shown(null),
    mine: key in mine ? shown(mine[key]) : null,
  }));
}

function values(sheet: ConfigSheet): Map<string, string> {
  const own = sheet.fields.map((field) => [field.key, shown(field.own)] as const);
  const others = sheet.others.filter((one) => one.layer.kind === "user").map((one) => [one.key, one.value] as const);
  return new Map([...own, ...others]);
}
