// Edits a thread's name in place: in its row, or in its head.

import { type JSX, onMount } from "solid-js";
import type { ThreadId } from "../generated/model";
import { act, failureOf } from "../host";
import { isComposing } from "../keys";
import { w } from "../words/words";
import { queueDialog, setRenaming } from "./actions";

type RenameHereProps = {
  id: ThreadId;
  title: string;
  class: string;
  /** What has the focus after it. */ back: () => HTMLElement | null;
};

/** Enter and leaving the field save the name, Esc keeps the old one. A refused name is asked for again in a dialog. */
export function RenameField(props: RenameHereProps): JSX.Element {
  let field: HTMLInputElement | undefined;
  let ended = false;
  const end = (name: string | null): void => {
    if (ended) return;
    ended = true;
    const text = name?.trim();
    const { id: thread, back } = props;
    if (text && text !== props.title) {
      act({ type: "rename", thread, name: text }).catch((error: unknown) =>
        queueDialog({ kind: "rename", thread, refused: { name: text, why: failureOf(error).message } }),
      );
    }
    setRenaming(null);
    queueMicrotask(() => back()?.focus());
  };
  onMount(() => {
    // Delayed until the menu has returned the focus.
    queueMicrotask(() => {
      field?.focus();
      field?.select();
    });
  });
  return (
    <input
      ref={(made) => (field = made)}
      type="text"
      class={props.class}
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
