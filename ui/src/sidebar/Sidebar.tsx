// The left side of the window: navigation, every thread by project, and the account.

import { createEffect, createMemo, createSignal, type JSX, onCleanup, Show } from "solid-js";
import { act } from "../host";
import { Resizer } from "../kit/bits";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { List } from "../kit/List";
import { Logo, Spin } from "../kit/marks";
import { Menu } from "../kit/Menu";
import { oneStop } from "../kit/roving";
import { toastError } from "../kit/toasts";
import { chord } from "../keys";
import { allLines, mirror } from "../mirror";
import type { Filter } from "./items";
import {
  go,
  setPref,
  prefs,
  noSidebarRoom,
  openThread,
  place,
  setDialog,
  single,
  toggleInbox,
  toggleSidebar,
} from "../view";
import { w } from "../words/words";
import { clearFilters, FilterMenu, Selected, SortMenu } from "./Choosing";
import { agentsOf, hiddenCount, isFiltered, withSubAgents, shownItems, matchesFilter, distinctions } from "./lines";
import { SideLine } from "./SideLine";
import { EmptyList } from "./EmptyList";
import { AccountFoot } from "./AccountFoot";
import { NavRow } from "./NavRow";

const FILTERS: readonly Filter[] = ["active", "archived", "all"];

export function Sidebar(): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const flat = createMemo(shownItems);
  const agents = createMemo(() => agentsOf(allLines()));
  const items = createMemo(() => withSubAgents(flat(), agents(), openThread()));
  const byKey = createMemo(() => new Map(items().map((item) => [item.key, item])));
  const keys = createMemo(() => items().map((item) => item.key));
  const apart = createMemo(() =>
    distinctions(
      allLines().filter((line) => line.goingMs === null && matchesFilter(line, prefs)),
      Date.now(),
    ),
  );
  const hidden = createMemo(() => hiddenCount(allLines(), prefs, prefs.filter));
  const waiting = (): number => Object.keys(mirror.asks).length;
  markFirst(
    "rows",
    () => keys().length > 0,
    () => document.querySelector(".window:not(.not-yet) [data-part=thread-row]") !== null,
  );
  markFirst(
    "whole",
    () => mirror.list === "complete",
    () => true,
  );
  return (
    <nav class="sidebar" aria-label={w.sidebar.name} data-part="sidebar" data-region>
      <div class="side-top">
        <Logo />
        <span class="grow">{w.app}</span>
        <IconButton icon="sidebar" label={`${w.sidebar.hide} (${chord("B")})`} onClick={toggleSidebar} />
      </div>
      <div class="side-nav">
        <NavRow
          icon="compose"
          label={w.sidebar.newThread}
          part="new-thread"
          current={place().kind !== "thread"}
          run={() => go({ kind: "new" })}
        >
          <span class="keys">{chord("N")}</span>
        </NavRow>
        <NavRow icon="search" label={w.sidebar.search} part="search" run={() => setDialog("palette")}>
          <span class="keys">{chord("K")}</span>
        </NavRow>
        <NavRow icon="inbox" label={w.sidebar.inbox} part="inbox-button" run={toggleInbox}>
          <Show when={waiting() > 0} fallback={<span class="keys">{chord("I")}</span>}>
            <span class="badge">
              {waiting()}
              <span class="sr"> {w.sidebar.waits(waiting())}</span>
            </span>
          </Show>
        </NavRow>
      </div>
      <div class="side-head">
        <Menu
          label={`${w.sidebar.filterName}: ${w.sidebar.filter[prefs.filter]}`}
          of={w.sidebar.filterName}
          class="pick"
          items={FILTERS.map((filter) => ({
            label: w.sidebar.filter[filter],
            checked: filter === prefs.filter,
            run: () => setPref("filter", filter),
          }))}
        >
          {w.sidebar.filter[prefs.filter]}
          <Icon name="down" />
        </Menu>
        <span class="grow" />
        <Show when={mirror.list !== "complete" && keys().length > 0}>
          <span class="side-filling" title={w.sidebar.filling}>
            <Spin />
            <span class="sr">{w.sidebar.filling}</span>
          </span>
        </Show>
        <FilterMenu active={hidden() > 0} />
        <SortMenu />
        <IconButton
          small
          icon="refresh"
          label={w.sidebar.refresh}
          onClick={() => void act({ type: "refreshThreads" }).catch(toastError)}
        />
      </div>
      <Selected />
      <div
        ref={(made) => {
          setScroller(made);
          onCleanup(oneStop(made, "button.thread, button.project, button.more-row"));
        }}
        class="side-list"
        tabindex="0"
        role="region"
        aria-label={w.sidebar.list}
      >
        <Show when={!keys().length}>
          <EmptyList />
        </Show>
        {/* Mounted while it is still empty too, so that it knows its height and draws the first rows in the frame in
            which they arrive. */}
        <List keys={keys()} scroller={scroller()} size={28}>
          {(key) => (
            <Show when={byKey().get(key)}>{(item) => <SideLine item={item()} apart={(id) => apart().get(id)} />}</Show>
          )}
        </List>
        <Show when={hidden() > 0 && keys().length > 0}>
          <p class="side-hidden" data-part="hidden-threads">
            <span class="num">{isFiltered(prefs) ? w.lists.hidden(hidden()) : w.lists.hiddenScripts(hidden())}</span>
            <span aria-hidden="true"> · </span>
            <button
              type="button"
              class="link"
              data-part="show-hidden"
              onClick={() => (isFiltered(prefs) ? clearFilters() : setPref("source", "all"))}
            >
              {w.lists.showHidden}
            </button>
          </p>
        </Show>
      </div>
      <AccountFoot />
      <Show when={!noSidebarRoom() && !single}>
        <Resizer
          label={w.common.resize(w.sidebar.column)}
          side="start"
          width={prefs.sidebarWidth}
          min={220}
          max={400}
          change={(width) => setPref("sidebarWidth", width)}
        />
      </Show>
    </nav>
  );
}

/** Marks for `cargo xtask bench`: the first frame with a thread, and the first frame of the whole list. */
function markFirst(name: string, is: () => boolean, shown: () => boolean): void {
  let marked = false;
  createEffect(() => {
    if (marked || !is()) return;
    marked = true;
    const check = (tries: number): void => {
      if (shown()) performance.mark(name);
      else if (tries > 0) requestAnimationFrame(() => check(tries - 1));
    };
    requestAnimationFrame(() => check(600));
  });
}
