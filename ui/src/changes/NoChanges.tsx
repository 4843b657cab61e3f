// Shown instead of changes: while they are read, if they could not be read, or if there are none.

import { type JSX, Match, Switch } from "solid-js";
import type { Compared } from "../generated/model";
import { Empty } from "../kit/bits";
import { Button } from "../kit/controls";
import { Spin } from "../kit/marks";
import { w } from "../words/words";
import type { Reading } from "./reading";

export function NoChanges(props: { reading: Reading; compared: Compared }): JSX.Element {
  return (
    <Switch>
      <Match when={props.reading.failed()}>
        {(words) => (
          <Empty icon="edit" title={w.changes.failed} hint={words()}>
            <Button onClick={props.reading.readAgain}>{w.changes.again}</Button>
          </Empty>
        )}
      </Match>
      <Match when={!props.reading.pages()}>
        <div class="changes-wait" role="status">
          <Spin />
          <span class="quiet">{w.changes.looking}</span>
        </div>
      </Match>
      <Match when={!props.reading.files().length}>
        <Empty icon="edit" title={w.changes.none[props.compared.kind]} hint={w.changes.hints[props.compared.kind]} />
      </Match>
    </Switch>
  );
}
