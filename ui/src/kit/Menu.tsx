// A button with a list of choices. Arrows move, letters search, Esc closes; then the button gets the focus back.

import { createSignal, createUniqueId, type JSX, Show } from "solid-js";
import type { IconName } from "./icons";
import { MenuList } from "./MenuList";

export type MenuItem =
  /** `off`: why it cannot be chosen now. */
  | {
      kind?: "item";
      label: string;
      detail?: string;
      /** What does the same without the menu, as people write it. */ keys?: string | undefined;
      icon?: IconName;
      checked?: boolean;
      danger?: boolean;
      off?: string | undefined;
      run: () => void;
    }
  | { kind: "head"; label: string }
  | { kind: "line" };

type MenuProps = {
  /** What the menu chooses; also shown on hover. */
  label: string;
  /** The button shows its value as text. This names the value for screen readers. */
  of?: string;
  items: MenuItem[];
  class: string;
  part?: string;
  children: JSX.Element;
  wide?: boolean;
  disabled?: boolean;
  opening?: () => void;
  /** Not a stop of the Tab key. The element around it opens it by `opener`. */
  quiet?: boolean;
  opener?: (show: () => void) => void;
};

export function Menu(props: MenuProps): JSX.Element {
  const [open, setOpen] = createSignal(false);
  const id = createUniqueId();
  let button: HTMLButtonElement | undefined;
  const close = (focus: boolean): void => {
    setOpen(false);
    if (focus) button?.focus();
  };
  const show = (): void => {
    props.opening?.();
    setOpen(true);
  };
  props.opener?.(show);
  return (
    <>
      <button
        ref={(made) => (button = made)}
        type="button"
        class={props.class}
        aria-haspopup="menu"
        aria-expanded={open()}
        aria-controls={open() ? id : undefined}
        aria-label={props.of === undefined ? props.label : undefined}
        title={props.label}
        data-part={props.part}
        disabled={props.disabled}
        tabindex={props.quiet ? -1 : undefined}
        onClick={() => (open() ? close(true) : show())}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          show();
        }}
      >
        <Show when={props.of}>{(of) => <span class="sr">{of()} </span>}</Show>
        {props.children}
      </button>
      <Show when={open()}>
        <MenuList
          id={id}
          label={props.label}
          items={props.items}
          wide={props.wide ?? false}
          anchor={button}
          close={close}
        />
      </Show>
    </>
  );
}
