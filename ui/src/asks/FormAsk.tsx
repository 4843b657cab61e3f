// A form of an MCP server, with a field for each kind of value.

import { createSignal, createUniqueId, For, type JSX, Match, Show, Switch } from "solid-js";
import { createStore } from "solid-js/store";
import type { Field } from "../generated/model";
import { Switch as Toggle, TextField } from "../kit/controls";
import { w } from "../words/words";
import type { CardProps } from "./AskCard";
import { Foot } from "./Foot";
import { ServerMessage } from "./ServerMessage";
import { type Entered, initial, read } from "./form";

export function FormAsk(props: CardProps<"form">): JSX.Element {
  const [entered, setEntered] = createStore<Record<string, Entered>>(
    Object.fromEntries(props.body.fields.map((field) => [field.name, initial(field)])),
  );
  const [tried, setTried] = createSignal(false);
  const [heard, setHeard] = createSignal(false);
  const unread = (): boolean => props.body.message.trim() !== "" && !heard();
  const readOf = (field: Field): ReturnType<typeof read> => read(field, entered[field.name] ?? "");
  const problem = (field: Field): string | undefined => {
    const found = readOf(field);
    return tried() && found && "problem" in found ? found.problem : undefined;
  };
  const send = (): void => {
    setTried(true);
    const all = props.body.fields.map((field) => [field.name, readOf(field)] as const);
    if (all.some(([, found]) => found && "problem" in found)) return;
    const values = Object.fromEntries(
      all.flatMap(([name, found]) => (found && "value" in found ? [[name, found.value]] : [])),
    );
    props.answer({ kind: "fill", values });
  };
  props.keys({});
  return (
    <>
      <div class="ask-body">
        <ServerMessage server={props.body.server} message={props.body.message} read={() => setHeard(true)}>
          <For each={props.body.fields}>
            {(field) => (
              <FormField
                field={field}
                entered={entered[field.name] ?? ""}
                problem={problem(field)}
                change={(value) => setEntered(field.name, value)}
              />
            )}
          </For>
        </ServerMessage>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        keys={false}
        grave={props.ask.grave}
        unread={unread()}
        accept={props.ask.blank ? undefined : { label: w.ask.submit, run: send }}
        decline={{ run: () => props.answer({ kind: "refuse" }) }}
        cancel={{ run: () => props.answer({ kind: "dismiss" }), stops: false }}
      />
    </>
  );
}

type FormFieldProps = { field: Field; entered: Entered; problem: string | undefined; change: (value: Entered) => void };

const types: Record<string, string> = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" };

export function FormField(props: FormFieldProps): JSX.Element {
  const id = createUniqueId();
  const kind = () => props.field.kind;
  const label = (): string => `${props.field.title} (${props.field.required ? w.ask.required : w.ask.optional})`;
  const text = (): string => (typeof props.entered === "string" ? props.entered : "");
  const hint = (): string | undefined => {
    const found = kind();
    const range = found.kind === "number" ? w.ask.between(found.min, found.max) : "";
    return [props.field.description, range].filter(Boolean).join(" · ") || undefined;
  };
  const choices = () => {
    const found = kind();
    return found.kind === "one" || found.kind === "many" ? found.choices : [];
  };
  const toggle = (value: string): void => {
    const had = Array.isArray(props.entered) ? props.entered : [];
    props.change(had.includes(value) ? had.filter((one) => one !== value) : [...had, value]);
  };
  return (
    <Switch
      fallback={
        <TextField
          label={label()}
          hint={hint()}
          problem={props.problem}
          type={typeOf(kind())}
          inputmode={kind().kind === "number" ? "decimal" : undefined}
          value={text()}
          onInput={(event) => props.change(event.currentTarget.value)}
        />
      }
    >
      <Match when={kind().kind === "flag"}>
        <div class="row">
          <Toggle on={props.entered === true} label={props.field.title} change={props.change} />
          <span class="grow">
            {props.field.title}
            <Show when={hint()}>{(found) => <small class="block faint">{found()}</small>}</Show>
          </span>
        </div>
      </Match>
      <Match when={kind().kind === "one"}>
        <div class="labelled">
          <label for={id} class="label-text">
            {label()}
          </label>
          <select id={id} class="field" value={text()} onChange={(event) => props.change(event.currentTarget.value)}>
            <option value="">{w.ask.pick}</option>
            <For each={choices()}>{(choice) => <option value={choice.value}>{choice.label}</option>}</For>
          </select>
          <Show when={props.problem ?? hint()}>
            {(found) => <p class={props.problem ? "small tone-danger" : "small faint"}>{found()}</p>}
          </Show>
        </div>
      </Match>
      <Match when={kind().kind === "many"}>
        <fieldset class="question">
          <legend>{label()}</legend>
          <For each={choices()}>
            {(choice) => (
              <label class="option">
                <input
                  type="checkbox"
                  checked={Array.isArray(props.entered) && props.entered.includes(choice.value)}
                  onChange={() => toggle(choice.value)}
                />
                <span class="grow">
                  {choice.label}
                  <Show when={choice.description}>{(found) => <small>{found()}</small>}</Show>
                </span>
              </label>
            )}
          </For>
          <Show when={props.problem ?? hint()}>
            {(found) => <p class={props.problem ? "small tone-danger" : "small faint"}>{found()}</p>}
          </Show>
        </fieldset>
      </Match>
    </Switch>
  );
}

function typeOf(kind: Field["kind"]): string {
  return kind.kind === "text" ? (types[kind.format ?? ""] ?? "text") : "text";
}
