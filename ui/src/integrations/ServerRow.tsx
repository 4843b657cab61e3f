// One MCP server: its state in words, what it offers when unfolded, and what is done with it.

import { createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import { act, query } from "../host";
import type { McpLive, McpOffer, McpResource, McpServer, McpTool } from "../generated/model";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Spin } from "../kit/marks";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import type { Confirmation } from "../lists/Loaded";
import { mirror } from "../mirror";
import { r } from "../words/integrations";
import { From } from "./bits";
import { type Known, wishMcp } from "./ServersPart";
import { ReadResource, TryTool } from "./TryTool";

type RowProps = {
  server: McpServer;
  known: Known | undefined;
  check: () => void;
  edit: () => void;
  ask: (question: Confirmation) => void;
};

export function ServerRow(props: RowProps): JSX.Element {
  const [open, setOpen] = createSignal(false);
  const name = (): string => props.server.name;
  const live = (): McpLive | undefined => mirror.environment.servers.find((one) => one.name === name());
  const offer = (): McpOffer | undefined => props.known?.offer;
  const waits = (): string | null => {
    const login = live()?.login;
    return login?.kind === "waiting" ? login.url : null;
  };
  const problem = (): string | null => {
    const login = live()?.login;
    if (login?.kind === "failed") return login.why;
    return props.known?.problem ?? offer()?.problem ?? null;
  };
  const needsLogin = (): boolean => offer()?.state === "needsLogin";
  const run = (promise: Promise<unknown>): void => void promise.catch(toastError);
  const more = (): MenuItem[] => [
    { label: r.common.reload, icon: "refresh", run: props.check },
    ...(offer()?.auth === "loggedIn"
      ? [
          {
            label: r.servers.logIn,
            icon: "external" as const,
            run: () => run(wishMcp({ does: "logIn", name: name() })),
          },
        ]
      : []),
    ...(props.server.editable
      ? [
          { label: r.common.edit, icon: "pencil" as const, run: props.edit },
          {
            label: props.server.enabled ? r.servers.turnOff : r.servers.turnOn,
            icon: "plug" as const,
            run: () => run(wishMcp({ does: "enable", name: name(), on: !props.server.enabled })),
          },
          { kind: "line" as const },
          {
            label: r.common.remove,
            icon: "trash" as const,
            danger: true,
            run: () =>
              props.ask({
                title: r.servers.removeAsk(name()),
                hint: r.servers.removeHint,
                yes: r.common.remove,
                run: () => wishMcp({ does: "remove", name: name() }),
              }),
          },
        ]
      : []),
  ];
  return (
    <>
      <li
        data-part="server"
        data-name={name()}
        data-state={props.known?.busy ? "checking" : (offer()?.state ?? "unknown")}
      >
        <span class="grow">
          <span class="row gap-2">
            <span class="name">{name()}</span>
            <code class="faint small clip">{reached(props.server)}</code>
          </span>
          <small class="row gap-1">
            <State known={props.known} live={live()} enabled={props.server.enabled} waits={waits() !== null} />
            <Show when={problem() && !needsLogin()}>
              <span class="clip tone-danger" title={problem() ?? undefined} data-part="server-problem">
                {problem()}
              </span>
            </Show>
            <Show when={offer()?.plugin}>{(plugin) => <span class="tag">{r.servers.plugin(plugin())}</span>}</Show>
          </small>
        </span>
        <span class="wide-only">
          <From layer={props.server.layer} />
        </span>
        <Show when={needsLogin() && props.server.enabled}>
          <Show
            when={waits()}
            fallback={
              <Button
                size="small"
                part="server-login"
                aria-label={r.servers.logInName(name())}
                onClick={() => run(wishMcp({ does: "logIn", name: name() }))}
              >
                {r.servers.logIn}
                <Icon name="external" class="after" />
              </Button>
            }
          >
            {(url) => (
              <Button
                size="small"
                variant="plain"
                data-address={url()}
                onClick={() => run(act({ type: "openLink", thread: null, url: url() }))}
              >
                {r.servers.openAgain}
              </Button>
            )}
          </Show>
        </Show>
        <Show when={offer()?.state === "ready"}>
          <IconButton
            small
            icon={open() ? "up" : "down"}
            part="server-details"
            label={r.servers.details(name())}
            aria-expanded={open()}
            onClick={() => setOpen(!open())}
          />
        </Show>
        <Menu label={r.servers.more(name())} items={more()} class="icon-button small" part="server-more">
          <Icon name="more" />
        </Menu>
      </li>
      <Show when={open() && offer()}>
        {(found) => (
          <li class="unfolded">
            <Offer offer={found()} />
          </li>
        )}
      </Show>
    </>
  );
}

function reached(server: McpServer): string {
  const { transport } = server;
  if (transport.kind === "stdio") return [transport.command, ...transport.args].join(" ");
  return transport.kind === "http" ? transport.url : "";
}

