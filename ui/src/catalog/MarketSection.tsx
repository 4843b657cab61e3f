// A marketplace and its plugins.

import { createMemo, For, type JSX, Show } from "solid-js";
import { act } from "../host";
import type { Market, Plugin } from "../generated/model";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toast } from "../kit/toasts";
import type { Confirmation } from "../lists/Loaded";
import { l } from "../words/catalog";
import { PluginRow } from "./PluginRow";

export const toastDone = (title: string): void => toast({ tone: "plain", icon: "check", title });

type MarketProps = {
  market: Market;
  fits: (one: Plugin) => boolean;
  featured: string[];
  ask: (question: Confirmation) => void;
  upgrade: (name: string) => void;
};

export function MarketSection(props: MarketProps): JSX.Element {
  const { market } = props;
  const id = `market-${market.name}`;
  const shown = createMemo(() => market.plugins.filter(props.fits));
  const more = (): MenuItem[] => [
    { label: l.plugins.upgrade, icon: "refresh", run: () => props.upgrade(market.name) },
    {
      label: l.plugins.remove,
      icon: "trash",
      danger: true,
      run: () =>
        props.ask({
          title: l.plugins.removeAsk(market.title),
          hint: l.plugins.removeHint,
          yes: l.plugins.remove,
          run: () =>
            act({ type: "plugin", intent: { does: "removeMarket", name: market.name } }).then(() =>
              toastDone(l.plugins.removed(market.title)),
            ),
        }),
    },
  ];
  return (
    <section class="section" aria-labelledby={id} data-part="market" data-name={market.name}>
      <header>
        <h2 id={id}>{market.title}</h2>
        <p class="grow clip" title={market.source ?? undefined}>
          {market.source}
        </p>
        <Show when={market.source}>
          <Menu label={l.plugins.more(market.title)} items={more()} class="icon-button small" part="market-more">
            <Icon name="more" />
          </Menu>
        </Show>
      </header>
      <ul class="list">
        <For
          each={shown()}
          fallback={<li class="quiet">{market.plugins.length ? l.lists.none("…") : l.plugins.noPlugins}</li>}
        >
          {(one) => <PluginRow plugin={one} featured={props.featured.includes(one.id)} ask={props.ask} />}
        </For>
      </ul>
    </section>
  );
}
