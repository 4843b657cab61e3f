// One plugin: what it is, whether it is installed, what it contains.

import { createSignal, type JSX, Show } from "solid-js";
import { act } from "../host";
import type { Plugin, PluginIntent } from "../generated/model";
import { Button, IconButton, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toast, toastError } from "../kit/toasts";
import type { Confirmation } from "../lists/Loaded";
import { go } from "../view";
import { l } from "../words/catalog";
import { Picture } from "./bits";
import { Contents } from "./PluginFacts";

type RowProps = { plugin: Plugin; featured?: boolean; mine?: boolean; ask: (question: Confirmation) => void };

export function PluginRow(props: RowProps): JSX.Element {
  const { plugin } = props;
  const [open, setOpen] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const intent = (one: PluginIntent): Promise<unknown> => act({ type: "plugin", intent: one }).catch(toastError);
  const install = (): void => {
    setBusy(true);
    act({ type: "plugin", intent: { does: "install", plugin: plugin.at } })
      .then((receipt) => {
        const names = (receipt.connect ?? []).map((app) => app.name).join(", ");
        toast({
          tone: "plain",
          icon: "check",
          title: l.plugins.done(plugin.title),
          detail: names ? l.plugins.toConnect(names) : l.plugins.doneHint,
          action: names ? { label: l.plugins.goConnect, run: () => go({ kind: "settings", part: "apps" }) } : undefined,
        });
      })
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  const more = (): MenuItem[] => [
    {
      label: l.plugins.uninstall,
      icon: "trash",
      danger: true,
      run: () =>
        props.ask({
          title: l.plugins.uninstallAsk(plugin.title),
          hint: l.plugins.uninstallHint,
          yes: l.plugins.uninstall,
          run: () =>
            act({ type: "plugin", intent: { does: "uninstall", id: plugin.id } }).then(() =>
              toast({ tone: "plain", icon: "check", title: l.plugins.uninstalled(plugin.title) }),
            ),
        }),
    },
  ];
  const facts = (): string =>
    [
      plugin.category,
      plugin.version && l.plugins.version(plugin.version),
      plugin.developer && l.plugins.by(plugin.developer),
    ]
      .filter((one) => one)
      .join(" · ");
  return (
    <>
      <li data-part="plugin" data-name={plugin.id} data-state={plugin.installed ? "installed" : "offered"}>
        <Picture icon={plugin.icon} name={plugin.title} />
        <span class="grow">
          <span class="row gap-1">
            <span class="name clip">{plugin.title}</span>
            <Show when={props.featured}>
              <span class="tag accent">{l.plugins.featured}</span>
            </Show>
            <Show when={plugin.barred}>
              {(bar) => (
                <span class="tag">
                  <Icon name="lock" />
                  {l.plugins.bars[bar()]}
                </span>
              )}
            </Show>
          </span>
          <small class="two-lines">{plugin.description ?? facts()}</small>
          <Show when={plugin.description && facts()}>
            <small class="faint clip">{facts()}</small>
          </Show>
        </span>
        <IconButton
          small
          icon={open() ? "up" : "down"}
          part="plugin-details"
          label={l.plugins.details(plugin.title)}
          aria-expanded={open()}
          onClick={() => setOpen(!open())}
        />
        <Show
          when={plugin.installed}
          fallback={
            <Show when={!plugin.barred}>
              <Button
                size="small"
                part="install-plugin"
                disabled={busy()}
                aria-label={l.plugins.installName(plugin.title)}
                onClick={install}
              >
                {busy() ? l.plugins.installing : l.plugins.install}
              </Button>
            </Show>
          }
        >
          <Show
            when={props.mine}
            fallback={
              <span class="row gap-1 quiet small">
                <span class="dot" />
                {l.plugins.installedWord}
              </span>
            }
          >
            <Menu label={l.plugins.more(plugin.title)} items={more()} class="icon-button small" part="plugin-more">
              <Icon name="more" />
            </Menu>
            <Switch
              label={l.lists.on(plugin.title)}
              on={plugin.enabled}
              change={(on) => void intent({ does: "switch", id: plugin.id, on })}
            />
          </Show>
        </Show>
      </li>
      <Show when={open()}>
        <li class="unfolded">
          <Contents plugin={plugin} />
        </li>
      </Show>
    </>
  );
}
