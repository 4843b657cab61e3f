// Beside the list: where the selected thread contains the text, and what can be done with it.

import { For, type JSX, Show } from "solid-js";
import type { Piece, ThreadLine } from "../generated/model";
import { archive, fork } from "../conversation/actions";
import { sourceName } from "../conversation/menu";
import { Button } from "../kit/controls";
import { mirror } from "../mirror";
import { folderName } from "../titles";
import { moment } from "../words/forms";
import { w } from "../words/words";
import type { Hit } from "./hits";

export function Pieces(props: { pieces: Piece[] }): JSX.Element {
  return <For each={props.pieces}>{(piece) => (piece.hit ? <mark>{piece.text}</mark> : <>{piece.text}</>)}</For>;
}

export function Preview(props: {
  hit: Hit;
  now: number;
  places: { pieces: Piece[]; run: () => void }[];
  more: boolean;
  close: () => void;
}): JSX.Element {
  const line = (): ThreadLine | undefined => mirror.threads[props.hit.thread ?? ""];
  const then = (run: () => void) => (): void => {
    props.close();
    run();
  };
  return (
    <>
      <div>
        <b class="clip block">{props.hit.label}</b>
        <Show when={line()}>
          {(found) => (
            <p class="quiet small">
              {folderName(found().cwd)} · {sourceName(found().source)} · {moment(found().updatedMs, props.now)}
            </p>
          )}
        </Show>
      </div>
      <For each={props.places}>
        {(place) => (
          <button type="button" class="said place" onClick={then(place.run)}>
            <Pieces pieces={place.pieces} />
          </button>
        )}
      </For>
      <Show when={props.more}>
        <p class="faint small">{w.hits.more}</p>
      </Show>
      <div class="row wrap">
        <Button size="small" onClick={then(() => props.hit.run(false))}>
          {w.hits.openHere}
        </Button>
        <Button size="small" onClick={then(() => void fork(props.hit.thread ?? "", null))}>
          {w.keep.fork}
        </Button>
        <Show when={line() && !props.hit.archived}>
          <Button size="small" onClick={then(() => archive([props.hit.thread ?? ""]))}>
            {w.menu.archive}
          </Button>
        </Show>
      </div>
    </>
  );
}
