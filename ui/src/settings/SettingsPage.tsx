// The settings: at the left the list of pages in groups and a search over all of them, at the right one page.

import { createMemo, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { Dynamic } from "solid-js/web";
import { Icon } from "../kit/icons";
import { IconButton } from "../kit/controls";
import { Logo } from "../kit/marks";
import { rove } from "../kit/roving";
import { back, go, noSidebarRoom, place, type SettingsPart } from "../view";
import { w } from "../words/words";
import { everySetting, type Found, GROUPS, search } from "./found";
import { revealSetting } from "./reveal";
import { type Entry, PARTS } from "./entries";
import "./settings.css";

export function SettingsPage(): JSX.Element {
  const part = (): SettingsPart => {
    const at = place();
    return at.kind === "settings" ? at.part : "general";
  };
  const entry = (): Entry => PARTS[part()];
  const [typed, setTyped] = createSignal("");
  /** In a small window the list shows only icons, except during a search. */
  const [unfolded, setUnfolded] = createSignal(false);
  const every = createMemo(everySetting);
  const found = createMemo(() => search(every(), typed()));
  let nav: HTMLElement | undefined;
  let field: HTMLInputElement | undefined;
  let main: HTMLElement | undefined;
  let stop: (() => void) | undefined;
  onCleanup(() => stop?.());
  const open = (one: Found): void => {
    go({ kind: "settings", part: one.part });
    setUnfolded(false);
    stop?.();
    stop = main && one.setting !== null ? revealSetting(main, one.setting) : undefined;
  };
  const rows = (): HTMLElement[] => [...(nav?.querySelectorAll<HTMLElement>(".side-nav .side-row") ?? [])];
  const onKey = (event: KeyboardEvent): void => {
    if (event.target === field) {
      if (event.key === "Escape" && (typed() || unfolded())) {
        setTyped("");
        setUnfolded(false);
      } else if (event.key === "ArrowDown") rows()[0]?.focus();
      else if (event.key === "Enter" && found()[0]) open(found()[0] as Found);
      else return;
      event.preventDefault();
      event.stopPropagation();
    } else if ((event.target as HTMLElement).closest(".side-nav")) rove(event, rows(), "column");
  };
  return (
    <div class="app settings no-panel" data-part="settings">
      <nav
        ref={(made) => (nav = made)}
        class={`sidebar ${unfolded() ? "unfolded" : ""}`}
        aria-label={w.settings.nav}
        data-region
        onKeyDown={onKey}
      >
        <div class="side-top">
          <Logo />
          <span class="grow">{w.settings.title}</span>
          <button type="button" class="esc" title={w.settings.back} onClick={back}>
            <span class="sr">{w.settings.back}</span>
            <kbd>{w.keys.esc}</kbd>
          </button>
        </div>
        <div class="side-search" role="search">
          <label class="field">
            <Icon name="search" />
            <span class="sr">{w.settings.search}</span>
            <input
              ref={(made) => (field = made)}
              type="search"
              data-part="settings-search"
              placeholder={w.settings.search}
              value={typed()}
              autocomplete="off"
              spellcheck={false}
              onInput={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <IconButton
            class="side-unfold"
            icon="search"
            label={w.settings.search}
            onClick={() => {
              setUnfolded(true);
              field?.focus();
            }}
          />
        </div>
        <div class="side-nav">
          <Show
            when={typed().trim() === "" || (noSidebarRoom() && !unfolded())}
            fallback={
              <>
                <p class="side-group" role="status">
                  {w.settings.found(found().length)}
                </p>
                <For each={found()}>
                  {(one, at) => (
                    <button
                      type="button"
                      class="side-row setting-row"
                      data-part="setting-found"
                      tabindex={at() === 0 ? 0 : -1}
                      onClick={() => open(one)}
                    >
                      <Icon name={PARTS[one.part].icon} />
                      <span class="label">{one.setting ?? w.settings.parts[one.part]}</span>
                      <Show when={one.setting}>
                        <small>{w.settings.parts[one.part]}</small>
                      </Show>
                    </button>
                  )}
                </For>
              </>
            }
          >
            <For each={GROUPS}>
              {({ group, parts }) => (
                <div role="group" aria-labelledby={`settings-${group}`}>
                  <h2 class="side-group" id={`settings-${group}`}>
                    {w.settings.groups[group]}
                  </h2>
                  <For each={parts}>
                    {(one) => (
                      <button
                        type="button"
                        class="side-row"
                        data-section={one}
                        title={w.settings.parts[one]}
                        aria-label={w.settings.parts[one]}
                        aria-current={part() === one ? "page" : undefined}
                        tabindex={part() === one ? 0 : -1}
                        onClick={() => {
                          setUnfolded(false);
                          go({ kind: "settings", part: one });
                        }}
                      >
                        <Icon name={PARTS[one].icon} />
                        <span class="label">{w.settings.parts[one]}</span>
                      </button>
                    )}
                  </For>
                </div>
              )}
            </For>
          </Show>
        </div>
      </nav>
      <main ref={(made) => (main = made)} class="main" data-region>
        <Show when={!entry().whole} fallback={<Dynamic component={entry().shows} />}>
          <header class="main-head">
            <div class="grow">
              <h1>{w.settings.parts[part()]}</h1>
              <div class="crumbs">{w.settings.lead[part()]}</div>
            </div>
          </header>
          <div class="sheet" tabindex="0" role="region" aria-label={w.settings.parts[part()]}>
            <div class="sheet-in">
              <Dynamic component={entry().shows} />
            </div>
          </div>
        </Show>
      </main>
    </div>
  );
}
