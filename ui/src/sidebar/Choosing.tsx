// Filters and order of the list, and the actions for selected threads.

import { createMemo, type JSX, Show } from "solid-js";
import { act } from "../host";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { sourceName } from "../conversation/menu";
import { archive, asksToDelete, remove, setOpenDialog } from "../conversation/actions";
import { allLines, mirror } from "../mirror";
import type { Sort } from "./items";
import { setPref, prefs } from "../view";
import { w } from "../words/words";
import { projectsOf, values } from "./lines";
import { selected, selectNone } from "./selection";

const SORTS: readonly Sort[] = ["recent", "created", "name"];

export function clearFilters(): void {
  setPref("project", null);
  setPref("source", null);
  setPref("model", null);
}

/** `active`: the filter hides something. */
export function FilterMenu(props: { active: boolean }): JSX.Element {
  const items = createMemo((): MenuItem[] => {
    const lines = allLines();
    const pick = <K extends "project" | "source" | "model">(
      name: K,
      value: string | null,
      label: string,
    ): MenuItem => ({
      label,
      checked: prefs[name] === value,
      run: () => setPref(name, value),
    });
    return [
      { kind: "head", label: w.lists.source },
      pick("source", null, w.lists.usual),
      pick("source", "all", w.lists.everything),
      ...values(lines, (line) => line.source).map((source) => pick("source", source, sourceName(source))),
      { kind: "head", label: w.lists.model },
      pick("model", null, w.lists.anyModel),
      ...values(lines, (line) => line.model).map((model) => pick("model", model, model)),
      // Last, because there may be many.
      { kind: "head", label: w.lists.project },
      pick("project", null, w.lists.allProjects),
      ...[...projectsOf(lines)].map(([project, name]) => pick("project", project, name)),
    ];
  });
  return (
    <Menu
      label={props.active ? w.lists.filterOn : w.lists.filter}
      items={items()}
      class={`icon-button small ${props.active ? "has-dot" : ""}`}
      part="filter-menu"
    >
      <Icon name="filter" />
    </Menu>
  );
}

export function SortMenu(): JSX.Element {
  const items = (): MenuItem[] =>
    SORTS.map((sort) => ({
      label: w.lists.sorts[sort],
      checked: prefs.sort === sort,
      run: () => setPref("sort", sort),
    }));
  return (
    <Menu
      label={w.lists.sortedBy(w.lists.sorts[prefs.sort])}
      items={items()}
      class="icon-button small"
      part="sort-menu"
    >
      <Icon name="sort" />
    </Menu>
  );
}

/** The bar above the list while threads are selected. */
export function Selected(): JSX.Element {
  const all = createMemo(selected);
  const some = (archived: boolean): string[] => all().filter((id) => mirror.threads[id]?.archived === archived);
  const done = (run: Promise<unknown>): void => {
    run.catch(toastError);
    selectNone();
  };
  const archiveSome = (): void => {
    archive(some(false));
    selectNone();
  };
  const more = (): MenuItem[] => [
    ...(some(true).length
      ? [
          {
            label: w.menu.unarchive,
            icon: "undo",
            run: () => done(act({ type: "unarchive", threads: some(true) })),
          } as const,
        ]
      : []),
    { label: w.keep.project, icon: "layers", run: () => setOpenDialog({ kind: "project", threads: all() }) },
    { label: w.keep.export, icon: "download", run: () => setOpenDialog({ kind: "export", threads: all() }) },
  ];
  return (
    <Show when={all().length}>
      <div class="side-selected" role="toolbar" aria-label={w.lists.selection} data-part="selection">
        <span class="grow num" role="status">
          {w.lists.selected(all().length)}
        </span>
        <Show when={some(false).length}>
          <Button size="small" variant="plain" part="archive-selected" onClick={archiveSome}>
            {w.menu.archive}
          </Button>
        </Show>
        <Button size="small" variant="plain" part="delete-selected" onClick={() => remove(all())}>
          {asksToDelete(all()) ? w.keep.deleteAsk : w.keep.delete}
        </Button>
        <Menu label={w.common.more} items={more()} class="icon-button small" part="selected-more">
          <Icon name="more" />
        </Menu>
        <IconButton small icon="x" label={w.lists.clearSelection} onClick={() => selectNone()} />
      </div>
    </Show>
  );
}
