// One box for everything: what was said, titles, commands. The input keeps the focus; the arrows move.

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import type { Piece, Scope, SearchHit, ThreadId, ThreadLine } from "../generated/model";
import { act } from "../host";
import { archive, fork, openAt, openFound } from "../keep/keep";
import { sourceName } from "../keep/items";
import { Empty } from "../kit/bits";
import { Button, Segmented } from "../kit/controls";
import { Dialog } from "../kit/Dialog";
import { Icon, type IconName } from "../kit/icons";
import { Spin } from "../kit/marks";
import { Menu, type MenuItem } from "../kit/Menu";
import { told } from "../kit/toasts";
import { chord, isComposing, isMod } from "../keys";
import { allLines, mirror } from "../mirror";
import { findThreads, folderName, titleOf } from "../rows";
import { type Choice, chosen, projectsOf, suits, values } from "../sidebar/lines";
import { go } from "../view";
import { age, moment } from "../words/forms";
import { w } from "../words/words";
import { createPeek, createSearch, isEnough } from "./search";

/** Titles in one go. */
const MOST = 50;
const SCOPES: readonly Scope[] = ["active", "archived", "all"];

type Group = "messages" | "threads" | "actions";
type Hit = {
  key: string;
  group: Group;
  icon: IconName;
  label: string;
  where: string;
  archived: boolean;
  snippet?: Piece[];
  thread: ThreadId | null;
  /** More of its group: the search stays open. */
  more?: boolean;
  run: (inWindow: boolean) => void;
};

