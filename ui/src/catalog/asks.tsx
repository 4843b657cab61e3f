// The dialogs before a marketplace is added.

import { createSignal, type JSX } from "solid-js";
import { act, failureOf } from "../host";
import { Button, TextField } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { toast } from "../kit/toasts";
import { l } from "../words/catalog";
import { w } from "../words/words";

export function AddMarket(props: { close: () => void }): JSX.Element {
  const [source, setSource] = createSignal("");
  const [branch, setBranch] = createSignal("");
  const [busy, setBusy] = createSignal(false);
  const [problem, setProblem] = createSignal<string | undefined>();
  const add = (event: Event): void => {
    event.preventDefault();
    if (busy() || source().trim() === "") return;
    setBusy(true);
    setProblem(undefined);
    act({ type: "plugin", intent: { does: "addMarket", source: source(), branch: branch().trim() || null } })
      .then((receipt) => {
        toast({ tone: "plain", icon: "check", title: l.plugins.added(receipt.path ?? source()) });
        props.close();
      })
      .catch((error: unknown) => setProblem(failureOf(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title={l.plugins.addTitle} close={props.close}>
      <p class="quiet">{l.plugins.addLead}</p>
      <form class="stack" onSubmit={add}>
        <TextField
          label={l.plugins.source}
          hint={l.plugins.sourceHint}
          problem={problem()}
          part="market-source"
          data-focus
          value={source()}
          onInput={(event) => setSource(event.currentTarget.value)}
        />
        <TextField
          label={l.plugins.branch}
          hint={l.plugins.branchHint}
          part="market-branch"
          value={branch()}
          onInput={(event) => setBranch(event.currentTarget.value)}
        />
        <DialogFoot no={w.common.cancel} close={props.close}>
          <Button type="submit" variant="primary" part="dialog-yes" disabled={busy() || source().trim() === ""}>
            {busy() ? l.plugins.adding : l.plugins.addYes}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
