// Plugins and the marketplaces they come from.

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf, query } from "../host";
import type { Market, Plugin, Plugins } from "../generated/model";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { type Confirmation, Loaded, ConfirmDialog } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { go, prefs } from "../view";
import { l } from "../words/catalog";
import { AddMarket } from "./asks";
import { ListBar, NothingHere, Unreadable } from "./bits";
import { PluginRow } from "./PluginRow";
import { matches } from "./matches";
import { MarketSection, toastDone } from "./MarketSection";

export function PluginsPart(): JSX.Element {
  const [text, setText] = createSignal("");
  const [adding, setAdding] = createSignal(false);
  const [sure, setSure] = createSignal<Confirmation | null>(null);
  const [found, setFound] = createSignal<{ text: string; plugins: Plugin[]; problem: string | null } | null>(null);
  const list = createLoader<Plugins>(
    () => [mirror.revisions.plugins, mirror.server.phase.kind, mirror.account.kind],
    (reload) => query({ type: "plugins", cwd: prefs.folder, reload }).then((result) => result.plugins),
    "id",
  );
  const markets = (): Market[] => list.now()?.markets ?? [];
  const problems = (): Plugins["problems"] => list.now()?.problems ?? [];
  const fits = (one: Plugin): boolean =>
    matches(text(), one.title, one.id, one.description, one.category, one.developer);
  const installed = createMemo(() =>
    markets()
      .flatMap((market) => market.plugins)
      .filter((one) => one.installed && fits(one)),
  );
  const chatGpt = (): boolean => mirror.account.kind === "chatGpt";
  const search = (): void => {
    const asked = text().trim();
    query({ type: "pluginSearch", text: asked })
      .then((result) => setFound({ text: asked, plugins: result.found, problem: null }))
      .catch((error: unknown) => setFound({ text: asked, plugins: [], problem: failureOf(error).message }));
  };
  const upgrade = (name: string | null): void => {
    act({ type: "plugin", intent: { does: "upgradeMarkets", name } })
      .then(() => toastDone(l.plugins.upgraded))
      .catch(toastError);
  };
  const whole = (): MenuItem[] => [
    { label: l.plugins.upgradeAll, icon: "refresh", run: () => upgrade(null) },
    ...(chatGpt()
      ? [
          {
            label: l.plugins.fetch,
            icon: "download",
            run: () =>
              void act({ type: "plugin", intent: { does: "fetch" } })
                .then(() => toastDone(l.plugins.fetched))
                .catch(toastError),
          } satisfies MenuItem,
        ]
      : []),
  ];
  return (
    <Show
      when={!list.now()?.off}
      fallback={
        <NothingHere icon="puzzle" title={l.plugins.isOff} hint={l.plugins.isOffHint}>
          <Button onClick={() => go({ kind: "settings", part: "features" })}>{l.lists.openFeatures}</Button>
        </NothingHere>
      }
    >
      <ListBar text={text()} change={setText} seen={list}>
        <Button icon="plus" part="add-market" onClick={() => setAdding(true)}>
          {l.plugins.add}
        </Button>
        <Menu label={l.plugins.more(l.plugins.markets)} items={whole()} class="icon-button" part="markets-more">
          <Icon name="more" />
        </Menu>
      </ListBar>
      <Loaded seen={list}>
        <Unreadable
          id="markets-broken"
          part="market-problems"
          title={l.plugins.problems(problems().length)}
          files={problems()}
        />
        <section class="section" aria-labelledby="plugins-in" data-part="plugins-installed">
          <header>
            <h2 id="plugins-in">{l.plugins.installed}</h2>
          </header>
          <ul class="list">
            <For
              each={installed()}
              fallback={<li class="quiet">{text().trim() === "" ? l.plugins.noneInstalled : l.lists.none(text())}</li>}
            >
              {(one) => <PluginRow plugin={one} ask={setSure} mine />}
            </For>
          </ul>
        </section>
        <For
          each={markets()}
          fallback={
            <NothingHere icon="puzzle" title={l.plugins.empty} hint={l.plugins.emptyHint}>
              <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
                {l.plugins.add}
              </Button>
            </NothingHere>
          }
        >
          {(market) => (
            <MarketSection
              market={market}
              fits={fits}
              featured={list.now()?.featured ?? []}
              ask={setSure}
              upgrade={upgrade}
            />
          )}
        </For>
        <Show when={chatGpt() && text().trim() !== ""}>
          <Button variant="plain" icon="search" part="search-catalogue" onClick={search}>
            {l.plugins.searchCatalogue(text().trim())}
          </Button>
        </Show>
        <Show when={found()}>
          {(one) => (
            <section class="section" aria-labelledby="plugins-found" data-part="plugins-found">
              <header>
                <h2 id="plugins-found">{l.plugins.catalogue}</h2>
              </header>
              <ul class="list">
                <For each={one().plugins} fallback={<li class="quiet">{one().problem ?? l.plugins.nothingFound}</li>}>
                  {(plugin) => <PluginRow plugin={plugin} ask={setSure} />}
                </For>
              </ul>
            </section>
          )}
        </Show>
      </Loaded>
      <Show when={adding()}>
        <AddMarket close={() => setAdding(false)} />
      </Show>
      <Show when={sure()}>{(question) => <ConfirmDialog question={question()} close={() => setSure(null)} />}</Show>
    </Show>
  );
}
