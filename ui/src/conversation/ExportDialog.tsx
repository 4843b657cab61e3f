// Exports threads to files.

import { createResource, createSignal, type JSX } from "solid-js";
import type { ExportFormat, ThreadId } from "../generated/model";
import { act, failureOf, query } from "../host";
import { Button, Segmented, TextField } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { whileHere } from "../kit/here";
import { toastError, toast } from "../kit/toasts";
import { setPref, prefs } from "../view";
import { w } from "../words/words";

/** The most problems to list, because one full disk may cause one per thread. */
const MOST_PROBLEMS = 3;

const FORMATS: readonly ExportFormat[] = ["markdown", "html", "json"];

export function Export(props: { threads: ThreadId[]; close: () => void }): JSX.Element {
  const [downloads] = createResource(() =>
    query({ type: "downloads" }).then(
      (result) => result.path,
      () => "",
    ),
  );
  const folder = (): string => prefs.exportFolder ?? downloads() ?? "";
  const isHere = whileHere();
  const [problem, setProblem] = createSignal<string>();
  const [busy, setBusy] = createSignal(false);
  const change = (): void => {
    act({ type: "pickFolder" })
      .then((receipt) => receipt.path && setPref("exportFolder", receipt.path))
      .catch(toastError);
  };
  const run = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      const { path, problems } = await act({
        type: "export",
        threads: props.threads,
        format: prefs.exportFormat,
        folder: folder() || null,
      });
      // The dialog may already be closed, or show another export.
      if (isHere()) props.close();
      const show = {
        label: w.exporting.show,
        run: () => void act({ type: "revealExport", path: path ?? "" }).catch(toastError),
      };
      const place = path ? { action: show } : {};
      if (problems?.length)
        toast({
          tone: "danger",
          icon: "error",
          title: w.exporting.partly(problems.length, props.threads.length),
          detail: problems.slice(0, MOST_PROBLEMS).join(" "),
          ...place,
        });
      else
        toast({ tone: "plain", icon: "check", title: w.exporting.done, ...(path ? { detail: path } : {}), ...place });
    } catch (error) {
      // The dialog stays open, so that another folder can be chosen.
      if (isHere()) setProblem(failureOf(error).message);
      else toast({ tone: "danger", icon: "error", title: w.exporting.failed, detail: failureOf(error).message });
    }
    setBusy(false);
  };
  return (
    <Dialog title={w.exporting.title(props.threads.length)} close={props.close}>
      <form class="stack gap-3" onSubmit={(event) => void run(event)}>
        <Segmented
          label={w.exporting.format}
          value={prefs.exportFormat}
          options={FORMATS.map((value) => ({ value, label: w.exporting.formats[value] }))}
          change={(value) => setPref("exportFormat", value)}
        />
        <p class="quiet small">{w.exporting.hints[prefs.exportFormat]}</p>
        <div class="row field-and-button">
          <TextField
            label={w.exporting.folder}
            part="export-folder"
            value={folder()}
            {...(problem() ? { problem: problem() ?? "" } : {})}
            onInput={(event) => setPref("exportFolder", event.currentTarget.value)}
          />
          <Button onClick={change}>{w.exporting.change}</Button>
        </div>
        <DialogFoot no={busy() ? w.exporting.behind : w.common.cancel} close={props.close}>
          <Button variant="primary" part="dialog-yes" type="submit" disabled={busy()} data-focus>
            {busy() ? w.exporting.busy : w.exporting.yes}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
