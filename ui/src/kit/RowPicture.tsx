// A picture in a row: small in the transcript, whole on click. Rust gives a name for exactly that file.

import { createSignal, type JSX, onMount, Show } from "solid-js";
import type { RowId, ThreadId } from "../generated/model";
import { query, pictureUrl } from "../host";
import { setPicture } from "../view";
import { w } from "../words/words";
import { Icon } from "./icons";

type PictureProps = { thread: ThreadId; row: RowId; name: string };

export function RowPicture(props: PictureProps): JSX.Element {
  const [url, setUrl] = createSignal<string>();
  const [lost, setLost] = createSignal(false);
  onMount(() => {
    query({ type: "rowPicture", thread: props.thread, row: props.row })
      .then((result) => setUrl(pictureUrl(result.name)))
      .catch(() => setLost(true));
  });
  const whole = (): void => {
    const from = url();
    if (from) setPicture({ url: from, name: props.name });
  };
  return (
    <Show
      when={!lost()}
      fallback={
        <p class="picture-lost" data-part="picture-lost">
          <Icon name="image" />
          {w.picture.lost}
        </p>
      }
    >
      <button
        type="button"
        class="picture-thumb"
        data-part="picture"
        aria-label={w.picture.show(props.name)}
        title={props.name}
        onClick={whole}
      >
        <Show when={url()}>{(from) => <img src={from()} alt="" decoding="async" onError={() => setLost(true)} />}</Show>
      </button>
    </Show>
  );
}
