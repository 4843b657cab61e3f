// Shared parts of the lists: the bar above them, a row's picture, an empty list.

import { createSignal, For, type JSX, Show } from "solid-js";
import { Empty, Path } from "../kit/bits";
import { IconButton } from "../kit/controls";
import { Icon, type IconName } from "../kit/icons";
import type { Loader } from "../lists/loader";
import { l } from "../words/catalog";

type BarProps = {
  text: string;
  change: (text: string) => void;
  seen: Loader<object>;
  before?: JSX.Element;
  children?: JSX.Element;
};

/** The search field, the reload button, and actions on the whole list. */
export function ListBar(props: BarProps): JSX.Element {
  return (
    <div class="list-bar">
      {props.before}
      <label class="field grow">
        <Icon name="search" />
        <span class="sr">{l.lists.search}</span>
        <input
          type="search"
          data-part="list-search"
          placeholder={l.lists.search}
          value={props.text}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => props.change(event.currentTarget.value)}
        />
      </label>
      {props.children}
      <IconButton
        icon="refresh"
        part="list-reload"
        label={l.lists.reload}
        disabled={props.seen.busy()}
        onClick={() => void props.seen.reload()}
      />
    </div>
  );
}

/** An entry's own picture, or an icon, or the initials of its name. */
export function Picture(props: { icon?: string | null; name: string; fallback?: IconName }): JSX.Element {
  const [lost, setLost] = createSignal(false);
  return (
    <span class="logo" aria-hidden="true">
      <Show
        when={!lost() && props.icon}
        fallback={
          <Show when={props.fallback} fallback={<span class="initials">{initials(props.name)}</span>}>
            {(name) => <Icon name={name()} />}
          </Show>
        }
      >
        {(source) => (
          <img
            src={source()}
            alt=""
            width="18"
            height="18"
            referrerpolicy="no-referrer"
            onError={() => setLost(true)}
          />
        )}
      </Show>
    </span>
  );
}

export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? "?")].slice(0, 2);
  return letters.join("").toLocaleUpperCase();
}

/** Files that cannot be read, above the list that they belong to, with the server's message. The rest keeps working. */
export function Unreadable(props: {
  id: string;
  part: string;
  title: string;
  hint?: string;
  files: { path: string; message: string }[];
  children?: (path: string) => JSX.Element;
}): JSX.Element {
  return (
    <Show when={props.files.length}>
      <section class="section" aria-labelledby={props.id} data-part={props.part}>
        <header>
          <h2 id={props.id} class="row">
            <Icon name="warn" class="tone-warn" />
            {props.title}
          </h2>
          <Show when={props.hint}>
            <p class="grow">{props.hint}</p>
          </Show>
        </header>
        <ul class="list">
          <For each={props.files}>
            {(one) => (
              <li>
                <span class="grow">
                  <Path path={one.path} />
                  <small>{one.message}</small>
                </span>
                {props.children?.(one.path)}
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  );
}

export function NothingHere(props: {
  icon: IconName;
  title: string;
  hint: string;
  children?: JSX.Element;
}): JSX.Element {
  return (
    <div class="list-empty">
      <Empty icon={props.icon} title={props.title} hint={props.hint}>
        {props.children}
      </Empty>
    </div>
  );
}
