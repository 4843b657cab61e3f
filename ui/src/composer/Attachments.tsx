// The attachments of a message, each with a button that removes it.

import { For, type JSX, Show } from "solid-js";
import type { Attached, ThreadId } from "../generated/model";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Picture } from "../kit/Picture";
import { pictureName } from "./again";
import { w } from "../words/words";
import { modelOf } from "./choices";
import { attachedOf, setAttached } from "./drafts";

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) || path;
const nameOf = (one: Attached): string =>
  one.kind === "image" ? pictureName(fileName(one.path)) : one.kind === "link" ? one.url : one.name;

export function Attachments(props: { thread: ThreadId | null; cwd: string | null }): JSX.Element {
  const all = (): Attached[] => attachedOf(props.thread);
  const blind = (): boolean =>
    modelOf(props.thread, props.cwd)?.takesImages === false &&
    all().some((one) => one.kind === "image" || one.kind === "link");
  const remove = (gone: Attached, at: number): void => {
    setAttached(
      props.thread,
      all().filter((one) => one !== gone),
    );
    const left = document.querySelectorAll<HTMLElement>("[data-part=attachment] .icon-button");
    (left[Math.min(at, left.length - 1)] ?? document.querySelector<HTMLElement>("[data-part=composer-input]"))?.focus();
  };
  return (
    <Show when={all().length}>
      <ul class="chips" aria-label={w.attach.name}>
        <For each={all()}>
          {(one, at) => (
            <li
              class={`chip ${one.kind === "image" ? "pictured" : ""}`}
              data-part="attachment"
              data-kind={one.kind}
              title={one.kind === "image" ? one.path : nameOf(one)}
            >
              <Show
                when={one.kind === "image" && one.path}
                fallback={<Icon name={one.kind === "link" ? "globe" : one.kind === "skill" ? "spool" : "plug"} />}
              >
                {(path) => <Picture path={path()} name="" />}
              </Show>
              <span class="clip">{nameOf(one)}</span>
              <IconButton small icon="x" label={w.attach.remove(nameOf(one))} onClick={() => remove(one, at())} />
            </li>
          )}
        </For>
      </ul>
      <Show when={blind()}>
        <p class="small tone-warn chips-note" role="status">
          {w.attach.blind}
        </p>
      </Show>
    </Show>
  );
}
