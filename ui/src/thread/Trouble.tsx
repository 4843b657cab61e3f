// Why a turn failed or that it was stopped, and the one action that helps.

import { type JSX, Match, Show, Switch } from "solid-js";
import { stop, stopWords } from "../account/limits";
import { useNow } from "../clock";
import { act } from "../host";
import type { Help, Prompt as PromptModel, Turn } from "../generated/model";
import { Button } from "../kit/controls";
import { toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { sentAgain } from "../composer/again";
import { go, setSigningIn } from "../view";
import { w } from "../words/words";
import { setComposerDialog } from "../composer/dialog";
import { choicesFor } from "../composer/choices";
import { StepMark } from "../kit/StepMark";

export function Trouble(props: { thread: Thread; turn: Turn }): JSX.Element {
  const now = useNow();
  const isLast = (): boolean => !props.thread.newer && props.thread.turnOrder.at(-1) === props.turn.id;
  const prompt = (): PromptModel | null => {
    for (const id of props.thread.order) {
      const row = props.thread.rows[id];
      if (row?.turn === props.turn.id && row.body.kind === "prompt")
        return { text: row.body.asTyped ?? row.body.text, attached: row.body.attachments.flatMap(sentAgain) };
    }
    return null;
  };
  /** Repeats the turn. A review begins with a message too, which nobody wrote, so it is started as a review. */
  const again = (): { label: string; run: () => void } | null => {
    const kinds = new Set(
      props.thread.order.flatMap((id) =>
        props.thread.rows[id]?.turn === props.turn.id ? [props.thread.rows[id]?.body.kind] : [],
      ),
    );
    const said = prompt();
    if (kinds.has("review")) return { label: w.trouble.reviewAgain, run: () => setComposerDialog("review") };
    if (said) return { label: help() === "wait" ? w.trouble.tryNow : w.trouble.retry, run: () => send(said) };
    return kinds.has("compacted") ? { label: w.trouble.compactAgain, run: compact } : null;
  };
  /** For a turn that was only read it is unknown who ended it, or whether it ended. */
  const title = (): string => {
    if (props.turn.state === "failed") return w.trouble.failed;
    return props.turn.trouble || props.turn.endedMs !== null || !isLast()
      ? w.trouble.interrupted
      : w.trouble.unfinished;
  };
  const help = (): Help | undefined => props.turn.trouble?.help;
  const send = (said: PromptModel): void => {
    act({ type: "send", thread: props.thread.id, prompt: said, choices: choicesFor(props.thread.id) }).catch(
      toastError,
    );
  };
  /** When the limit is reset, if it says so. */
  const until = (): string | null => {
    const found = stop(mirror.limits, now());
    return found && `${stopWords(found, now()).title}.`;
  };
  const compact = (): void => {
    act({ type: "compact", thread: props.thread.id }).catch(toastError);
  };
  return (
    <div class="step" data-part="trouble" role="group" aria-label={title()}>
      <Show
        when={props.turn.trouble}
        fallback={
          <>
            <StepMark icon="stop" />
            <p class="remark quiet">{title()}</p>
          </>
        }
      >
        {(trouble) => (
          <>
            <StepMark icon={props.turn.state === "failed" ? "error" : "stop"} tone="tone-danger" />
            <p class="remark">
              <b>{title()}</b> <span class="quiet">{trouble().message}</span>
            </p>
          </>
        )}
      </Show>
      <Show when={props.turn.trouble && isLast() && props.turn.state !== "running"}>
        <div class="row wrap step-actions">
          <Switch>
            <Match when={help() === "retry" && again()}>
              {(way) => (
                <Button variant="primary" part="again" onClick={way().run}>
                  {way().label}
                </Button>
              )}
            </Match>
            <Match when={help() === "wait"}>
              <Show when={again()}>
                {(way) => (
                  <Button part="again" onClick={way().run}>
                    {way().label}
                  </Button>
                )}
              </Show>
              <span class="faint small">{until() ?? (prompt() ? w.trouble.wait : w.trouble.waitOnly)}</span>
            </Match>
            <Match when={help() === "signIn"}>
              <Button variant="primary" part="trouble-sign-in" onClick={() => setSigningIn(true)}>
                {w.trouble.signIn}
              </Button>
            </Match>
            <Match when={help() === "compact"}>
              <Button variant="primary" part="compact-now" onClick={compact}>
                {w.trouble.compactNow}
              </Button>
              <Button onClick={() => go({ kind: "new" })}>{w.trouble.newThread}</Button>
              <span class="faint small">{w.trouble.compact}</span>
            </Match>
          </Switch>
        </div>
      </Show>
    </div>
  );
}
