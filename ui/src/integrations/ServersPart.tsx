// MCP servers: the configured ones, whether each works, what it offers, and changes to them.

import { createSignal, For, type JSX, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { act, failureOf, query } from "../host";
import type { McpOffer, McpServer, McpIntent } from "../generated/model";
import { Empty } from "../kit/bits";
import { Button } from "../kit/controls";
import { type Confirmation, Loaded, ConfirmDialog } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { r } from "../words/integrations";
import { ServerForm } from "./ServerForm";
import { ServerRow } from "./ServerRow";

/** What is known of a server's offer: nothing yet, that it is being loaded, or why it failed. */
export type Known = { offer?: McpOffer; busy: boolean; problem?: string };

export const sendMcpIntent = (intent: McpIntent) => act({ type: "mcp", intent });

export function ServersPart(): JSX.Element {
  const [form, setForm] = createSignal<McpServer | "new" | null>(null);
  const [question, setQuestion] = createSignal<Confirmation | null>(null);
  const [known, setKnown] = createStore<Record<string, Known>>({});
  const [beside, setBeside] = createSignal<McpServer[]>([]);
  const check = (name: string): void => {
    setKnown(name, (old) => ({ ...old, busy: true }));
    query({ type: "mcpServer", name })
      .then((result) => setKnown(name, { offer: result.offer, busy: false, problem: undefined }))
      .catch((error: unknown) => setKnown(name, { busy: false, problem: failureOf(error).message }));
  };
  const list = createLoader<{ servers: McpServer[] }>(
    () => [mirror.revisions.servers, mirror.server.phase.kind],
    () =>
      query({ type: "mcpServers" }).then((result) => {
        for (const server of result.servers) check(server.name);
        return { servers: result.servers };
      }),
    "name",
  );
  const [checking, setChecking] = createSignal(false);
  /** Includes servers of plugins, which are in no config. */
  const everywhere = (): void => {
    setChecking(true);
    sendMcpIntent({ does: "reload" })
      .then(() => query({ type: "mcpEverywhere" }))
      .then((result) => {
        const own = new Set((list.now()?.servers ?? []).map((server) => server.name));
        const others = result.offers.filter((offer) => !own.has(offer.name));
        for (const offer of others) setKnown(offer.name, { offer, busy: false });
        setBeside(
          others.map((offer): McpServer => ({
            name: offer.name,
            transport: { kind: "unknown" },
            enabled: offer.state !== "off",
            startupTimeoutS: null,
            toolTimeoutS: null,
            layer: null,
            editable: false,
          })),
        );
      })
      .catch(() => undefined)
      .finally(() => setChecking(false));
  };
  const all = (): McpServer[] => [...(list.now()?.servers ?? []), ...beside()];
  return (
    <>
      <section class="section" aria-label={r.servers.lead}>
        <header>
          <p class="grow">{r.servers.lead}</p>
          <Button icon="refresh" variant="plain" part="check-servers" disabled={checking()} onClick={everywhere}>
            {r.servers.check}
          </Button>
          <Show when={all().length}>
            <Button icon="plus" part="add-server" onClick={() => setForm("new")}>
              {r.servers.add}
            </Button>
          </Show>
        </header>
        <Loaded seen={list}>
          <Show
            when={all().length}
            fallback={
              <div class="list-empty">
                <Empty icon="plug" title={r.servers.empty} hint={r.servers.emptyHint}>
                  <Button variant="primary" icon="plus" part="add-server" onClick={() => setForm("new")}>
                    {r.servers.add}
                  </Button>
                </Empty>
              </div>
            }
          >
            <ul class="list" data-part="servers">
              <For each={all()}>
                {(server) => (
                  <ServerRow
                    server={server}
                    known={known[server.name]}
                    check={() => check(server.name)}
                    edit={() => setForm(server)}
                    ask={setQuestion}
                  />
                )}
              </For>
            </ul>
          </Show>
        </Loaded>
      </section>
      <Show when={form()}>
        {(one) => <ServerForm server={form() === "new" ? null : (one() as McpServer)} close={() => setForm(null)} />}
      </Show>
      <Show when={question()}>{(one) => <ConfirmDialog question={one()} close={() => setQuestion(null)} />}</Show>
    </>
  );
}
