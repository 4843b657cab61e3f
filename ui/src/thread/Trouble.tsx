// Why a turn failed or stopped, and the one thing that helps.

import { type JSX, Match, Show, Switch } from "solid-js";
import { act } from "../host";
import type { Turn } from "../generated/model";
import { Button } from "../kit/controls";
import { told } from "../kit/toasts";
import type { Thread } from "../mirror";
import { go, setSigningIn } from "../view";
import { w } from "../words/words";
import { choicesFor } from "../composer/choices";
import { Knot } from "./Step";

export function Trouble(props: { thread: Thread; turn: Turn }): JSX.Element {
  const isLast = (): boolean => props.thread.turnOrder.at(-1) === props.turn.id;
  const prompt = (): string | null => {
    for (const id of props.thread.order) {
      const row = props.thread.rows[id];
      if (row?.turn === props.turn.id && row.body.kind === "prompt") return row.body.text;
    }
    return null;
  };
  const again = (): void => {
    const text = prompt();
    if (!text) return;
    act({ type: "send", thread: props.thread.id, prompt: { text, images: [] }, choices: choicesFor(props.thread.id) }).catch(told);
  };
  return (
    <div class="step" role="group" aria-label={props.turn.state === "failed" ? w.trouble.failed : w.trouble.interrupted}>
      <Knot icon={props.turn.state === "failed" ? "error" : "stop"} tone="tone-danger" />
      <p class="told">
        <b>{props.turn.state === "failed" ? w.trouble.failed : w.trouble.interrupted}</b>{" "}
        <span class="quiet">{props.turn.trouble?.message}</span>
      </p>
      <Show when={isLast() && props.turn.state !== "running"}>
        <div class="row wrap step-actions">
          <Switch>
            <Match when={props.turn.trouble?.help === "retry" && prompt()}>
              <Button look="primary" onClick={again}>
                {w.trouble.retry}
              </Button>
            </Match>
            <Match when={props.turn.trouble?.help === "wait"}>
              <Button onClick={again}>{w.trouble.tryNow}</Button>
              <span class="faint small">{w.trouble.wait}</span>
            </Match>
            <Match when={props.turn.trouble?.help === "signIn"}>
              <Button look="primary" onClick={() => setSigningIn(true)}>
                {w.trouble.signIn}
              </Button>
            </Match>
            <Match when={props.turn.trouble?.help === "compact"}>
              <Button look="primary" onClick={() => go({ kind: "new" })}>
                {w.trouble.newThread}
              </Button>
              <span class="faint small">{w.trouble.compact}</span>
            </Match>
          </Switch>
        </div>
      </Show>
    </div>
  );
}
