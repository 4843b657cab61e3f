// A picture that a row speaks of: small in the talk, whole when clicked. Rust gives a name for exactly that file.

import { createSignal, type JSX, onMount, Show } from "solid-js";
import type { RowId, ThreadId } from "../generated/model";
import { look, pictureUrl } from "../host";
import { w } from "../words/words";
import { Button } from "./controls";
import { Dialog } from "./Dialog";
import { Icon } from "./icons";

type PictureProps = { thread: ThreadId; row: RowId; name: string };

export function RowPicture(props: PictureProps): JSX.Element {
  const [url, setUrl] = createSignal<string>();
  const [lost, setLost] = createSignal(false);
  const [whole, setWhole] = createSignal(false);
  onMount(() => {
    look({ type: "rowPicture", thread: props.thread, row: props.row })
      .then((sight) => setUrl(pictureUrl(sight.name)))
      .catch(() => setLost(true));
  });
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
      <button type="button" class="picture-thumb" data-part="picture" aria-label={w.picture.show(props.name)} title={props.name} onClick={() => setWhole(true)}>
        <Show when={url()}>{(from) => <img src={from()} alt="" decoding="async" onError={() => setLost(true)} />}</Show>
      </button>
      <Show when={whole() && url()}>
        {(from) => (
          <Dialog title={props.name} class="picture-whole" part="picture-whole" close={() => setWhole(false)}>
            <div class="picture-room" tabindex="0" role="region" aria-label={props.name}>
              <img src={from()} alt={props.name} />
            </div>
            <div class="row">
              <span class="grow" />
              <Button data-focus onClick={() => setWhole(false)}>
                {w.common.close}
              </Button>
            </div>
          </Dialog>
        )}
      </Show>
    </Show>
  );
}
