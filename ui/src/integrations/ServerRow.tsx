// One MCP server: its state in words, its offer when unfolded, and its actions.

import { createSignal, type JSX, Show } from "solid-js";
import { act } from "../host";
import type { McpLive, McpOffer, McpServer } from "../generated/model";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import type { Confirmation } from "../lists/Loaded";
import { mirror } from "../mirror";
import { r } from "../words/integrations";
import { From } from "./bits";
import { type Known, sendMcpIntent } from "./ServersPart";
import { Offer } from "./ServerOffer";
import { State } from "./ServerState";

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
            run: () => run(sendMcpIntent({ does: "logIn", name: name() })),
          },
        ]
      : []),
    ...(props.server.editable
      ? [
          { label: r.common.edit, icon: "pencil" as const, run: props.edit },
          {
            label: props.server.enabled ? r.servers.turnOff : r.servers.turnOn,
            icon: "plug" as const,
            run: () => run(sendMcpIntent({ does: "enable", name: name(), on: !props.server.enabled })),
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
                run: () => sendMcpIntent({ does: "remove", name: name() }),
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
                onClick={() => run(sendMcpIntent({ does: "logIn", name: name() }))}
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
