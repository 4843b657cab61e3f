// A picture over the window, scaled to fit or in its own size.

import { createSignal, type JSX, Show } from "solid-js";
import { w } from "../words/words";
import { Button } from "./controls";
import { Dialog } from "./Dialog";

export function WholePicture(props: { url: string; name: string; close: () => void }): JSX.Element {
  const [shrunk, setShrunk] = createSignal(false);
  const [actual, setActual] = createSignal(false);
  const measure = (image: HTMLImageElement): void => void setShrunk(image.naturalWidth > image.clientWidth + 1);
  return (
    <Dialog title={props.name} class="picture-whole" part="picture-whole" close={() => props.close()}>
      <div class={`picture-room ${actual() ? "actual" : ""}`} tabindex="0" role="region" aria-label={props.name}>
        <img src={props.url} alt={props.name} onLoad={(event) => measure(event.currentTarget)} />
      </div>
      <div class="row">
        <Show when={shrunk()}>
          <Button part="picture-size" onClick={() => setActual(!actual())}>
            {actual() ? w.picture.fit : w.picture.actual}
          </Button>
        </Show>
        <span class="grow" />
        <Button data-focus onClick={() => props.close()}>
          {w.common.close}
        </Button>
      </div>
    </Dialog>
  );
}
