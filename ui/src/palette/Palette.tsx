// One search field for everything: messages, titles, and every action. The input keeps the focus; the arrows move.

import { For, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import type { Scope } from "../generated/model";
import { openAt } from "../conversation/open";
import { Empty, Keys } from "../kit/bits";
import { Button, Segmented } from "../kit/controls";
import { Dialog } from "../kit/Dialog";
import { Icon } from "../kit/icons";
import { chord, isComposing, isMod } from "../keys";
import { w } from "../words/words";
import type { Hit } from "./hits";
import { Picks } from "./Picks";
import { Pieces, Preview } from "./Preview";
import { createResults } from "./results";

const SCOPES: readonly Scope[] = ["active", "archived", "all"];

export function Palette(props: { close: () => void }): JSX.Element {
  const opened = useNow()();
  const results = createResults(opened);
  const { query, hits, index, picked, peeked, search } = results;
  const choose = (hit: Hit | undefined, inWindow: boolean): void => {
    if (!hit) return;
    if (!hit.more) props.close();
    hit.run(inWindow);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === "ArrowDown") results.move(1);
    else if (event.key === "ArrowUp") results.move(-1);
    else if (event.key === "Enter") choose(picked(), isMod(event));
    else return;
    event.preventDefault();
  };
  const does = (): string => {
    const hit = picked();
    if (hit?.more) return w.hits.showMore;
    return hit?.group === "messages" ? w.hits.goTo : hit?.group === "actions" ? w.palette.run : w.palette.go;
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
          onInput={(event) => results.ask(event.currentTarget.value)}
          onKeyDown={onKey}
        />
        <span class="quiet small num" role="status">
          <Show when={!search.busy()} fallback={w.hits.looking}>
            {query().trim() ? results.count() : ""}
          </Show>
        </span>
        <kbd>{w.palette.esc}</kbd>
      </div>
      <div class="palette-bar">
        <Segmented
          label={w.hits.scope}
          value={results.scope()}
          options={SCOPES.map((value) => ({ value, label: w.sidebar.filter[value] }))}
          change={results.setScope}
        />
        <span class="sep" />
        <Picks choice={results.choice()} narrow={results.narrow} />
      </div>
      <div class="palette-body">
        <div
          class="results"
          id="palette-hits"
          role="listbox"
          aria-label={w.palette.list}
          tabindex="-1"
          data-busy={search.busy()}
        >
          <Show when={search.found()?.readOnlyNewest}>
            {(n) => <p class="quiet small bounded">{w.hits.bounded(n())}</p>}
          </Show>
          <Show when={search.failed()}>
            {(why) => (
              <Empty icon="error" title={w.hits.failed} hint={why()}>
                <Button size="small" part="search-again" onClick={search.again}>
                  {w.common.tryAgain}
                </Button>
              </Empty>
            )}
          </Show>
          <Show when={results.isNothing()}>
            <Empty icon="search" title={w.palette.none(query().trim())} hint={results.searched()} />
          </Show>
          <For each={hits()}>
            {(hit, i) => (
              <>
                <Show when={hits()[i() - 1]?.group !== hit.group}>
                  <div class="group-name" role="presentation">
                    {results.groupName(hit)}
                  </div>
                </Show>
                <Line
                  hit={hit}
                  id={`hit-${i()}`}
                  selected={i() === index()}
                  over={() => results.setAt(hit.key)}
                  choose={(inWindow) => choose(hit, inWindow)}
                />
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
                places={
                  peeked()?.hits.map((place) => ({
                    pieces: place.snippet,
                    run: () => void openAt(hit().thread ?? "", place.spot, query().trim()),
                  })) ?? []
                }
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
          <kbd>{w.palette.enter}</kbd> {does()}
        </span>
        <Show when={picked()?.thread}>
          <span>
            <kbd>{chord(w.palette.enter)}</kbd> {w.palette.window}
          </span>
        </Show>
      </div>
    </Dialog>
  );
}

function Line(props: {
  hit: Hit;
  id: string;
  selected: boolean;
  over: () => void;
  choose: (inWindow: boolean) => void;
}): JSX.Element {
  return (
    <div
      id={props.id}
      class="hit"
      role="option"
      aria-selected={props.selected}
      data-part={props.hit.more ? "more-hits" : "hit"}
      data-group={props.hit.group}
      data-thread={props.hit.thread ?? undefined}
      onMouseMove={() => props.over()}
      onClick={(event) => props.choose(event.ctrlKey || event.metaKey)}
    >
      <div class="top">
        <Icon name={props.hit.icon} />
        <span class="clip">{props.hit.label}</span>
        <Show when={props.hit.archived}>
          <span class="tag">
            <Icon name="archive" />
            {w.palette.archived}
          </span>
        </Show>
        <span class="where">{props.hit.where}</span>
        <Show when={props.hit.keys}>{(keys) => <Keys keys={keys()} />}</Show>
      </div>
      <Show when={props.hit.snippet}>
        {(pieces) => (
          <div class="snip">
            <Pieces pieces={pieces()} />
          </div>
        )}
      </Show>
    </div>
  );
}
