// One line of the list: a project, a thread, or the button that shows the rest of a project.

import { type JSX, Match, Show, Switch } from "solid-js";
import { Icon } from "../kit/icons";
import type { ThreadId } from "../generated/model";
import type { SideItem } from "./items";
import { setFold, setWhole } from "../view";
import { w } from "../words/words";
import { ThreadRow } from "./ThreadRow";

const icons = { pin: "pin", folder: "folder", archive: "archive", layers: "layers" } as const;

export function SideLine(props: { item: SideItem; apart: (id: ThreadId) => string | undefined }): JSX.Element {
  const as = <K extends SideItem["kind"]>(kind: K): Extract<SideItem, { kind: K }> | undefined =>
    props.item.kind === kind ? (props.item as Extract<SideItem, { kind: K }>) : undefined;
  return (
    <Switch>
      <Match when={as("group")}>
        {(group) => (
          <button
            type="button"
            class="project"
            tabindex="-1"
            data-part="project"
            title={group().title}
            aria-expanded={!group().folded}
            onClick={() => setFold(group().key, !group().folded)}
          >
            <Icon name={icons[group().icon]} />
            <span class="grow clip">{group().name}</span>
            <Show when={group().folded}>
              <Icon name="right" class="turn" />
            </Show>
            <Show when={group().icon !== "pin"}>
              <span class="faint num">{group().count}</span>
            </Show>
          </button>
        )}
      </Match>
      <Match when={as("thread")}>
        {(row) => <ThreadRow id={row().id} child={row().child ?? false} apart={props.apart(row().id)} />}
      </Match>
      <Match when={as("more")}>
        {(more) => (
          <button type="button" class="side-row more-row" tabindex="-1" onClick={() => setWhole(more().group, true)}>
            <span class="st" />
            <span class="label">{w.sidebar.more(more().count)}</span>
          </button>
        )}
      </Match>
    </Switch>
  );
}
