// What an MCP server offers: tools, resources, prompts.

import { createSignal, For, type JSX, Show } from "solid-js";
import { query } from "../host";
import type { McpOffer, McpResource, McpTool } from "../generated/model";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { r } from "../words/integrations";
import { ReadResource, TryTool } from "./TryTool";

export function Offer(props: { offer: McpOffer }): JSX.Element {
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
    // A short list is searched here. A server with thousands of tools is asked.
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
