// The form of an MCP server. Values of variables can be set but are never shown.

import { createSignal, Index, type JSX, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { failureOf } from "../host";
import type { McpDraft, McpServer, VariableDraft } from "../generated/model";
import { Button, IconButton, Segmented, TextField } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { r } from "../words/integrations";
import { w } from "../words/words";
import { LongField } from "./bits";
import { lines } from "./lines";
import { sendMcpIntent } from "./ServersPart";

type Fields = {
  kind: "stdio" | "http";
  name: string;
  command: string;
  args: string;
  cwd: string;
  passed: string;
  url: string;
  bearer: string;
  startup: string;
  tool: string;
  variables: VariableDraft[];
};

function start(server: McpServer | null): Fields {
  const transport = server?.transport;
  const stdio = transport?.kind === "stdio" ? transport : null;
  const http = transport?.kind === "http" ? transport : null;
  return {
    kind: http ? "http" : "stdio",
    name: server?.name ?? "",
    command: stdio?.command ?? "",
    args: stdio?.args.join("\n") ?? "",
    cwd: stdio?.cwd ?? "",
    passed: stdio?.passed.join("\n") ?? "",
    variables: stdio?.variables.map((name) => ({ name, value: null })) ?? [],
    url: http?.url ?? "",
    bearer: http?.bearer ?? "",
    startup: server?.startupTimeoutS?.toString() ?? "",
    tool: server?.toolTimeoutS?.toString() ?? "",
  };
}

export function ServerForm(props: { server: McpServer | null; close: () => void }): JSX.Element {
  const [form, set] = createStore<Fields>(start(props.server));
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<{ at: string | null; words: string } | null>(null);
  const wrong = (at: string): string | undefined => (problem()?.at === at ? problem()?.words : undefined);
  const seconds = (text: string): number | null => (text.trim() === "" ? null : Number(text) || -1);
  const draft = (): McpDraft => ({
    name: form.name.trim(),
    was: props.server?.name ?? null,
    transport:
      form.kind === "http"
        ? { kind: "http", url: form.url, bearer: form.bearer.trim() || null }
        : {
            kind: "stdio",
            command: form.command,
            args: lines(form.args),
            cwd: form.cwd.trim() || null,
            passed: lines(form.passed),
            variables: form.variables.filter((one) => one.name !== "").map((one) => ({ ...one })),
          },
    startupTimeoutS: seconds(form.startup),
    toolTimeoutS: seconds(form.tool),
  });
  const save = (event: Event): void => {
    event.preventDefault();
    if (busy()) return;
    setBusy(true);
    setProblem(null);
    sendMcpIntent({ does: "save", draft: draft() })
      .then(props.close)
      .catch((error: unknown) => {
        const failure = failureOf(error);
        setProblem({ at: failure.at ?? null, words: failure.message });
      })
      .finally(() => setBusy(false));
  };
  const typed =
    (name: Exclude<keyof Fields, "kind" | "variables">) => (event: InputEvent & { currentTarget: HTMLInputElement }) =>
      set(name, event.currentTarget.value);
  return (
    <Dialog
      title={props.server ? r.form.editTitle(props.server.name) : r.form.addTitle}
      class="wide"
      part="server-form"
      close={props.close}
    >
      <form class="stack" onSubmit={save}>
        <div class="row">
          <Segmented
            label={r.form.kind}
            value={form.kind}
            options={[
              { value: "stdio", label: r.form.stdio },
              { value: "http", label: r.form.http },
            ]}
            change={(kind) => set("kind", kind)}
          />
        </div>
        <TextField
          label={r.form.name}
          hint={r.form.nameHint}
          problem={wrong("name")}
          part="server-name"
          data-focus
          value={form.name}
          onInput={typed("name")}
        />
        <Show
          when={form.kind === "stdio"}
          fallback={
            <>
              <TextField
                label={r.form.url}
                hint={r.form.urlHint}
                problem={wrong("url")}
                part="server-url"
                value={form.url}
                onInput={typed("url")}
              />
              <TextField
                label={r.form.bearer}
                hint={r.form.bearerHint}
                problem={wrong("bearer")}
                part="server-bearer"
                value={form.bearer}
                onInput={typed("bearer")}
              />
            </>
          }
        >
          <TextField
            label={r.form.command}
            hint={r.form.commandHint}
            problem={wrong("command")}
            part="server-command"
            value={form.command}
            onInput={typed("command")}
          />
          <LongField
            label={r.form.args}
            hint={r.form.argsHint}
            part="server-args"
            value={form.args}
            change={(text) => set("args", text)}
          />
          <TextField label={r.form.cwd} hint={r.form.cwdHint} value={form.cwd} onInput={typed("cwd")} />
          <LongField
            label={r.form.passed}
            hint={r.form.passedHint}
            problem={wrong("passed")}
            value={form.passed}
            change={(text) => set("passed", text)}
          />
          <fieldset class="question stack">
            <legend class="label-text">{r.form.variables}</legend>
            <Index each={form.variables}>
              {(one, at) => (
                <div class="row">
                  <div class="grow">
                    <TextField
                      label={r.form.variableName}
                      hideLabel
                      placeholder={r.form.variableName}
                      value={one().name}
                      onInput={(event) => set("variables", at, "name", event.currentTarget.value)}
                    />
                  </div>
                  <div class="grow">
                    <TextField
                      label={r.form.variableValue}
                      hideLabel
                      type="password"
                      placeholder={one().value === null ? r.form.kept : r.form.variableValue}
                      value={one().value ?? ""}
                      onInput={(event) => set("variables", at, "value", event.currentTarget.value)}
                    />
                  </div>
                  <IconButton
                    icon="x"
                    label={r.form.removeVariable(one().name)}
                    onClick={() => set("variables", (all) => all.filter((_, n) => n !== at))}
                  />
                </div>
              )}
            </Index>
            <div>
              <Button
                size="small"
                icon="plus"
                onClick={() => set("variables", (all) => [...all, { name: "", value: "" }])}
              >
                {r.form.addVariable}
              </Button>
            </div>
            <p class={wrong("variables") ? "small tone-danger" : "small faint"}>
              {wrong("variables") ?? r.form.variablesHint}
            </p>
          </fieldset>
        </Show>
        <div class="row align-start">
          <div class="grow">
            <TextField
              label={r.form.timeout}
              hint={r.form.timeoutHint}
              problem={wrong("timeout")}
              inputmode="decimal"
              value={form.startup}
              onInput={typed("startup")}
            />
          </div>
          <div class="grow">
            <TextField
              label={r.form.toolTimeout}
              hint={r.form.timeoutHint}
              inputmode="decimal"
              value={form.tool}
              onInput={typed("tool")}
            />
          </div>
        </div>
        <Show when={problem() && !problem()?.at}>
          <p class="tone-danger" role="alert">
            {problem()?.words}
          </p>
        </Show>
        <DialogFoot no={w.common.cancel} close={props.close}>
          <Button type="submit" variant="primary" part="dialog-yes" disabled={busy()}>
            {r.common.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
