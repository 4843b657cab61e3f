// Finds a thread by its title, archived ones too. The input keeps the focus; the arrows move.

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import { act } from "../host";
import { Empty } from "../kit/bits";
import { Dialog } from "../kit/Dialog";
import { Icon, type IconName } from "../kit/icons";
import { told } from "../kit/toasts";
import { chord, isMod } from "../keys";
import { mirror } from "../mirror";
import { findThreads, folderName } from "../rows";
import { go } from "../view";
import { age } from "../words/forms";
import { w } from "../words/words";

const MOST = 50;

type Hit = { key: string; icon: IconName; label: string; where: string; archived: boolean; keys?: string; run: (inWindow: boolean) => void };

export function Palette(props: { close: () => void }): JSX.Element {
  const now = useNow();
  const [query, setQuery] = createSignal("");
  const [at, setAt] = createSignal(0);
  const opened = now();
  const threads = createMemo(() => findThreads(Object.values(mirror.threads), query(), MOST));
  const hits = createMemo((): Hit[] => [
    ...threads().map((line): Hit => ({
      key: line.id,
      icon: "spool",
      label: line.title,
      where: `${folderName(line.cwd)} · ${age(line.updatedMs, opened)}`,
      archived: line.archived,
      run: (inWindow) => {
        if (inWindow) act({ type: "openWindow", thread: line.id }).catch(told);
        else go({ kind: "thread", id: line.id });
      },
    })),
    ...actions(query()),
  ]);
  const choose = (hit: Hit | undefined, inWindow: boolean): void => {
    if (!hit) return;
    props.close();
    hit.run(inWindow);
  };
  const move = (by: number): void => {
    const count = hits().length;
    if (!count) return;
    setAt((at() + by + count) % count);
    document.getElementById(`hit-${at()}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter") choose(hits()[at()], isMod(event));
    else return;
    event.preventDefault();
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
          aria-activedescendant={hits().length ? `hit-${at()}` : undefined}
          aria-label={w.palette.name}
          placeholder={w.palette.placeholder}
          autocomplete="off"
          spellcheck={false}
          data-focus
          onInput={(event) => {
            setQuery(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <span class="quiet small num" role="status">
          {w.palette.results(threads().length)}
        </span>
        <kbd>{w.palette.esc}</kbd>
      </div>
      <div class="results" id="palette-hits" role="listbox" aria-label={w.palette.threads} tabindex="-1">
        <Show when={!threads().length && query()}>
          <Empty icon="search" title={w.palette.none(query())} hint={w.palette.searched(Object.keys(mirror.threads).length)} />
        </Show>
        <For each={hits()}>
          {(hit, i) => (
            <div
              id={`hit-${i()}`}
              class={`hit ${i() === threads().length && i() > 0 ? "after-group" : ""}`}
              role="option"
              aria-selected={i() === at()}
              onMouseMove={() => setAt(i())}
              onClick={(event) => choose(hit, isMod(event as unknown as KeyboardEvent))}
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
            </div>
          )}
        </For>
      </div>
      <div class="palette-foot">
        <span>
          <kbd>{w.palette.up}</kbd>
          <kbd>{w.palette.down}</kbd> {w.palette.move}
        </span>
        <span>
          <kbd>{w.palette.enter}</kbd> {w.palette.go}
        </span>
        <span>
          <kbd>{chord(w.palette.enter)}</kbd> {w.palette.window}
        </span>
      </div>
    </Dialog>
  );
}

function actions(query: string): Hit[] {
  const all: Hit[] = [
    { key: "new", icon: "compose", label: w.sidebar.newThread, where: chord("N"), archived: false, run: () => go({ kind: "new" }) },
    { key: "settings", icon: "gear", label: w.settings.title, where: chord(","), archived: false, run: () => go({ kind: "settings", part: "general" }) },
    { key: "diagnostics", icon: "activity", label: w.diagnostics.title, where: "", archived: false, run: () => go({ kind: "settings", part: "diagnostics" }) },
  ];
  return all.filter((one) => one.label.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase()));
}
