// Whether an MCP server runs, and what it lacks.

import { type JSX, Match, Switch } from "solid-js";
import type { McpLive } from "../generated/model";
import { Spin } from "../kit/marks";
import { r } from "../words/integrations";
import type { Known } from "./ServersPart";

export function State(props: {
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
