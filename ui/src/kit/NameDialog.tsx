// Asks for a name. It closes when the name was saved. If it was refused the typed text stays, with the reason.

import { createSignal, type JSX } from "solid-js";
import { failureOf } from "../host";
import { w } from "../words/words";
import { Button, TextField } from "./controls";
import { Dialog, DialogFoot } from "./Dialog";
import { whileHere } from "./here";
import { toastError } from "./toasts";

type NameDialogProps = {
  title: string;
  label: string;
  name: string;
  part: string;
  /** Why the name was refused, if it was entered elsewhere first. */
  problem?: string | undefined;
  save: (name: string) => Promise<unknown>;
  close: () => void;
};

export function NameDialog(props: NameDialogProps): JSX.Element {
  const isHere = whileHere();
  const [name, setName] = createSignal(props.name);
  const [problem, setProblem] = createSignal(props.problem);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!name().trim()) return;
    props
      .save(name().trim())
      .then(() => isHere() && props.close())
      .catch((error: unknown) => (isHere() ? setProblem(failureOf(error).message) : toastError(error)));
  };
  return (
    <Dialog title={props.title} close={props.close}>
      <form class="stack gap-3" onSubmit={save}>
        <TextField
          label={props.label}
          hideLabel
          large
          part={props.part}
          value={name()}
          maxLength={200}
          data-focus
          {...(problem() ? { problem: problem() ?? "" } : {})}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <DialogFoot no={w.common.cancel} close={props.close}>
          <Button variant="primary" part="dialog-yes" type="submit" disabled={!name().trim()}>
            {w.common.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
