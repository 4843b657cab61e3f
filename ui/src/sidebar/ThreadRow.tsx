// One thread in the list: opened by a click, chosen with others, renamed where it stands, and a menu of its own.

import { createSignal, type JSX, onMount, Show } from "solid-js";
import { useNow } from "../clock";
import type { ThreadId, ThreadLine } from "../generated/model";
import { act, failureOf } from "../host";
import { Icon } from "../kit/icons";
import { ThreadMark } from "../kit/marks";
import { Menu, type MenuItem } from "../kit/Menu";
import { told } from "../kit/toasts";
import { threadItems } from "../keep/items";
import { askNext, setAsking } from "../keep/keep";
import { isComposing, isMod } from "../keys";
import { mirror } from "../mirror";
import { titleOf } from "../rows";
import { go, openThread } from "../view";
import { age } from "../words/forms";
import { w } from "../words/words";
import { shownOrder } from "./lines";
import { isChoosing, isSelected, selected, selectNone, selectTo, toggle } from "./selection";

const [renaming, setRenaming] = createSignal<ThreadId | null>(null);

export function ThreadRow(props: { id: ThreadId; child?: boolean }): JSX.Element {
  const now = useNow();
  let showMenu: () => void = () => undefined;
  const items = (line: ThreadLine): MenuItem[] => [
    ...threadItems(props.id, line, () => setRenaming(props.id)),
    { label: isSelected(props.id) ? w.keep.deselect : w.keep.select, icon: "check", run: () => toggle(props.id) },
  ];
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "F2" && !mirror.threads[props.id]?.archived) setRenaming(props.id);
    else if (event.key === "Delete") setAsking({ kind: "delete", threads: isSelected(props.id) ? selected() : [props.id] });
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) showMenu();
    else if (event.key === " " && isMod(event)) toggle(props.id);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") beside(event.currentTarget as HTMLElement, event.key === "ArrowDown" ? 1 : -1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent): void => {
    if (event.shiftKey) selectTo(props.id, shownOrder());
    else if (event.ctrlKey || event.metaKey) toggle(props.id);
    else {
      selectNone(props.id);
      go({ kind: "thread", id: props.id });
    }
  };
  return (
    <Show when={mirror.threads[props.id]}>
      {(line) => (
        <Show when={renaming() !== props.id} fallback={<RenameHere id={props.id} title={line().title} />}>
          <div
            class={`side-line ${isSelected(props.id) ? "selected" : ""}`}
            onContextMenu={(event) => {
              event.preventDefault();
              showMenu();
            }}
          >
            <button
              type="button"
              class={`side-row thread ${props.child ? "child" : ""} ${line().mark === "unread" ? "unread" : ""}`}
              data-part="thread-row"
              data-thread={props.id}
              aria-current={openThread() === props.id ? "page" : undefined}
              aria-pressed={isChoosing() ? isSelected(props.id) : undefined}
              title={line().title}
              onClick={onClick}
              onAuxClick={(event) => {
                if (event.button === 1) act({ type: "openWindow", thread: props.id }).catch(told);
              }}
              onKeyDown={onKey}
            >
              <ThreadMark mark={line().mark} />
              <Show when={props.child}>
                <Icon name="agent" />
                <span class="sr">{w.sidebar.agent}</span>
              </Show>
              <span class="label">{titleOf(line())}</span>
              <Show when={line().mark !== "running"}>
                <time>{age(line().updatedMs, now())}</time>
              </Show>
            </button>
            <Menu label={w.keep.rowMenu(line().title)} items={items(line())} class="icon-button small row-more" part="row-menu" quiet opener={(show) => (showMenu = show)}>
              <Icon name="more" />
            </Menu>
          </div>
        </Show>
      )}
    </Show>
  );
}

/** The row above or below, where it is drawn. */
function beside(from: HTMLElement, by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(".side-list button.thread, .side-list button.project")];
  rows[rows.indexOf(from) + by]?.focus();
}

/** Enter keeps the name, Esc the old one; leaving it keeps what was written. A name that is refused is asked about again. */
function RenameHere(props: { id: ThreadId; title: string }): JSX.Element {
  let field: HTMLInputElement | undefined;
  let ended = false;
  const end = (name: string | null): void => {
    if (ended) return;
    ended = true;
    const text = name?.trim();
    const thread = props.id;
    if (text && text !== props.title) {
      act({ type: "rename", thread, name: text }).catch((error: unknown) => askNext({ kind: "rename", thread, refused: { name: text, why: failureOf(error).message } }));
    }
    setRenaming(null);
    queueMicrotask(() => document.querySelector<HTMLElement>(`[data-part=thread-row][data-thread="${CSS.escape(props.id)}"]`)?.focus());
  };
  onMount(() => {
    field?.focus();
    field?.select();
  });
  return (
    <input
      ref={(made) => (field = made)}
      type="text"
      class="side-rename"
      data-part="rename-here"
      aria-label={w.menu.renameLabel}
      value={props.title}
      maxLength={200}
      spellcheck={false}
      onBlur={(event) => end(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (isComposing(event)) return;
        if (event.key === "Enter") end(event.currentTarget.value);
        else if (event.key === "Escape") end(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
