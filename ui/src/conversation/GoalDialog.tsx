// The goal of a thread.

import { createSignal, type JSX, Show } from "solid-js";
import type { ThreadId } from "../generated/model";
import { choicesFor } from "../composer/choices";
import { act, failureOf } from "../host";
import { Button, Switch as Toggle, TextField } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { whileHere } from "../kit/here";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { short } from "../words/forms";
import { w } from "../words/words";

export function Goal(props: { id: ThreadId; close: () => void }): JSX.Element {
  const isHere = whileHere();
  const goal = () => mirror.open[props.id]?.head.goal ?? null;
  const [problem, setProblem] = createSignal<string>();
  const [text, setText] = createSignal(goal()?.objective ?? "");
  const [active, setActive] = createSignal(goal()?.status === "active");
  const set = (objective: string | null): void => {
    act({ type: "setGoal", thread: props.id, objective, active: active(), choices: choicesFor(props.id) })
      .then(() => isHere() && props.close())
      // The typed text stays, with the reason.
      .catch((error: unknown) => (isHere() ? setProblem(failureOf(error).message) : toastError(error)));
  };
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (text().trim()) set(text().trim());
  };
  return (
    <Dialog title={w.goals.title} close={props.close}>
      <form class="stack gap-3" onSubmit={save}>
        <TextField
          label={w.goals.label}
          part="goal-input"
          large
          value={text()}
          maxLength={4000}
          data-focus
          {...(problem() ? { problem: problem() ?? "" } : {})}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div class="row">
          <span class="grow">{w.goals.active}</span>
          <Toggle on={active()} label={w.goals.active} change={setActive} />
        </div>
        <Show when={goal()}>
          {(now) => <p class="quiet small">{w.goals.status(now().status, short(now().tokensUsed))}</p>}
        </Show>
        <DialogFoot
          no={w.common.cancel}
          close={props.close}
          aside={
            <Show when={goal()}>
              <Button variant="danger" onClick={() => set(null)}>
                {w.goals.clear}
              </Button>
            </Show>
          }
        >
          <Button variant="primary" part="dialog-yes" type="submit" disabled={!text().trim()}>
            {w.common.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
