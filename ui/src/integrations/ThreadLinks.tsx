// Links of a thread: its issue, its pull request, other pages; and the other threads with the same link.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf, query } from "../host";
import type { Link, ThreadId } from "../generated/model";
import { Button, IconButton, TextField } from "../kit/controls";
import { openLink } from "../kit/links";
import { toastError } from "../kit/toasts";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { r } from "../words/integrations";

export function ThreadLinks(props: { thread: ThreadId }): JSX.Element {
  // A server without links refuses the query. Then nothing is shown.
  const links = createLoader<Link[]>(
    () => mirror.revisions.links,
    () => query({ type: "links", thread: props.thread }).then((result) => result.links),
    "url",
  );
  const [url, setUrl] = createSignal("");
  const [problem, setProblem] = createSignal<string>();
  const keep = (event: SubmitEvent): void => {
    event.preventDefault();
    act({ type: "link", intent: { does: "keep", thread: props.thread, url: url(), title: "" } })
      .then(() => {
        setUrl("");
        setProblem(undefined);
      })
      .catch((error: unknown) => setProblem(failureOf(error).message));
  };
  const also = (link: Link): string =>
    link.also
      .map((id) => mirror.threads[id]?.title)
      .filter(Boolean)
      .join(", ");
  return (
    <Show when={links.now()}>
      {(found) => (
        <section class="stack" aria-label={r.links.title} data-part="thread-links">
          <Show when={found().length}>
            <ul class="list">
              <For each={found()}>
                {(link) => (
                  <li data-part="thread-link">
                    <span class="grow">
                      <button
                        type="button"
                        class="link clip"
                        title={link.url}
                        data-address={link.url}
                        onClick={() => openLink(null, link.url)}
                      >
                        {link.title ?? link.url}
                      </button>
                      <Show when={also(link)}>{(titles) => <small>{r.links.also(titles())}</small>}</Show>
                    </span>
                    <IconButton
                      small
                      icon="x"
                      label={r.links.drop(link.url)}
                      part="drop-link"
                      onClick={() =>
                        void act({ type: "link", intent: { does: "drop", thread: props.thread, url: link.url } }).catch(
                          toastError,
                        )
                      }
                    />
                  </li>
                )}
              </For>
            </ul>
          </Show>
          <form class="row field-and-button" onSubmit={keep}>
            <TextField
              label={r.links.add}
              part="link-input"
              placeholder="https://"
              value={url()}
              {...(problem() ? { problem: problem() ?? "" } : {})}
              onInput={(event) => setUrl(event.currentTarget.value)}
            />
            <Button type="submit" part="keep-link" disabled={!url().trim()}>
              {r.links.keep}
            </Button>
          </form>
        </section>
      )}
    </Show>
  );
}
