// One plugin: what it is, whether it is here, what it brings.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf, query } from "../host";
import type { Plugin, PluginDetail, PluginIntent } from "../generated/model";
import { Button, IconButton, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { openLink } from "../kit/links";
import { Menu, type MenuItem } from "../kit/Menu";
import { toast, toastError } from "../kit/toasts";
import type { Confirmation } from "../lists/Loaded";
import { go } from "../view";
import { l } from "../words/catalog";
import { w } from "../words/words";
import { Picture } from "./bits";

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
          <Brings plugin={plugin} />
        </li>
      </Show>
    </>
  );
}

function Brings(props: { plugin: Plugin }): JSX.Element {
  const [detail, setDetail] = createSignal<PluginDetail | string | null>(null);
  query({ type: "plugin", plugin: props.plugin.at })
    .then((result) => setDetail(result.plugin))
    .catch((error: unknown) => setDetail(failureOf(error).message));
  const read = (): PluginDetail | null => {
    const one = detail();
    return typeof one === "object" ? one : null;
  };
  const problem = (): string => {
    const one = detail();
    return typeof one === "string" ? one : w.common.reading;
  };
  return (
    <Show when={read()} fallback={<p class="quiet small">{problem()}</p>}>
      {(one) => (
        <div class="grow" data-part="plugin-brings">
          <Show when={one().description}>{(text) => <p class="small prewrap">{text()}</p>}</Show>
          <dl class="brings">
            <SkillFacts detail={one()} />
            <Fact name={l.plugins.appsOf} all={one().apps.map((app) => app.name)} />
            <Fact name={l.plugins.servers} all={one().servers} />
            <Fact name={l.plugins.hooks} all={one().hooks} />
            <Fact name={l.plugins.can} all={one().capabilities} />
            <Fact name={l.plugins.prompts} all={one().prompts} />
            <Fact name={l.plugins.from} all={[one().plugin.source]} />
          </dl>
          <div class="row">
            <Outside url={one().plugin.website} label={l.plugins.website} />
            <Outside url={one().privacy} label={l.plugins.privacy} />
            <Outside url={one().terms} label={l.plugins.terms} />
          </div>
        </div>
      )}
    </Show>
  );
}

/** A skill that OpenAI holds can be read before it is installed. */
function SkillFacts(props: { detail: PluginDetail }): JSX.Element {
  const [text, setText] = createSignal<{ name: string; text: string } | null>(null);
  const { at } = props.detail.plugin;
  const read = (name: string): void => {
    if (text()?.name === name) return void setText(null);
    query({ type: "pluginSkill", plugin: at, name })
      .then((result) => setText({ name, text: result.text }))
      .catch(toastError);
  };
  return (
    <Show when={props.detail.skills.length}>
      <dt>{l.plugins.skills}</dt>
      <dd>
        <ul class="plain-list">
          <For each={props.detail.skills}>
            {(skill) => (
              <li>
                <Show when={at.path === null} fallback={<b>${skill.name}</b>}>
                  <button
                    type="button"
                    class="link"
                    data-part="read-skill"
                    aria-expanded={text()?.name === skill.name}
                    onClick={() => read(skill.name)}
                  >
                    ${skill.name}
                  </button>
                </Show>{" "}
                <span class="quiet">{skill.description}</span>
                <Show when={text()?.name === skill.name && text()}>
                  {(one) => <pre class="skill-text">{one().text}</pre>}
                </Show>
              </li>
            )}
          </For>
        </ul>
      </dd>
    </Show>
  );
}

function Fact(props: { name: string; all: string[] }): JSX.Element {
  return (
    <Show when={props.all.length}>
      <dt>{props.name}</dt>
      <dd>{props.all.join(", ")}</dd>
    </Show>
  );
}

function Outside(props: { url: string | null; label: string }): JSX.Element {
  return (
    <Show when={props.url}>
      {(url) => (
        <Button variant="plain" size="small" title={url()} data-address={url()} onClick={() => openLink(null, url())}>
          {props.label}
          <Icon name="external" class="after" />
        </Button>
      )}
    </Show>
  );
}
