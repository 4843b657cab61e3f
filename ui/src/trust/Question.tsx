// The question whether a folder is trusted, with everything that trust would turn on.

import { For, type JSX, Show } from "solid-js";
import type { ProjectFind } from "../generated/model";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Icon } from "../kit/icons";
import { w } from "../words/words";
import type { TrustQuestion } from "./ask";

export function Question(props: { of: TrustQuestion }): JSX.Element {
  const trust = () => props.of.trust;
  /** If trust would run something, its button is not highlighted. */
  const risky = (): boolean => trust().finds.some((find) => find.kind !== "agent");
  const cancel = (): void => props.of.answer(null);
  return (
    <Dialog title={w.trust.title} class="trust" part="trust-question" close={cancel}>
      <p class="trust-folder mono" data-part="trust-folder">
        <Icon name="folder" />
        <span>{trust().folder}</span>
      </p>
      <p>{w.trust.meaning}</p>
      <Show when={trust().finds.length} fallback={<p class="quiet">{w.trust.none}</p>}>
        <div class="stack gap-1">
          <h3>{w.trust.finds}</h3>
          {/* The list scrolls, so the keyboard must be able to focus it. */}
          <ul class="trust-finds" tabindex="0" aria-label={w.trust.finds} data-part="trust-finds">
            <For each={trust().finds}>{(find) => <Find of={find} />}</For>
          </ul>
          <Show when={trust().cut}>
            <p class="tone-warn">{w.trust.cut}</p>
          </Show>
        </div>
      </Show>
      <p>{trust().finds.length ? w.trust.without : w.trust.withoutNone}</p>
      <p class="quiet small">{w.trust.once}</p>
      <DialogFoot no={w.trust.cancel} close={cancel} safe>
        <Button part="trust-no" variant={risky() ? "primary" : undefined} onClick={() => props.of.answer(false)}>
          {w.trust.no}
        </Button>
        <Button part="trust-yes" variant={risky() ? undefined : "primary"} onClick={() => props.of.answer(true)}>
          {w.trust.yes}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function Find(props: { of: ProjectFind }): JSX.Element {
  return (
    <li data-part="trust-find" data-kind={props.of.kind}>
      <span class="top">
        <span class="grow">{w.trust.kinds[props.of.kind](props.of.name)}</span>
        <small class="mono">{props.of.file}</small>
      </span>
      <Show when={props.of.runs}>{(runs) => <code>{runs()}</code>}</Show>
    </li>
  );
}
