// Codex's settings as a form: the values in force, the layer that decides each, and writing several at once.

import { createEffect, createMemo, createSignal, For, type JSX, on, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { act, failureOf, query } from "../host";
import type { ConfigField, ConfigGroup, ConfigSheet } from "../generated/model";
import { Button, Segmented } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toast, toastError } from "../kit/toasts";
import { Loaded } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { r } from "../words/integrations";
import { From } from "./bits";
import { ConfigValue } from "./ConfigValue";
import { Conflict } from "./Conflict";
import { unwrapped, Raw } from "./RawConfig";

const GROUPS: ConfigGroup[] = ["model", "permissions", "tools", "context", "other"];

export function ConfigPart(): JSX.Element {
  const [tab, setTab] = createSignal<"form" | "raw">("form");
  const sheet = createLoader<ConfigSheet>(
    () => [mirror.revisions.config, mirror.server.phase.kind],
    () => query({ type: "config" }).then((result) => result.sheet),
    "key",
  );
  const [draft, setDraft] = createStore<Record<string, unknown>>({});
  const [problems, setProblems] = createStore<Record<string, string | undefined>>({});
  const [busy, setBusy] = createSignal(false);
  /** The version that the edits are based on. What others write meanwhile does not replace it. */
  const [base, setBase] = createSignal<ConfigSheet | null>(null);
  const [conflict, setConflict] = createSignal<{ base: ConfigSheet; now: ConfigSheet } | null>(null);
  const dirty = createMemo(() => Object.keys(draft).filter((key) => draft[key] !== undefined));
  const now = (): ConfigSheet | undefined => sheet.now();
  const moved = (): boolean =>
    dirty().length > 0 && base() !== null && now() !== undefined && base()?.version !== now()?.version;
  const change = (field: ConfigField, value: unknown): void => {
    if (dirty().length === 0) setBase(unwrapped(now()));
    setProblems(field.key, undefined);
    const same = JSON.stringify(value ?? null) === JSON.stringify(field.own ?? null);
    setDraft(field.key, same ? undefined : (value as never));
  };
  const discard = (): void => {
    for (const key of Object.keys(draft)) setDraft(key, undefined);
    for (const key of Object.keys(problems)) setProblems(key, undefined);
    setBase(null);
  };
  const write = (version: string | null): void => {
    setBusy(true);
    const edits = dirty().map((key) => ({ key, value: draft[key] ?? null }));
    act({ type: "config", intent: { does: "write", edits, version } })
      .then((receipt) => {
        discard();
        setConflict(null);
        toast({
          tone: "plain",
          icon: "check",
          title: receipt.note ? r.config.savedOver(receipt.note) : r.config.saved,
        });
      })
      .catch((error: unknown) => {
        const failure = failureOf(error);
        if (failure.code === "conflict") return compare();
        if (failure.at && dirty().includes(failure.at)) return setProblems(failure.at, failure.message);
        const only = dirty();
        if (failure.code === "badInput" && only.length === 1 && only[0]) return setProblems(only[0], failure.message);
        return toastError(failure);
      })
      .finally(() => setBusy(false));
  };
  const compare = (): void => {
    query({ type: "config" })
      .then((result) => {
        const from = base();
        if (from) setConflict({ base: from, now: result.sheet });
      })
      .catch(toastError);
  };
  createEffect(on(dirty, (keys) => keys.length === 0 && setBase(null)));
  return (
    <>
      <div class="row">
        <p class="grow quiet">{r.config.lead}</p>
        <Segmented
          label={r.config.form}
          value={tab()}
          options={[
            { value: "form", label: r.config.form },
            { value: "raw", label: r.config.raw },
          ]}
          change={setTab}
        />
      </div>
      <Loaded seen={sheet}>
        <Show when={now()?.problem}>
          {(why) => (
            <div class="note-box" role="status" data-part="config-broken">
              <Icon name="warn" class="tone-danger" />
              <span class="grow">
                <b>{r.config.broken}</b>
                <pre class="raw" tabindex="0">
                  {why()}
                </pre>
              </span>
            </div>
          )}
        </Show>
        <Show when={moved() && conflict() === null}>
          <div class="note-box" role="status" data-part="config-moved">
            <Icon name="warn" class="tone-warn" />
            <span class="grow">{r.config.stale}</span>
            <Button size="small" part="config-compare" onClick={compare}>
              {r.config.look}
            </Button>
          </div>
        </Show>
        <Show when={tab() === "form"} fallback={<Raw sheet={now()} />}>
          <Show when={now()?.limited}>
            <p class="row small quiet">
              <Icon name="lock" />
              {r.config.limited}
            </p>
          </Show>
          <For each={GROUPS}>
            {(group) => (
              <section class="section" aria-labelledby={`config-${group}`}>
                <header>
                  <h2 id={`config-${group}`}>{r.config.group[group]}</h2>
                </header>
                <ul class="list">
                  <For each={now()?.fields.filter((field) => field.group === group)}>
                    {(field) => (
                      <ConfigValue
                        field={field}
                        draft={draft[field.key]}
                        problem={problems[field.key]}
                        change={(value) => change(field, value)}
                      />
                    )}
                  </For>
                </ul>
              </section>
            )}
          </For>
          <Show when={now()?.others.length}>
            <section class="section" aria-labelledby="config-others">
              <header>
                <h2 id="config-others">{r.config.others}</h2>
                <p class="grow">{r.config.othersLead}</p>
              </header>
              <ul class="list">
                <For each={now()?.others}>
                  {(one) => (
                    <li class="tight">
                      <code class="grow clip" title={one.key}>
                        {one.key}
                      </code>
                      <code class="value clip" title={one.value}>
                        {one.value}
                      </code>
                      <From layer={one.layer} />
                    </li>
                  )}
                </For>
              </ul>
            </section>
          </Show>
        </Show>
      </Loaded>
      <Show when={dirty().length > 0}>
        <div class="save-bar" role="region" aria-label={r.config.save(dirty().length)}>
          <span class="grow" />
          <Button variant="plain" part="config-discard" onClick={discard}>
            {r.config.discard}
          </Button>
          <Button variant="primary" part="config-save" disabled={busy()} onClick={() => write(base()?.version ?? null)}>
            {r.config.save(dirty().length)}
          </Button>
        </div>
      </Show>
      <Show when={conflict()}>
        {(one) => (
          <Conflict
            base={one().base}
            now={one().now}
            mine={Object.fromEntries(dirty().map((key) => [key, draft[key] ?? null]))}
            take={() => {
              discard();
              setConflict(null);
            }}
            write={() => write(one().now.version)}
            close={() => setConflict(null)}
          />
        )}
      </Show>
    </>
  );
}
