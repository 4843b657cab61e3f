// Tries a tool once, with a form made from its schema, or reads a resource.

import { createSignal, For, type JSX, onMount, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { FormField } from "../asks/FormAsk";
import { type Entered, initial, read } from "../asks/form";
import { failureOf, query } from "../host";
import type { Field, McpPart, McpResource, McpTool, Tried } from "../generated/model";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { bytes } from "../words/forms";
import { r } from "../words/integrations";
import { w } from "../words/words";
import { sendMcpIntent } from "./ServersPart";

export function TryTool(props: { server: string; tool: McpTool; close: () => void }): JSX.Element {
  const [entered, setEntered] = createStore<Record<string, Entered>>(
    Object.fromEntries(props.tool.fields.map((field) => [field.name, initial(field)])),
  );
  const [asked, setAsked] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [tried, setTried] = createSignal<Tried | null>(null);
  const [problem, setProblem] = createSignal<string | null>(null);
  const readOf = (field: Field): ReturnType<typeof read> => read(field, entered[field.name] ?? "");
  const wrong = (field: Field): string | undefined => {
    const found = readOf(field);
    return asked() && found && "problem" in found ? found.problem : undefined;
  };
  const run = (event: Event): void => {
    event.preventDefault();
    setAsked(true);
    const all = props.tool.fields.map((field) => [field.name, readOf(field)] as const);
    if (busy() || all.some(([, found]) => found && "problem" in found)) return;
    const values = Object.fromEntries(
      all.flatMap(([name, found]) => (found && "value" in found ? [[name, found.value]] : [])),
    );
    setBusy(true);
    setProblem(null);
    sendMcpIntent({ does: "try", server: props.server, tool: props.tool.name, arguments: values })
      .then((receipt) => setTried(receipt.tried ?? null))
      .catch((error: unknown) => setProblem(failureOf(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog
      title={r.servers.tryName(props.tool.title ?? props.tool.name)}
      class="wide"
      part="try-dialog"
      close={props.close}
    >
      <p class="quiet">{r.servers.tryLead}</p>
      <form class="stack" onSubmit={run}>
        <For each={props.tool.fields}>
          {(field) => (
            <FormField
              field={field}
              entered={entered[field.name] ?? ""}
              problem={wrong(field)}
              change={(value) => setEntered(field.name, value)}
            />
          )}
        </For>
        <div aria-live="polite" class="stack">
          <Show when={problem()}>{(why) => <p class="tone-danger">{why()}</p>}</Show>
          <Show when={tried()}>
            {(result) => (
              <div class="stack" data-part="tried" data-state={result().failed ? "failed" : "done"}>
                <p class={result().failed ? "tone-danger small" : "quiet small"}>
                  {result().failed ? r.servers.gaveError : r.servers.gave}
                </p>
                <Parts parts={result().parts} />
              </div>
            )}
          </Show>
        </div>
        <DialogFoot no={r.common.close} close={props.close}>
          <Button type="submit" variant="primary" part="run-tool" disabled={busy()}>
            {busy() ? r.servers.running : r.servers.run}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

export function ReadResource(props: { server: string; resource: McpResource; close: () => void }): JSX.Element {
  const [parts, setParts] = createSignal<McpPart[] | null>(null);
  const [problem, setProblem] = createSignal<string | null>(null);
  onMount(() => {
    query({ type: "mcpResource", server: props.server, uri: props.resource.uri })
      .then((result) => setParts(result.parts))
      .catch((error: unknown) => setProblem(failureOf(error).message));
  });
  return (
    <Dialog title={props.resource.name} class="wide" part="resource-dialog" close={props.close}>
      <Show when={problem()}>{(why) => <p class="tone-danger">{why()}</p>}</Show>
      <Show
        when={parts()}
        fallback={
          <Show when={problem() === null}>
            <p class="quiet">{w.common.reading}</p>
          </Show>
        }
      >
        {(found) => <Parts parts={found()} />}
      </Show>
      <DialogFoot no={r.common.close} close={props.close} safe />
    </Dialog>
  );
}

function Parts(props: { parts: McpPart[] }): JSX.Element {
  return (
    <For each={props.parts} fallback={<p class="quiet">{r.servers.nothing}</p>}>
      {(part) => (
        <Show
          when={part.kind === "text" && part}
          fallback={<p class="quiet">{part.kind === "bytes" ? r.servers.bytes(part.mime, bytes(part.size)) : ""}</p>}
        >
          {(text) => (
            <pre class="raw" tabindex="0">
              {text().text}
            </pre>
          )}
        </Show>
      )}
    </For>
  );
}
