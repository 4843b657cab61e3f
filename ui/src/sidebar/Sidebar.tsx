// The left of the window: ways in, every thread by project, and who you are.

import { createEffect, createMemo, createSignal, type JSX, Match, onCleanup, Show, Switch } from "solid-js";
import { useNow } from "../clock";
import { act } from "../host";
import { Empty, Resizer } from "../kit/bits";
import { Button, IconButton } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import { List } from "../kit/List";
import { Logo, Ring, Spin } from "../kit/marks";
import { Menu } from "../kit/Menu";
import { oneStop } from "../kit/roving";
import { toastError } from "../kit/toasts";
import { chord } from "../keys";
import type { ThreadId } from "../generated/model";
import { allLines, mirror } from "../mirror";
import { accountWords, type Filter, type SideItem } from "../rows";
import {
  go,
  setPref,
  setFold,
  prefs,
  noSidebarRoom,
  openThread,
  place,
  setDialog,
  setWhole,
  single,
  toggleInbox,
  toggleSidebar,
} from "../view";
import { w } from "../words/words";
import { clearFilters, FilterMenu, Selected, SortMenu } from "./Choosing";
import { agentsOf, hiddenCount, isFiltered, nested, onlyQuiet, shownItems, suits, twins } from "./lines";
import { ThreadRow } from "./ThreadRow";

const FILTERS: readonly Filter[] = ["active", "archived", "all"];
const icons = { pin: "pin", folder: "folder", archive: "archive", layers: "layers" } as const;

export function Sidebar(): JSX.Element {
  const [scroller, setScroller] = createSignal<HTMLDivElement>();
  const flat = createMemo(shownItems);
  const agents = createMemo(() => agentsOf(allLines()));
  const items = createMemo(() => nested(flat(), agents(), openThread()));
  const byKey = createMemo(() => new Map(items().map((item) => [item.key, item])));
  const keys = createMemo(() => items().map((item) => item.key));
  const apart = createMemo(() =>
    twins(
      allLines().filter((line) => line.goingMs === null && suits(line, prefs)),
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
        {/* Also while it is empty: it knows its height by then, and the first rows are drawn with the frame they come in. */}
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
          label={w.common.resize(w.sidebar.name)}
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

/** In place of the threads: they are still read, there are none, or none that fit. */
function EmptyList(): JSX.Element {
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
      <Match when={onlyQuiet()}>
        <Empty icon="filter" title={w.lists.onlyQuiet} hint={w.lists.onlyQuietHint}>
          <Button size="small" part="show-quiet" onClick={() => setPref("source", "all")}>
            {w.lists.showQuiet}
          </Button>
        </Empty>
      </Match>
    </Switch>
  );
}

/** For `cargo xtask bench`: the first frame that has a thread in it, and the first of the whole list. */
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

function NavRow(props: {
  icon: IconName;
  label: string;
  part: string;
  current?: boolean;
  run: () => void;
  children: JSX.Element;
}): JSX.Element {
  return (
    <button
      type="button"
      class="side-row"
      data-part={props.part}
      aria-current={props.current ? "page" : undefined}
      onClick={() => props.run()}
    >
      <Icon name={props.icon} />
      <span class="label">{props.label}</span>
      {props.children}
    </button>
  );
}

function SideLine(props: { item: SideItem; apart: (id: ThreadId) => string | undefined }): JSX.Element {
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

function AccountFoot(): JSX.Element {
  const now = useNow();
  const words = createMemo(() => accountWords(mirror.account, mirror.limits, mirror.server.demo !== null, now()));
  return (
    <button
      type="button"
      class="account"
      data-part="account"
      title={w.account.page}
      onClick={() => go({ kind: "settings", part: "account" })}
    >
      <Show when={words().ring} fallback={<Icon name="account" class="quiet who" />}>
        <Ring percent={words().percent} big />
      </Show>
      <span class="grow">
        <b class="clip">{words().name}</b>
        <Show when={words().detail}>{(detail) => <small>{detail()}</small>}</Show>
      </span>
      <Icon name="gear" class="faint" />
    </button>
  );
}