export function Palette(props: { close: () => void }): JSX.Element {
  const opened = useNow()();
  const [query, setQuery] = createSignal("");
  /** By its key: the list grows before and behind it. `null` is the first. */
  const [at, setAt] = createSignal<string | null>(null);
  const [scope, setScope] = createSignal<Scope>("all");
  const [choice, setChoice] = createSignal<Choice>({ project: null, source: "all", model: null });
  const [most, setMost] = createSignal(MOST);
  const { found, hits: said, busy, failed, again, goOn } = createSearch(query, scope);
  const fits = (line: ThreadLine): boolean => (scope() === "all" || line.archived === (scope() === "archived")) && chosen([line], choice()).length > 0;
  const messages = createMemo((): Hit[] =>
    said()
      .filter((hit) => {
        const line = mirror.threads[hit.thread];
        if (line) return fits(line);
        return (scope() === "all" || hit.archived === (scope() === "archived")) && suits(hit, choice());
      })
      .map((hit) => messageHit(hit, opened, query())),
  );
  const titles = createMemo(() => findThreads(allLines().filter(fits), query(), most() + 1).map((line) => threadHit(line, opened)));
  const threads = createMemo(() => titles().slice(0, most()));
  const moreSaid = moreHit("messages", () => void reach(messages, goOn));
  const moreTitles = moreHit("threads", () => void reach(threads, () => void setMost(most() + MOST)));
  const hits = createMemo((): Hit[] => [
    ...messages(),
    ...(found()?.next ? [moreSaid] : []),
    ...threads(),
    ...(titles().length > most() ? [moreTitles] : []),
    ...actions(query()),
  ]);
  const index = createMemo(() => Math.max(0, hits().findIndex((hit) => hit.key === at())));
  const picked = (): Hit | undefined => hits()[index()];
  const peeked = createPeek(
    () => (picked()?.group === "messages" ? (picked()?.thread ?? null) : null),
    query,
  );
  const choose = (hit: Hit | undefined, inWindow: boolean): void => {
    if (!hit) return;
    if (!hit.more) props.close();
    hit.run(inWindow);
  };
  /** The first of those that came is chosen. */
  const reach = async (group: () => Hit[], load: () => void | Promise<void>): Promise<void> => {
    const before = group().length;
    await load();
    const first = group()[before];
    if (first) seek(first.key);
  };
  const seek = (key: string | null): void => {
    setAt(key);
    document.getElementById(`hit-${index()}`)?.scrollIntoView({ block: "nearest" });
  };
  const move = (by: number): void => {
    const count = hits().length;
    if (!count) return;
    seek(hits()[(index() + by + count) % count]?.key ?? null);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") choose(picked(), isMod(event));
    else return;
    event.preventDefault();
  };
  /** How far one looked for nothing. */
  const searched = (): string => {
    if (!isEnough(query())) return w.palette.onlyTitles;
    if (found()?.more) return w.palette.notAll;
    return w.palette.searched(allLines().filter(fits).length, scope());
  };
  const narrow = (more: Partial<Choice>): void => {
    setChoice({ ...choice(), ...more });
    setAt(null);
  };
  return (
    <Dialog title={w.palette.name} hideTitle class="palette" part="palette" close={props.close}>
      <div class="palette-top">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-hits"
          aria-activedescendant={hits().length ? `hit-${index()}` : undefined}
          aria-label={w.palette.name}
          placeholder={w.palette.placeholder}
          autocomplete="off"
          spellcheck={false}
          data-part="palette-input"
          data-focus
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setMost(MOST);
            setAt(null);
          }}
          onKeyDown={onKey}
        />
        <span class="quiet small num" role="status">
          <Show when={!busy()} fallback={w.hits.looking}>
            {w.hits.results(messages().length + threads().length, (found()?.more ?? false) || titles().length > most())}
          </Show>
        </span>
        <kbd>{w.palette.esc}</kbd>
      </div>
      <div class="palette-bar">
        <Segmented label={w.hits.scope} value={scope()} options={SCOPES.map((value) => ({ value, label: w.sidebar.filter[value] }))} change={setScope} />
        <span class="sep" />
        <Picks choice={choice()} narrow={narrow} />
      </div>
      <div class="palette-body">
        <div class="results" id="palette-hits" role="listbox" aria-label={w.palette.list} tabindex="-1" data-busy={busy()}>
          <Show when={found()?.readOnlyNewest}>{(n) => <p class="quiet small bounded">{w.hits.bounded(n())}</p>}</Show>
          <Show when={failed()}>
            {(why) => (
              <Empty icon="error" title={w.hits.failed} hint={why()}>
                <Button size="small" part="search-again" onClick={again}>
                  {w.common.tryAgain}
                </Button>
              </Empty>
            )}
          </Show>
          <Show when={!messages().length && !threads().length && query().trim() && !busy() && !failed()}>
            <Empty icon="search" title={w.palette.none(query().trim())} hint={searched()} />
          </Show>
          <For each={hits()}>
            {(hit, i) => (
              <>
                <Show when={hits()[i() - 1]?.group !== hit.group}>
                  <div class="group-name" role="presentation">
                    {w.hits[hit.group]}
                  </div>
                </Show>
                <div
                  id={`hit-${i()}`}
                  class="hit"
                  role="option"
                  aria-selected={i() === index()}
                  data-part={hit.more ? "more-hits" : "hit"}
                  data-group={hit.group}
                  data-thread={hit.thread ?? undefined}
                  onMouseMove={() => setAt(hit.key)}
                  onClick={(event) => choose(hit, event.ctrlKey || event.metaKey)}
                >
                  <div class="top">
                    <Icon name={hit.icon} />
                    <span class="clip">{hit.label}</span>
                    <Show when={hit.archived}>
                      <span class="tag">
                        <Icon name="archive" />
                        {w.palette.archived}
                      </span>
                    </Show>
                    <span class="where">{hit.where}</span>
                  </div>
                  <Show when={hit.snippet}>
                    {(pieces) => (
                      <div class="snip">
                        <Pieces pieces={pieces()} />
                      </div>
                    )}
                  </Show>
                </div>
              </>
            )}
          </For>
        </div>
        <Show when={picked()?.thread ? picked() : undefined}>
          {(hit) => (
            <section class="preview" aria-label={w.hits.preview} tabindex="0" data-part="preview">
              <Preview
                hit={hit()}
                now={opened}
                close={props.close}
                places={peeked()?.hits.map((place) => ({ pieces: place.snippet, run: () => void openAt(hit().thread ?? "", place.spot, query().trim()) })) ?? []}
                more={peeked()?.more ?? false}
              />
            </section>
          )}
        </Show>
      </div>
      <div class="palette-foot">
        <span>
          <kbd>{w.palette.up}</kbd>
          <kbd>{w.palette.down}</kbd> {w.palette.move}
        </span>
        <span>
          <kbd>{w.palette.enter}</kbd> {picked()?.more ? w.hits.showMore : picked()?.group === "messages" ? w.hits.goTo : w.palette.go}
        </span>
        <span>
          <kbd>{chord(w.palette.enter)}</kbd> {w.palette.window}
        </span>
      </div>
    </Dialog>
  );
}

export function Pieces(props: { pieces: Piece[] }): JSX.Element {
  return <For each={props.pieces}>{(piece) => (piece.hit ? <mark>{piece.text}</mark> : <>{piece.text}</>)}</For>;
}

function Preview(props: { hit: Hit; now: number; places: { pieces: Piece[]; run: () => void }[]; more: boolean; close: () => void }): JSX.Element {
  const line = (): ThreadLine | undefined => mirror.threads[props.hit.thread ?? ""];
  const then = (run: () => void) => (): void => {
    props.close();
    run();
  };
  return (
    <>
      <div>
        <b class="clip block">{props.hit.label}</b>
        <Show when={line()}>
          {(found) => (
            <p class="quiet small">
              {folderName(found().cwd)} · {sourceName(found().source)} · {moment(found().updatedMs, props.now)}
            </p>
          )}
        </Show>
      </div>
      <For each={props.places}>
        {(place) => (
          <button type="button" class="said place" onClick={then(place.run)}>
            <Pieces pieces={place.pieces} />
          </button>
        )}
      </For>
      <Show when={props.more}>
        <p class="faint small">{w.hits.more}</p>
      </Show>
      <div class="row wrap">
        <Button size="small" onClick={then(() => props.hit.run(false))}>
          {w.hits.openHere}
        </Button>
        <Button size="small" onClick={then(() => void fork(props.hit.thread ?? "", null))}>
          {w.keep.fork}
        </Button>
        <Show when={line() && !props.hit.archived}>
          <Button size="small" onClick={then(() => archive([props.hit.thread ?? ""]))}>
            {w.menu.archive}
          </Button>
        </Show>
      </div>
    </>
  );
}

