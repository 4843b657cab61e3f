// Messages that wait for the running turn to end: read, edited, ordered, removed, or sent at once.

import { createEffect, For, type JSX, on, onMount, Show } from "solid-js";
import { act } from "../host";
import type { Queued, QueuedId, ThreadId } from "../generated/model";
import { isComposing } from "../keys";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { choicesFor } from "./choices";
import { beginEdit, dropEdit, editOf, moveEditsToComposer, saveEdit, typeEdit } from "./edits";

export function Queue(props: { thread: ThreadId }): JSX.Element {
  const queue = (): Queued[] => mirror.open[props.thread]?.queue ?? [];
  const running = (): boolean => mirror.open[props.thread]?.head.running != null;
  let list: HTMLOListElement | undefined;
  /** The message that was moved last, and the button on it that has the focus. */
  let moved: { id: QueuedId; part: string } | null = null;
  createEffect(
    on(
      () => queue().map((one) => one.id),
      () => {
        moveEditsToComposer(props.thread);
        follow();
      },
    ),
  );

  /** The focus follows the message, so that the same key moves it again. At an end the opposite button gets the focus. */
  const follow = (): void => {
    const { activeElement } = document;
    const line = moved && list?.querySelector(`[data-queued="${CSS.escape(moved.id)}"]`);
    if (!moved || !line || (activeElement !== document.body && !list?.contains(activeElement))) return;
    const wanted = line.querySelector<HTMLElement>(`[data-part=${moved.part}]:not(:disabled)`);
    (
      wanted ?? line.querySelector<HTMLElement>(":is([data-part=queue-up], [data-part=queue-down]):not(:disabled)")
    )?.focus();
    moved = null;
  };
  const move = (at: number, by: number, part: string): void => {
    const order = queue().map((one) => one.id);
    const [id] = order.splice(at, 1);
    if (id === undefined) return;
    order.splice(at + by, 0, id);
    moved = { id, part };
    act({ type: "orderQueue", thread: props.thread, order }).catch((error: unknown) => {
      moved = null;
      toastError(error);
    });
  };
  const onKey = (event: KeyboardEvent, at: number): void => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    const by = event.key === "ArrowUp" ? -1 : 1;
    event.preventDefault();
    event.stopPropagation();
    if (at + by >= 0 && at + by < queue().length)
      move(at, by, (event.target as HTMLElement).dataset["part"] ?? "queue-edit");
  };
  const remove = (id: QueuedId, at: number): void => {
    act({ type: "removeQueued", thread: props.thread, queued: id })
      .then(() => {
        const left = list?.querySelectorAll<HTMLElement>("[data-part=queue-remove]");
        (
          left?.[Math.min(at, left.length - 1)] ?? document.querySelector<HTMLElement>("[data-part=composer-input]")
        )?.focus();
      })
      .catch(toastError);
  };
  const sendNow = (id: QueuedId): void => {
    act({ type: "sendQueued", thread: props.thread, queued: id, choices: choicesFor(props.thread) }).catch(toastError);
  };
  return (
    <Show when={queue().length > 0}>
      <Show when={!running() && queue()[0]}>
        {(first) => (
          <div class="dock-note" role="status">
            <Icon name="clock" />
            <span class="grow">{w.queue.paused(queue().length)}</span>
            <Button size="small" part="queue-go-on" onClick={() => sendNow(first().id)}>
              {w.queue.goOn}
            </Button>
          </div>
        )}
      </Show>
      <ol class="queue" aria-label={w.queue.name} data-part="queue" ref={(made) => (list = made)}>
        <For each={queue()}>
          {(one, at) => (
            <li data-queued={one.id} onKeyDown={(event) => onKey(event, at())}>
              <Show when={!editOf(one.id)} fallback={<Edit one={one} />}>
                <span class="clip grow" title={one.text}>
                  {one.text}
                </span>
                <Show when={one.attached > 0}>
                  <span class="faint">{w.queue.attached(one.attached)}</span>
                </Show>
                <Show when={at() === 0}>
                  <span class="faint">{w.queue.next}</span>
                </Show>
                <Show when={queue().length > 1}>
                  <IconButton
                    small
                    icon="up"
                    part="queue-up"
                    label={w.queue.up(one.text)}
                    disabled={at() === 0}
                    onClick={() => move(at(), -1, "queue-up")}
                  />
                  <IconButton
                    small
                    icon="down"
                    part="queue-down"
                    label={w.queue.down(one.text)}
                    disabled={at() === queue().length - 1}
                    onClick={() => move(at(), 1, "queue-down")}
                  />
                </Show>
                <IconButton
                  small
                  icon="play"
                  part="queue-now"
                  label={running() ? w.queue.steer : w.queue.now}
                  onClick={() => sendNow(one.id)}
                />
                <IconButton
                  small
                  icon="pencil"
                  part="queue-edit"
                  label={w.queue.edit}
                  onClick={() => beginEdit(props.thread, one)}
                />
                <IconButton
                  small
                  icon="x"
                  part="queue-remove"
                  label={w.queue.remove}
                  onClick={() => remove(one.id, at())}
                />
              </Show>
            </li>
          )}
        </For>
      </ol>
    </Show>
  );
}

function Edit(props: { one: Queued }): JSX.Element {
  const text = (): string => editOf(props.one.id)?.text ?? props.one.text;
  const empty = (): boolean => text().trim() === "" && props.one.attached === 0;
  let field: HTMLTextAreaElement | undefined;
  onMount(() => {
    field?.focus();
    field?.setSelectionRange(text().length, text().length);
  });
  const back = (): void => {
    const id = props.one.id;
    queueMicrotask(() => document.querySelector<HTMLElement>(`[data-queued="${id}"] [data-part=queue-edit]`)?.focus());
  };
  const leave = (): void => {
    dropEdit(props.one.id);
    back();
  };
  const save = (): void => {
    if (empty()) return;
    if (text() === props.one.text) return leave();
    void saveEdit(props.one.id).then((kept) => kept && back());
  };
  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === "Enter" && !event.shiftKey) save();
    else if (event.key === "Escape") leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <textarea
        ref={(made) => (field = made)}
        class="queue-field grow"
        aria-label={w.queue.editing}
        data-part="queue-field"
        rows={Math.min(6, props.one.text.split("\n").length)}
        value={text()}
        onInput={(event) => typeEdit(props.one.id, event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <IconButton small icon="check" part="queue-save" label={w.queue.save} disabled={empty()} onClick={save} />
      <IconButton small icon="x" label={w.queue.cancel} onClick={leave} />
    </>
  );
}
