// The list of an open menu: arrow keys, letters, and its position on screen.

import { createEffect, For, type JSX, on, onCleanup, Show } from "solid-js";
import { Portal } from "solid-js/web";
import { Icon } from "./icons";
import type { MenuItem } from "./Menu";

type ListProps = {
  id: string;
  label: string;
  items: MenuItem[];
  wide: boolean;
  anchor: HTMLElement | undefined;
  close: (focus: boolean) => void;
};

/** Letters typed faster than this belong to the same word. */
const WORD_MS = 800;

export function MenuList(props: ListProps): JSX.Element {
  let list: HTMLDivElement | undefined;
  let word = "";
  let pause: ReturnType<typeof setTimeout> | undefined;
  const outside = (event: PointerEvent): void => {
    const target = event.target instanceof Node ? event.target : null;
    if (!list?.contains(target) && !props.anchor?.contains(target)) props.close(false);
  };
  const gone = (): void => props.close(false);
  document.addEventListener("pointerdown", outside, true);
  addEventListener("resize", gone);
  addEventListener("blur", gone);
  onCleanup(() => {
    clearTimeout(pause);
    document.removeEventListener("pointerdown", outside, true);
    removeEventListener("resize", gone);
    removeEventListener("blur", gone);
  });
  const entries = (): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  const move = (by: number): void => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all[(at + by + all.length) % all.length]?.focus();
  };
  /** Moves to the entry that begins with the typed letters. The same letter again moves to the next one. */
  const find = (letter: string): void => {
    clearTimeout(pause);
    pause = setTimeout(() => (word = ""), WORD_MS);
    word += letter.toLocaleLowerCase();
    const sought = [...word].every((one) => one === word[0]) ? word.slice(0, 1) : word;
    const all = entries();
    const from = all.indexOf(document.activeElement as HTMLElement) + (sought.length === 1 ? 1 : 0);
    const begins = (one: HTMLElement): boolean =>
      one.textContent?.trim().toLocaleLowerCase().startsWith(sought) ?? false;
    [...all.slice(Math.max(0, from)), ...all].find(begins)?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Home") entries()[0]?.focus();
    else if (key === "End") entries().at(-1)?.focus();
    else if (key === "Escape" || key === "Tab") props.close(true);
    else if (key.length === 1 && /\S/.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey) find(key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** The entry that last had the focus. */
  let at = -1;
  // What is read while it is open makes its entries anew: the keys stay where they were, and all of it in the window.
  createEffect(
    on(
      () => props.items,
      () => {
        if (!list?.isConnected) return;
        place(list, props.anchor);
        const { activeElement } = document;
        if (activeElement && activeElement !== document.body) return;
        const all = entries();
        (all[at] ?? all.at(-1))?.focus();
      },
      { defer: true },
    ),
  );
  const mount = (made: HTMLDivElement): void => {
    list = made;
    queueMicrotask(() => {
      showOnTop(made);
      place(made, props.anchor);
      (made.querySelector<HTMLElement>("[aria-checked=true]") ?? entries()[0])?.focus();
    });
  };
  return (
    <Portal mount={props.anchor?.closest("main, nav, aside, dialog") ?? document.body}>
      <div
        ref={mount}
        id={props.id}
        class={`menu ${props.wide ? "wide" : ""}`}
        role="menu"
        aria-label={props.label}
        tabindex="-1"
        onKeyDown={onKey}
        onFocusIn={(event) => (at = entries().indexOf(event.target as HTMLElement))}
      >
        <For each={props.items}>
          {(item) =>
            item.kind === "line" ? (
              <div class="menu-line" role="separator" />
            ) : item.kind === "head" ? (
              <div class="menu-head" role="presentation">
                {item.label}
              </div>
            ) : (
              <button
                type="button"
                class={`menu-item ${item.danger ? "danger" : ""}`}
                role={item.checked === undefined ? "menuitem" : "menuitemradio"}
                aria-checked={item.checked}
                aria-disabled={item.off ? "true" : undefined}
                aria-keyshortcuts={item.keys?.replaceAll(" ", "+")}
                tabindex="-1"
                onClick={() => {
                  if (item.off) return;
                  props.close(true);
                  item.run();
                }}
                onMouseMove={(event) => event.currentTarget.focus()}
              >
                <Show
                  when={item.checked !== undefined}
                  fallback={<Show when={item.icon}>{(icon) => <Icon name={icon()} />}</Show>}
                >
                  <span class="tick">{item.checked ? <Icon name="check" /> : null}</span>
                </Show>
                <span class="grow">
                  <span class="block">{item.label}</span>
                  <Show when={item.off ?? item.detail}>{(detail) => <small>{detail()}</small>}</Show>
                </span>
                <Show when={!item.off && item.keys}>
                  {(keys) => (
                    <span class="menu-keys" aria-hidden="true">
                      {keys()}
                    </span>
                  )}
                </Show>
              </button>
            )
          }
        </For>
      </div>
    </Portal>
  );
}

/** Shows the element above everything. Without support for the top layer, its position in the page must do. */
export function showOnTop(element: HTMLElement): void {
  if (!element.isConnected || typeof element.showPopover !== "function") return;
  element.popover = "manual";
  element.showPopover();
}

/** Places the list below its button, or above if there is no room, and always inside the window. */
function place(list: HTMLElement, anchor: HTMLElement | undefined): void {
  if (!anchor) return;
  const at = anchor.getBoundingClientRect();
  const size = list.getBoundingClientRect();
  const below = at.bottom + 4;
  const top = below + size.height > innerHeight - 8 ? Math.max(8, at.top - size.height - 4) : below;
  const left = Math.max(8, Math.min(at.left, innerWidth - size.width - 8));
  list.style.setProperty("top", `${top}px`);
  list.style.setProperty("left", `${left}px`);
}
