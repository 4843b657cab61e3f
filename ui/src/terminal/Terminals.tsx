// The terminals of a thread, one tab each, with their sandbox in words.

import { createEffect, createMemo, createSignal, For, type JSX, on, Show, untrack } from "solid-js";
import { act } from "../host";
import type { TerminalTab } from "../generated/model";
import { Empty } from "../kit/bits";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { rove } from "../kit/roving";
import { toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { folderName } from "../titles";
import { w } from "../words/words";
import { Screen } from "./Screen";
import "./terminal.css";

export function Terminals(props: { thread: Thread }): JSX.Element {
  const [chosen, choose] = createSignal<string | null>(null);
  const tabs = (): TerminalTab[] => props.thread.tabs;
  const tab = createMemo(() => tabs().find((one) => one.id === chosen()) ?? tabs().at(-1));
  // A new terminal is shown at once.
  createEffect(
    on(
      () => tabs().length,
      (now, before) => {
        if (before !== undefined && now > before) choose(tabs().at(-1)?.id ?? null);
      },
    ),
  );
  /** A person who opens a terminal wants to type into it. */
  const [opening, setOpening] = createSignal(false);
  const open = (fenced: boolean): void => {
    setOpening(true);
    act({ type: "openTerminal", thread: props.thread.id, fenced, columns: 80, rows: 24 }).catch((error: unknown) => {
      setOpening(false);
      toastError(error);
    });
  };
  /** Returns true once, and only if nobody moved the focus elsewhere meanwhile. */
  const takesFocus = (): boolean => {
    const { activeElement } = document;
    const free =
      !activeElement || activeElement === document.body || activeElement.closest("[data-part=terminal]") !== null;
    return untrack(opening) && free && (setOpening(false), true);
  };
  const close = (id: string): void => void act({ type: "closeTerminal", terminal: id }).catch(toastError);
  const fence = (): boolean => mirror.server.sandboxWorks !== false;
  const kinds = (): MenuItem[] => [
    ...(fence()
      ? [
          {
            label: w.terminal.fenced,
            detail: w.terminal.fencedMeaning,
            icon: "shield",
            run: () => open(true),
          } as MenuItem,
        ]
      : []),
    { label: w.terminal.bare, detail: w.terminal.bareMeaning, icon: "warn", run: () => open(false) },
  ];
  const name = (one: TerminalTab): string => one.screen.title ?? one.shell;
  return (
    <div class="terminals" data-part="terminal">
      <Show
        when={tab()}
        fallback={
          <Empty icon="terminal" title={w.terminal.none} hint={w.terminal.noneHint(folder(props.thread))}>
            <div class="row wrap center">
              <Show when={fence()}>
                <Button variant="primary" icon="shield" part="open-terminal" onClick={() => open(true)}>
                  {w.terminal.openFenced}
                </Button>
              </Show>
              <Button part="open-terminal-bare" onClick={() => open(false)}>
                {w.terminal.openBare}
              </Button>
            </div>
          </Empty>
        }
      >
        {(shown) => (
          <>
            <div class="term-bar">
              <div
                class="term-tabs"
                role="tablist"
                aria-label={w.terminal.name}
                onKeyDown={(event) =>
                  rove(event, [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")], "row")
                }
              >
                <For each={tabs()}>
                  {(one) => (
                    <button
                      type="button"
                      role="tab"
                      class="term-tab"
                      data-part="terminal-tab"
                      aria-selected={one.id === shown().id}
                      tabindex={one.id === shown().id ? 0 : -1}
                      aria-controls="terminal-body"
                      title={name(one)}
                      onClick={() => choose(one.id)}
                    >
                      <Icon
                        name={one.fenced === "not" ? "warn" : "shield"}
                        class={one.fenced === "not" ? "tone-warn" : ""}
                      />
                      <span class="clip">{name(one)}</span>
                    </button>
                  )}
                </For>
              </div>
              <Menu label={w.terminal.another} items={kinds()} class="icon-button small" part="another-terminal" wide>
                <Icon name="plus" />
              </Menu>
              <IconButton
                small
                icon="trash"
                label={shown().state.kind === "running" ? w.terminal.end : w.terminal.close}
                part="close-terminal"
                onClick={() => close(shown().id)}
              />
            </div>
            <p
              class={`term-fence ${shown().fenced === "not" ? "bare" : ""}`}
              data-part="terminal-fence"
              data-kind={shown().fenced}
            >
              <Icon name={shown().fenced === "not" ? "warn" : "shield"} />
              <span class="grow clip">{w.terminal.fence[shown().fenced]}</span>
            </p>
            <div class="term-body" id="terminal-body" role="tabpanel" aria-label={name(shown())}>
              <Show when={shown().id} keyed>
                <Screen tab={shown()} focus={takesFocus()} />
              </Show>
            </div>
            <Show when={shown().state.kind === "ended"}>
              <div class="term-end" role="status" data-part="terminal-end">
                <span class="grow">{ending(shown())}</span>
                <Button size="small" onClick={() => open(shown().fenced !== "not")}>
                  {w.terminal.again}
                </Button>
                <Button size="small" variant="plain" onClick={() => close(shown().id)}>
                  {w.terminal.close}
                </Button>
              </div>
            </Show>
          </>
        )}
      </Show>
    </div>
  );
}

const folder = (thread: Thread): string => folderName(thread.head.cwd);

function ending(tab: TerminalTab): string {
  if (tab.state.kind !== "ended") return "";
  if (tab.state.why) return tab.state.why;
  return tab.state.exit === null ? w.terminal.ended : w.terminal.endedWith(tab.state.exit);
}
