// A thread in the list: opened by a click, selected with others, renamed in place, with a menu of its own.

import { type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import type { ThreadId, ThreadLine } from "../generated/model";
import { act } from "../host";
import { Icon } from "../kit/icons";
import { ThreadMark } from "../kit/marks";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { threadItems } from "../conversation/menu";
import { asksToDelete, isRenaming, remove, setRenaming } from "../conversation/actions";
import { RenameField } from "../conversation/RenameField";
import { chord, isMod } from "../keys";
import { mirror } from "../mirror";
import { titleOf } from "../titles";
import { isFork } from "../titles";
import { go, openThread } from "../view";
import { age } from "../words/forms";
import { w } from "../words/words";
import { shownOrder } from "./lines";
import { isChoosing, isSelected, selected, selectNone, selectTo, toggle } from "./selection";

/** `apart`: a text that distinguishes it from other threads of the same title. */
export function ThreadRow(props: { id: ThreadId; child?: boolean; apart?: string | undefined }): JSX.Element {
  const now = useNow();
  let showMenu: () => void = () => undefined;
  const items = (line: ThreadLine): MenuItem[] =>
    // Inserted before the entries that open and copy, because the end of the menu is for what cannot be undone.
    threadItems(
      props.id,
      line,
      () => setRenaming({ thread: props.id, where: "list" }),
      [
        {
          label: isSelected(props.id) ? w.keep.deselect : w.keep.select,
          icon: "check",
          keys: chord(w.keys.space),
          run: () => toggle(props.id),
        },
      ],
      true,
    );
  /** Moves the focus to another row first, because a removed row would take it away. */
  const removeFrom = (row: HTMLElement): void => {
    const threads = isSelected(props.id) ? selected() : [props.id];
    if (!asksToDelete(threads)) {
      beside(row, 1);
      if (document.activeElement === row) beside(row, -1);
    }
    remove(threads);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === "F2" && !mirror.threads[props.id]?.archived) setRenaming({ thread: props.id, where: "list" });
    else if (event.key === "Delete") removeFrom(event.currentTarget as HTMLElement);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) showMenu();
    else if (event.key === " " && isMod(event)) toggle(props.id);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      beside(event.currentTarget as HTMLElement, event.key === "ArrowDown" ? 1 : -1);
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
        <Show
          when={!isRenaming(props.id, "list")}
          fallback={
            <RenameField
              id={props.id}
              title={line().title}
              class="side-rename"
              back={() => document.querySelector(`[data-part=thread-row][data-thread="${CSS.escape(props.id)}"]`)}
            />
          }
        >
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
              tabindex="-1"
              data-part="thread-row"
              data-thread={props.id}
              aria-current={openThread() === props.id ? "page" : undefined}
              aria-pressed={isChoosing() ? isSelected(props.id) : undefined}
              title={titleOf(line())}
              onClick={onClick}
              onAuxClick={(event) => {
                if (event.button === 1) act({ type: "openWindow", thread: props.id }).catch(toastError);
              }}
              onKeyDown={onKey}
            >
              <ThreadMark mark={line().mark} />
              <Show when={props.child}>
                <Icon name="agent" />
                <span class="sr">{w.sidebar.agent}</span>
              </Show>
              <Show when={isFork(line())}>
                <span class="fork-mark" data-part="fork-mark">
                  <Icon name="fork" />
                  <span class="sr">{w.keep.forkOf}</span>
                </span>
              </Show>
              <span class="title-line">
                <span class="label">{titleOf(line())}</span>
                <Show when={props.apart}>
                  {(apart) => (
                    <span class="apart" data-part="apart">
                      {apart()}
                    </span>
                  )}
                </Show>
                <Show when={line().mark !== "running" && !props.apart}>
                  <time>{age(line().updatedMs, now())}</time>
                </Show>
              </span>
            </button>
            <Menu
              label={w.keep.rowMenu(titleOf(line()))}
              items={items(line())}
              class="icon-button small row-more"
              part="row-menu"
              quiet
              opener={(show) => (showMenu = show)}
            >
              <Icon name="more" />
            </Menu>
          </div>
        </Show>
      )}
    </Show>
  );
}

/** The row above or below, if it is drawn. */
function beside(from: HTMLElement, by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(".side-list button.thread, .side-list button.project")];
  rows[rows.indexOf(from) + by]?.focus();
}