function Picks(props: { choice: Choice; narrow: (more: Partial<Choice>) => void }): JSX.Element {
  const lines = (): ThreadLine[] => allLines();
  const projects = createMemo(() => projectsOf(lines()));
  const item = (label: string, checked: boolean, more: Partial<Choice>): MenuItem => ({ label, checked, run: () => props.narrow(more) });
  const project = (): string => (props.choice.project === null ? w.lists.allProjects : (projects().get(props.choice.project) ?? folderName(props.choice.project)));
  const source = (): string => (props.choice.source === "all" ? w.lists.everything : props.choice.source === null ? w.lists.usual : sourceName(props.choice.source));
  return (
    <>
      <Menu
        label={`${w.lists.project}: ${project()}`}
        of={w.lists.project}
        class="pick"
        items={[
          item(w.lists.allProjects, props.choice.project === null, { project: null }),
          ...[...projects()].map(([cwd, name]) => item(name, props.choice.project === cwd, { project: cwd })),
        ]}
      >
        <Icon name="folder" />
        <span class="clip">{project()}</span>
        <Icon name="down" />
      </Menu>
      <Menu
        label={`${w.lists.source}: ${source()}`}
        of={w.lists.source}
        class="pick"
        items={[
          item(w.lists.everything, props.choice.source === "all", { source: "all" }),
          item(w.lists.usual, props.choice.source === null, { source: null }),
          ...values(lines(), (line) => line.source).map((one) => item(sourceName(one), props.choice.source === one, { source: one })),
        ]}
      >
        {source()}
        <Icon name="down" />
      </Menu>
      <Menu
        label={`${w.lists.model}: ${props.choice.model ?? w.lists.anyModel}`}
        of={w.lists.model}
        class="pick"
        items={[
          item(w.lists.anyModel, props.choice.model === null, { model: null }),
          ...values(lines(), (line) => line.model).map((one) => item(one, props.choice.model === one, { model: one })),
        ]}
      >
        {props.choice.model ?? w.lists.anyModel}
        <Icon name="down" />
      </Menu>
      <Show when={mirror.list !== "complete"}>
        <span title={w.sidebar.filling}>
          <Spin />
          <span class="sr">{w.sidebar.filling}</span>
        </span>
      </Show>
    </>
  );
}

function messageHit(hit: SearchHit, now: number, text: string): Hit {
  return {
    key: `said:${hit.thread}`,
    group: "messages",
    icon: "question",
    label: mirror.threads[hit.thread]?.title || titleOf(hit),
    where: `${folderName(hit.cwd)} · ${age(hit.updatedMs, now)}`,
    archived: hit.archived,
    snippet: hit.snippet,
    thread: hit.thread,
    run: (inWindow) => {
      if (inWindow) act({ type: "openWindow", thread: hit.thread }).catch(told);
      else if (hit.spot) void openAt(hit.thread, hit.spot, text.trim());
      else void openFound(hit.thread, text.trim());
    },
  };
}

function threadHit(line: ThreadLine, now: number): Hit {
  return {
    key: line.id,
    group: "threads",
    icon: "spool",
    label: titleOf(line),
    where: `${folderName(line.cwd)} · ${age(line.updatedMs, now)}`,
    archived: line.archived,
    thread: line.id,
    run: (inWindow) => {
      if (inWindow) act({ type: "openWindow", thread: line.id }).catch(told);
      else go({ kind: "thread", id: line.id });
    },
  };
}

function moreHit(group: Group, run: () => void): Hit {
  return { key: `more:${group}`, group, icon: "down", label: w.hits.showMore, where: "", archived: false, thread: null, more: true, run };
}

function actions(query: string): Hit[] {
  const command = (key: string, icon: IconName, label: string, where: string, run: () => void): Hit => ({ key, group: "actions", icon, label, where, archived: false, thread: null, run });
  const all: Hit[] = [
    command("new", "compose", w.sidebar.newThread, chord("N"), () => go({ kind: "new" })),
    command("settings", "gear", w.settings.title, chord(","), () => go({ kind: "settings", part: "general" })),
    command("diagnostics", "activity", w.diagnostics.title, "", () => go({ kind: "settings", part: "diagnostics" })),
  ];
  return all.filter((one) => one.label.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase()));
}
