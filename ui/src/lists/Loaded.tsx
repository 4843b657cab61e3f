// Shared parts of all lists: the state while one is loaded or failed, and the dialog before something is removed.

import { type JSX, Show } from "solid-js";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Icon } from "../kit/icons";
import { Spin } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { w } from "../words/words";
import type { Loader } from "./loader";

/** Shown instead of a list while it is loaded, or if it could not be. */
export function Loaded(props: { seen: Loader<object>; children: JSX.Element }): JSX.Element {
  return (
    <>
      <Show when={props.seen.problem()}>
        {(why) => (
          <div class="list-problem" role="status" data-part="list-problem">
            <Icon name="warn" class="tone-warn" />
            <span class="grow">
              <b>{w.common.unread}</b> {why()}
            </span>
            <Button size="small" onClick={() => void props.seen.reload()}>
              {w.common.tryAgain}
            </Button>
          </div>
        )}
      </Show>
      <Show
        when={props.seen.now()}
        fallback={
          <Show when={props.seen.busy()}>
            <p class="row quiet" role="status">
              <Spin />
              {w.common.reading}
            </p>
          </Show>
        }
      >
        {props.children}
      </Show>
    </>
  );
}

export interface Confirmation {
  title: string;
  hint: string;
  yes: string;
  run: () => Promise<unknown>;
}

export function ConfirmDialog(props: {
  question: Confirmation;
  close: () => void;
  children?: JSX.Element;
}): JSX.Element {
  const yes = (): void => {
    // Read before the dialog closes, because the question is gone afterwards.
    const { run } = props.question;
    props.close();
    run().catch(toastError);
  };
  return (
    <Dialog title={props.question.title} close={props.close}>
      <p class="quiet">{props.question.hint}</p>
      {props.children}
      <DialogFoot no={w.common.cancel} close={props.close} safe>
        <Button variant="danger" part="dialog-yes" onClick={yes}>
          {props.question.yes}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
