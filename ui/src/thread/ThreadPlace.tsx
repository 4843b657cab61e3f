// A thread on screen: head, transcript, composer. The frame is drawn before the thread has been read.

import { createEffect, type JSX, Match, onCleanup, Show, Switch } from "solid-js";
import { Composer } from "../composer/Composer";
import { attachedOf, draftOf } from "../composer/drafts";
import { act, failureOf } from "../host";
import type { ThreadId } from "../generated/model";
import { moveDraft } from "../conversation/actions";
import { Empty } from "../kit/bits";
import { Button } from "../kit/controls";
import { toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { go, isRemembered, setPref, startAfresh } from "../view";
import { w } from "../words/words";
import { Head } from "./Head";
import { Speaker } from "./Speaker";
import { Transcript } from "./Transcript";
import { Waiting } from "./Waiting";

export function ThreadPlace(props: { id: ThreadId }): JSX.Element {
  const thread = (): Thread | undefined => mirror.open[props.id];
  const line = () => mirror.threads[props.id];
  // The thread is opened each time it is shown: a copy that is still here is shown at once, and Rust sends what is
  // new. It is opened again after a Reset (a reload, the start of a demo) that did not contain it.
  let asked = false;
  const open = (id: ThreadId): void => {
    const wasOpen = isRemembered(id);
    act({ type: "openThread", thread: id }).catch((error: unknown) => {
      const gone = failureOf(error).code === "threadGone" && !mirror.threads[id]?.archived;
      // A thread that was only remembered from the last time and is gone needs no message, unless something was
      // written in it.
      if (gone && wasOpen && isRemembered(id) && !written()) startAfresh();
      // If nothing of the thread is shown, the page itself shows the reason.
      else if (mirror.open[id] !== undefined) toastError(error);
    });
  };
  const written = (): boolean => draftOf(props.id).trim() !== "" || attachedOf(props.id).length > 0;
  createEffect(() => {
    const { id } = props;
    const here = mirror.open[id] !== undefined;
    if (!mirror.ready || mirror.lost[id] || mirror.server.phase.kind !== "ready" || (asked && here)) return;
    asked = true;
    open(id);
  });
  /** A draft is not lost with its thread: it becomes the first message of a new one in the same folder. */
  const along = (): void => {
    const cwd = thread()?.head.cwd ?? line()?.cwd;
    if (cwd && !mirror.server.demo) setPref("folder", cwd);
    moveDraft(props.id, null);
    go({ kind: "new" });
  };
  onCleanup(() => void act({ type: "closeThread", thread: props.id }).catch(() => undefined));
  return (
    <>
      <Head
        id={props.id}
        head={thread()?.head ?? null}
        title={thread()?.head.title || line()?.title || ""}
        cwd={thread()?.head.cwd ?? line()?.cwd ?? ""}
        branch={thread()?.head.branch ?? line()?.branch ?? null}
      />
      <Switch>
        <Match when={mirror.lost[props.id]}>
          {(why) => (
            <Empty icon="error" title={w.transcript.lost} hint={why()}>
              <div class="row wrap">
                <Show when={written()}>
                  <Button variant="primary" part="take-along" onClick={along}>
                    {w.transcript.takeAlong}
                  </Button>
                </Show>
                <Button onClick={() => open(props.id)}>{w.common.tryAgain}</Button>
              </div>
            </Empty>
          )}
        </Match>
        <Match when={thread()}>
          {(found) => (
            <>
              <Transcript thread={found()} />
              <Speaker thread={found()} />
            </>
          )}
        </Match>
        <Match when={true}>
          <div class="scroll" data-part="transcript" data-turn="idle">
            <div class="transcript">
              <Waiting />
            </div>
          </div>
        </Match>
      </Switch>
      <Show when={!mirror.lost[props.id]}>
        <Composer thread={props.id} />
      </Show>
    </>
  );
}
