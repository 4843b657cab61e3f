// One setting: its value, where it comes from, and what is wrong with it or locks it.

import { createUniqueId, For, type JSX, Match, Show, Switch } from "solid-js";
import type { ConfigField } from "../generated/model";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { go, type SettingsPart } from "../view";
import { r } from "../words/integrations";
import { w } from "../words/words";
import { From, layerName } from "./bits";
import { ELSEWHERE } from "./elsewhere";
import { lines } from "./lines";

type ValueProps = { field: ConfigField; draft: unknown; problem: string | undefined; change: (value: unknown) => void };

export function ConfigValue(props: ValueProps): JSX.Element {
  const id = createUniqueId();
  const field = (): ConfigField => props.field;
  const label = (): string => r.config.label[field().key] ?? field().key;
  const value = (): unknown => (props.draft === undefined ? (field().own ?? null) : props.draft);
  const lock = () => field().lock;
  const fixed = (): boolean => lock()?.kind === "fixed";
  /** The page where this setting is changed, if it is not this one. */
  const elsewhere = (): SettingsPart | undefined => ELSEWHERE[field().key];
  const hint = (): string | null => {
    const held = lock();
    if (held?.kind === "fixed") return r.config.fixed;
    if (held?.kind === "only") return r.config.only(held.options.join(", "));
    return field().overruled ? r.config.overruled(layerName(field().layer)) : null;
  };
  return (
    <li data-part="setting" data-name={field().key} data-state={props.draft === undefined ? undefined : "changed"}>
      <span class="grow">
        <label for={id} class="name">
          {label()}
        </label>
        <small>
          <code>{field().key}</code> · <From layer={field().layer} />
          <Show when={field().overruled && field().value !== null}> · {shown(field().value)}</Show>
        </small>
        <Show when={hint()}>
          {(words) => (
            <small class="row gap-1 tone-warn" data-part="setting-lock">
              <Icon name="lock" />
              {words()}
            </small>
          )}
        </Show>
        <Show when={props.problem}>
          {(why) => (
            <small id={`${id}-wrong`} class="tone-danger" data-part="setting-problem" role="alert">
              {why()}
            </small>
          )}
        </Show>
      </span>
      <Show
        when={elsewhere()}
        fallback={
          <Editor
            id={id}
            field={field()}
            value={value()}
            wrong={props.problem !== undefined}
            disabled={fixed()}
            change={props.change}
          />
        }
      >
        {(part) => (
          <>
            <code class="value clip" id={id}>
              {shown(field().value)}
            </code>
            <Button size="small" part="setting-elsewhere" onClick={() => go({ kind: "settings", part: part() })}>
              {r.config.changeIn(w.settings.parts[part()])}
            </Button>
          </>
        )}
      </Show>
    </li>
  );
}

type EditorProps = {
  id: string;
  field: ConfigField;
  value: unknown;
  wrong: boolean;
  disabled: boolean;
  change: (value: unknown) => void;
};

function Editor(props: EditorProps): JSX.Element {
  const kind = () => props.field.kind;
  const text = (): string =>
    props.value === null || props.value === undefined
      ? ""
      : typeof props.value === "string"
        ? props.value
        : JSON.stringify(props.value);
  const placeholder = (): string => (props.field.value === null ? r.config.unset : shown(props.field.value));
  const options = (): string[] => {
    const found = kind();
    const all = found.kind === "one" ? found.options : [];
    const lock = props.field.lock;
    return lock?.kind === "only" ? all.filter((one) => lock.options.includes(one)) : all;
  };
  /** A value that is not among the options: written by hand, or of another type. */
  const custom = (): boolean => text() !== "" && !options().includes(text());
  const described = (): string | undefined => (props.wrong ? `${props.id}-wrong` : undefined);
  return (
    <Switch
      fallback={
        <input
          id={props.id}
          class={`field control ${props.wrong ? "wrong" : ""}`}
          type="text"
          inputmode={kind().kind === "number" ? "numeric" : undefined}
          aria-invalid={props.wrong ? "true" : undefined}
          aria-describedby={described()}
          disabled={props.disabled}
          placeholder={placeholder()}
          value={text()}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => props.change(entered(event.currentTarget.value, kind().kind === "number"))}
        />
      }
    >
      <Match when={kind().kind === "flag"}>
        <select
          id={props.id}
          class="field control"
          disabled={props.disabled}
          value={props.value === true ? "true" : props.value === false ? "false" : ""}
          onChange={(event) =>
            props.change(event.currentTarget.value === "" ? null : event.currentTarget.value === "true")
          }
        >
          <option value="">{r.config.unset}</option>
          <option value="true">{r.config.on}</option>
          <option value="false">{r.config.off}</option>
        </select>
      </Match>
      <Match when={kind().kind === "one"}>
        <select
          id={props.id}
          class={`field control ${props.wrong ? "wrong" : ""}`}
          disabled={props.disabled}
          aria-describedby={described()}
          value={text()}
          onChange={(event) => props.change(event.currentTarget.value === "" ? null : event.currentTarget.value)}
        >
          <option value="">{r.config.unset}</option>
          <Show when={custom()}>
            <option value={text()}>{typeof props.value === "string" ? text() : r.config.custom}</option>
          </Show>
          <For each={options()}>{(one) => <option value={one}>{one}</option>}</For>
        </select>
      </Match>
      <Match when={kind().kind === "list" || kind().kind === "long"}>
        <textarea
          id={props.id}
          class={`field area control ${props.wrong ? "wrong" : ""}`}
          rows={2}
          disabled={props.disabled}
          placeholder={kind().kind === "list" ? r.config.list : r.config.unset}
          value={Array.isArray(props.value) ? props.value.join("\n") : text()}
          spellcheck={false}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            if (kind().kind === "long") return props.change(typed === "" ? null : typed);
            const all = lines(typed);
            return props.change(all.length ? all : null);
          }}
        />
      </Match>
    </Switch>
  );
}

/** A text that is not a number is sent as it is, and the server explains what is wrong. */
function entered(text: string, number: boolean): unknown {
  if (text.trim() === "") return null;
  return number && /^-?\d+$/.test(text.trim()) ? Number(text) : text;
}

export function shown(value: unknown): string {
  if (value === null || value === undefined) return r.config.unset;
  if (value === true) return r.config.on;
  if (value === false) return r.config.off;
  return typeof value === "string" ? value : JSON.stringify(value);
}
