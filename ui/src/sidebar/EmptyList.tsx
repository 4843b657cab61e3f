// Shown instead of threads: they are being read, there are none, or none match.

import { type JSX, Match, Switch } from "solid-js";
import { Empty } from "../kit/bits";
import { Button } from "../kit/controls";
import { Spin } from "../kit/marks";
import { mirror } from "../mirror";
import { setPref, prefs } from "../view";
import { w } from "../words/words";
import { clearFilters } from "./Choosing";
import { isFiltered, hasOnlyHidden } from "./lines";

export function EmptyList(): JSX.Element {
  return (
    <Switch
      fallback={
        <Empty
          icon="spool"
          title={prefs.filter === "archived" ? w.sidebar.noneArchived : w.sidebar.none}
          hint={prefs.filter === "archived" ? w.sidebar.noneArchivedHint : w.sidebar.noneHint}
        />
      }
    >
      <Match when={mirror.list !== "complete"}>
        <p class="side-note">
          <Spin />
          {w.sidebar.loading}
        </p>
      </Match>
      <Match when={isFiltered(prefs)}>
        <Empty icon="filter" title={w.lists.none}>
          <Button size="small" onClick={clearFilters}>
            {w.lists.clear}
          </Button>
        </Empty>
      </Match>
      <Match when={hasOnlyHidden()}>
        <Empty icon="filter" title={w.lists.onlyQuiet} hint={w.lists.onlyQuietHint}>
          <Button size="small" part="show-quiet" onClick={() => setPref("source", "all")}>
            {w.lists.showQuiet}
          </Button>
        </Empty>
      </Match>
    </Switch>
  );
}
