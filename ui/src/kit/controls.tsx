// Buttons, switches and fields. They know sizes and states, but no texts of the app.

import { type JSX, Show, For, splitProps, createUniqueId } from "solid-js";
import { Icon, type IconName } from "./icons";

type ButtonProps = JSX.ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: "primary" | "plain" | "danger";
  size?: "small" | "large";
  icon?: IconName;
  part?: string;
};

export function Button(props: ButtonProps): JSX.Element {
  const [own, rest] = splitProps(props, ["variant", "size", "icon", "part", "class", "children"]);
  return (
    <button
      type="button"
      class={`button ${own.variant === "danger" ? "plain danger" : (own.variant ?? "")} ${own.size ?? ""} ${own.class ?? ""}`}
      data-part={own.part}
      {...rest}
    >
      <Show when={own.icon}>{(icon) => <Icon name={icon()} />}</Show>
      {own.children}
    </button>
  );
}

type IconButtonProps = JSX.ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName;
  /** Its name for screen readers, also shown on hover. */
  label: string;
  small?: boolean;
  primary?: boolean;
  on?: boolean;
  part?: string;
};

export function IconButton(props: IconButtonProps): JSX.Element {
  const [own, rest] = splitProps(props, ["icon", "label", "small", "primary", "on", "part", "class"]);
  return (
    <button
      type="button"
      class={`icon-button ${own.small ? "small" : ""} ${own.primary ? "primary" : ""} ${own.on ? "is-on" : ""} ${own.class ?? ""}`}
      aria-label={own.label}
      title={own.label}
      data-part={own.part}
      {...rest}
    >
      <Icon name={own.icon} />
    </button>
  );
}

export function Switch(props: { on: boolean; label: string; change: (on: boolean) => void }): JSX.Element {
  return (
    <button
      type="button"
      class="switch"
      role="switch"
      aria-checked={props.on}
      aria-label={props.label}
      onClick={() => props.change(!props.on)}
    />
  );
}

export function Segmented<T extends string>(props: {
  label: string;
  value: T;
  options: { value: T; label: string }[];
  change: (value: T) => void;
}): JSX.Element {
  return (
    <div class="segmented" role="group" aria-label={props.label}>
      <For each={props.options}>
        {(option) => (
          <button type="button" aria-pressed={option.value === props.value} onClick={() => props.change(option.value)}>
            {option.label}
          </button>
        )}
      </For>
    </div>
  );
}

type FieldProps = JSX.InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  hideLabel?: boolean;
  hint?: string;
  problem?: string;
  large?: boolean;
  part?: string;
};

export function TextField(props: FieldProps): JSX.Element {
  const [own, rest] = splitProps(props, ["label", "hideLabel", "hint", "problem", "large", "part", "id"]);
  const id = own.id ?? createUniqueId();
  return (
    <div class="labelled">
      <label for={id} class={own.hideLabel ? "sr" : "label-text"}>
        {own.label}
      </label>
      <div class={`field ${own.large ? "large" : ""} ${own.problem ? "wrong" : ""}`}>
        <input
          type="text"
          id={id}
          data-part={own.part}
          aria-invalid={own.problem ? "true" : undefined}
          aria-describedby={own.hint || own.problem ? `${id}-hint` : undefined}
          autocomplete="off"
          spellcheck={false}
          {...rest}
        />
      </div>
      <Show when={own.problem ?? own.hint}>
        {(text) => (
          <p
            id={`${id}-hint`}
            data-part={own.problem && own.part ? `${own.part}-problem` : undefined}
            class={own.problem ? "small tone-danger" : "small faint"}
          >
            {text()}
          </p>
        )}
      </Show>
    </div>
  );
}