function State(props: {
  known: Known | undefined;
  live: McpLive | undefined;
  enabled: boolean;
  waits: boolean;
}): JSX.Element {
  const starting = (): boolean => props.live?.start === "starting";
  const state = () => props.known?.offer?.state;
  return (
    <Switch
      fallback={<span class="no-shrink">{props.known?.problem ? r.servers.states.failed : r.servers.checking}</span>}
    >
      <Match when={!props.enabled}>
        <span class="dot off" />
        <span class="no-shrink">{r.servers.states.off}</span>
      </Match>
      <Match when={props.waits && state() === "needsLogin"}>
        <Spin />
        <span class="no-shrink">{r.servers.waiting}</span>
      </Match>
      <Match when={props.known?.busy || (starting() && state() !== "ready")}>
        <Spin />
        <span class="no-shrink">{starting() ? r.servers.states.starting : r.servers.checking}</span>
      </Match>
      <Match when={state() === "ready"}>
        <span class="dot" />
        <span class="no-shrink">
          {[r.servers.states.ready, r.servers.toolsOf(props.known?.offer?.toolCount ?? 0)].join(" · ")}
        </span>
      </Match>
      <Match when={state() === "needsLogin"}>
        <span class="dot warn" />
        <span class="no-shrink">{r.servers.states.needsLogin}</span>
      </Match>
      <Match when={state() === "failed"}>
        <span class="dot danger" />
        <span class="no-shrink">{r.servers.states.failed}</span>
      </Match>
    </Switch>
  );
}

function Offer(props: { offer: McpOffer }): JSX.Element {
  const [text, setText] = createSignal("");
  const [found, setFound] = createSignal<McpOffer | null>(null);
  const [tool, setTool] = createSignal<McpTool | null>(null);
  const [resource, setResource] = createSignal<McpResource | null>(null);
  const now = (): McpOffer => found() ?? props.offer;
  let last = 0;
  const find = (typed: string): void => {
    setText(typed);
    last += 1;
    const mine = last;
    if (typed.trim() === "") return void setFound(null);
    // Few enough to search here; a server with thousands is asked.
    if (
      props.offer.tools.length === props.offer.toolCount &&
      props.offer.resources.length === props.offer.resourceCount
    ) {
      const has = (...words: (string | null)[]): boolean =>
        words.some((word) => word?.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase()));
      return void setFound({
        ...props.offer,
        tools: props.offer.tools.filter((one) => has(one.name, one.title, one.description)),
        resources: props.offer.resources.filter((one) => has(one.name, one.uri)),
      });
    }
    query({ type: "mcpServer", name: props.offer.name, find: typed })
      .then((result) => mine === last && setFound(result.offer))
      .catch(toastError);
  };
  return (
    <div class="grow stack" data-part="server-offer">
      <Show when={props.offer.toolCount + props.offer.resourceCount > 8}>
        <label class="field">
          <Icon name="search" />
          <span class="sr">{r.servers.findTool}</span>
          <input
            type="search"
            data-part="find-tool"
            placeholder={r.servers.findTool}
            value={text()}
            autocomplete="off"
            onInput={(event) => find(event.currentTarget.value)}
          />
        </label>
      </Show>
      <Show when={props.offer.title && props.offer.version}>
        <p class="faint small">{r.servers.version(props.offer.title ?? "", props.offer.version ?? "")}</p>
      </Show>
      <Show when={now().tools.length} fallback={<p class="quiet small">{r.servers.noTools}</p>}>
        <ul class="plain-list">
          <For each={now().tools}>
            {(one) => (
              <li class="row" data-part="tool" data-name={one.name}>
                <span class="grow">
                  <code>{one.name}</code> <span class="quiet small">{one.description ?? one.title}</span>
                </span>
                <Show when={one.reads}>
                  <span class="tag">{r.servers.reads}</span>
                </Show>
                <Show when={one.destroys}>
                  <span class="tag danger">{r.servers.destroys}</span>
                </Show>
                <Button
                  size="small"
                  variant="plain"
                  part="try-tool"
                  aria-label={r.servers.tryName(one.name)}
                  onClick={() => setTool(one)}
                >
                  {r.servers.tryIt}
                </Button>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={text().trim() === "" && props.offer.toolCount > props.offer.tools.length}>
        <p class="faint small">{r.servers.shown(props.offer.tools.length, props.offer.toolCount)}</p>
      </Show>
      <Show when={now().resources.length}>
        <h3 class="small">{r.servers.resources}</h3>
        <ul class="plain-list">
          <For each={now().resources}>
            {(one) => (
              <li class="row" data-part="resource" data-name={one.uri}>
                <span class="grow">
                  {one.name} <code class="faint small">{one.uri}</code>
                </span>
                <Show when={!one.uri.includes("{")}>
                  <Button
                    size="small"
                    variant="plain"
                    part="read-resource"
                    aria-label={r.servers.readName(one.name)}
                    onClick={() => setResource(one)}
                  >
                    {r.servers.read}
                  </Button>
                </Show>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show when={tool()}>
        {(one) => <TryTool server={props.offer.name} tool={one()} close={() => setTool(null)} />}
      </Show>
      <Show when={resource()}>
        {(one) => <ReadResource server={props.offer.name} resource={one()} close={() => setResource(null)} />}
      </Show>
    </div>
  );
}
