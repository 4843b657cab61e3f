// A dialog over the window. The browser's own dialog element keeps the focus inside and returns it afterwards.

import { createUniqueId, type JSX, onCleanup, onMount, Show } from "solid-js";
import { Portal } from "solid-js/web";
import { Button } from "./controls";

type DialogProps = {
  title: string;
  hideTitle?: boolean;
  class?: string;
  part?: string;
  close: () => void;
  children: JSX.Element;
};

export function Dialog(props: DialogProps): JSX.Element {
  let element: HTMLDialogElement | undefined;
  const id = createUniqueId();
  const before = document.activeElement;
  onMount(() => {
    element?.showModal();
    const first = element?.querySelector<HTMLElement>("[data-focus]");
    first?.focus();
  });
  onCleanup(() => {
    element?.close();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  });
  return (
    <Portal>
      <dialog
        ref={(made) => (element = made)}
        class={`dialog ${props.class ?? ""}`}
        data-part={props.part ?? "dialog"}
        aria-labelledby={id}
        onCancel={(event) => {
          event.preventDefault();
          props.close();
        }}
        onMouseDown={(event) => {
          if (event.target === element) props.close();
        }}
      >
        <h2 id={id} class={props.hideTitle ? "sr" : "dialog-title"}>
          {props.title}
        </h2>
        <Show when={props.children}>{props.children}</Show>
      </dialog>
    </Portal>
  );
}

type FootProps = {
  /** The label of the safe answer, which does nothing. */
  no: string;
  close: () => void;
  /** The safe answer has the focus. */
  safe?: boolean;
  /** Content that is not an answer. */
  aside?: JSX.Element;
  /** The actions, the likeliest last. */
  children?: JSX.Element;
};

/** The buttons of a dialog: actions at the end, the safe answer before them, other content at the beginning. */
export function DialogFoot(props: FootProps): JSX.Element {
  return (
    <div class="dialog-foot">
      <div class="dialog-aside">{props.aside}</div>
      <Button part="dialog-no" data-focus={props.safe ? "" : undefined} onClick={() => props.close()}>
        {props.no}
      </Button>
      {props.children}
    </div>
  );
}
