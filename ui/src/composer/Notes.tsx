// The notes above the composer when something is in the way: a lock, no account, a limit.

import { createSignal, type JSX, Show } from "solid-js";
import { stop as stopping, stopWords } from "../account/limits";
import { useNow } from "../clock";
import { act, failureOf } from "../host";
import type { ThreadId } from "../generated/model";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { later } from "../kit/later";
import { toast, toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { go, setSigningIn } from "../view";
import { w } from "../words/words";
import { choicesFor, models } from "./choices";

const Helps = later(() => import("../account/LimitsSection").then((file) => file.Helps));

export function Notes(props: { thread: ThreadId | null; allowed: boolean; archived: boolean }): JSX.Element {
  const now = useNow();
  const [asking, setAsking] = createSignal(false);
  const ask = (): Promise<void> => {
    setAsking(true);
    return act({ type: "askLock", thread: props.thread ?? "" })
      .then(() => undefined)
      .catch((error: unknown) =>
        failureOf(error).code === "locked"
          ? toast({ tone: "plain", icon: "lock", title: w.locked.still })
          : toastError(error),
      )
      .finally(() => setAsking(false));
  };
  /** A model that Codex does not list, as in an old thread. Shown before a turn fails because of it. */
  const goneModel = (): string | null => {
    const { model } = choicesFor(props.thread);
    const listed = models();
    return props.thread && model && listed?.length && !listed.some((one) => one.id === model) ? model : null;
  };
  const blocked = () =>
    mirror.server.demo || !props.allowed || props.archived ? null : stopping(mirror.limits, now());
  return (
    <>
      <Show when={mirror.open[props.thread ?? ""]?.head.state.kind === "locked"}>
        <div class="dock-note" role="status">
          <Icon name="lock" />
          <span class="grow">{w.locked.text}</span>
          <Button size="small" part="ask-lock" disabled={asking()} onClick={() => void ask()}>
            {w.locked.again}
          </Button>
        </div>
      </Show>
      <Show when={!props.archived && goneModel()}>
        {(model) => (
          <div class="dock-note" role="status" data-part="gone-model">
            <Icon name="warn" class="tone-warn" />
            <span class="grow">{w.composer.goneModel(model())}</span>
          </div>
        )}
      </Show>
      <Show when={!props.allowed}>
        <div class="dock-note">
          <span class="grow">{w.banner.signIn}</span>
          <Button size="small" onClick={() => setSigningIn(true)}>
            {w.banner.signInAction}
          </Button>
        </div>
      </Show>
      <Show when={blocked()}>
        {(block) => (
          <div class="dock-note tall" data-part="blocked">
            <Icon name="clock" class="tone-danger" />
            <span class="sr" role="status">
              {stopWords(block(), now()).title}. {w.limits.inComposer}
            </span>
            <span class="grow num" aria-hidden="true">
              <b>{stopWords(block(), now()).title}.</b> {stopWords(block(), now()).detail} {w.limits.inComposer}
            </span>
            <div class="row wrap">
              <Helps small />
              <Button size="small" variant="plain" onClick={() => go({ kind: "settings", part: "account" })}>
                {w.limits.open}
              </Button>
            </div>
          </div>
        )}
      </Show>
    </>
  );
}
