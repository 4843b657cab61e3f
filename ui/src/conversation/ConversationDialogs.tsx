// The dialogs before a thread is deleted, reverted, exported or given a goal, and its details.

import { type JSX, Match, Show, Switch } from "solid-js";
import type { ThreadId } from "../generated/model";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { later } from "../kit/later";
import { NameDialog } from "../kit/NameDialog";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { titleOf } from "../titles";
import { w } from "../words/words";
import { closeDialog, archiveNow, type OpenDialog, openDialog, forkBefore, goBack, isAtWork } from "./actions";
import { Export } from "./ExportDialog";
import { Goal } from "./GoalDialog";
import { DetailsOf } from "./DetailsDialog";

const ProjectOf = later(() => import("../integrations/ProjectOf").then((file) => file.ProjectOf));

type Of<K extends OpenDialog["kind"]> = Extract<OpenDialog, { kind: K }>;

export function ConversationDialogs(): JSX.Element {
  const as = <K extends OpenDialog["kind"]>(kind: K): Of<K> | undefined =>
    openDialog()?.kind === kind ? (openDialog() as Of<K>) : undefined;
  const close = closeDialog;
  return (
    <Switch>
      <Match when={as("delete")} keyed>
        {(about) => (
          <Confirm
            title={w.deleting.title(about.threads.length)}
            names={titles(about.threads)}
            stops={about.threads.some(isAtWork) ? w.deleting.stops : undefined}
            meaning={w.deleting.meaning}
            yes={w.deleting.yes}
            close={close}
            run={() => void act({ type: "delete", threads: about.threads }).catch(toastError)}
          />
        )}
      </Match>
      <Match when={as("archive")} keyed>
        {(about) => (
          <Confirm
            title={w.archiving.title(about.threads.length)}
            stops={w.archiving.stops}
            meaning={w.archiving.meaning}
            yes={w.archiving.yes}
            close={close}
            run={() => void archiveNow(about.threads)}
          />
        )}
      </Match>
      <Match when={as("goBack")} keyed>
        {(about) => (
          <Confirm
            title={w.back.title}
            meaning={w.back.meaning}
            yes={w.back.yes}
            close={close}
            run={() => goBack(about.thread, about.turn)}
          />
        )}
      </Match>
      <Match when={as("forkBefore")} keyed>
        {(about) => <ForkBefore of={about} close={close} />}
      </Match>
      <Match when={as("rename")} keyed>
        {(about) => <Rename of={about} close={close} />}
      </Match>
      <Match when={as("export")} keyed>
        {(about) => <Export threads={about.threads} close={close} />}
      </Match>
      <Match when={as("goal")} keyed>
        {(about) => <Goal id={about.thread} close={close} />}
      </Match>
      <Match when={as("project")} keyed>
        {(about) => <ProjectOf threads={about.threads} close={close} />}
      </Match>
      <Match when={as("details")} keyed>
        {(about) => <DetailsOf id={about.thread} close={close} />}
      </Match>
    </Switch>
  );
}

/** More titles than this would not be read. */
const MOST_TITLES = 3;

function titles(threads: ThreadId[]): string {
  const all = threads.flatMap((id) => mirror.threads[id] ?? []).map(titleOf);
  return w.deleting.names(all.slice(0, MOST_TITLES), Math.max(0, all.length - MOST_TITLES));
}

type ConfirmProps = {
  title: string;
  names?: string;
  /** What would be interrupted. */
  stops?: string | undefined;
  meaning: string;
  yes: string;
  close: () => void;
  run: () => void;
};

/** A confirmation whose safe answer has the focus. */
function Confirm(props: ConfirmProps): JSX.Element {
  return (
    <Dialog title={props.title} close={props.close}>
      <div class="stack gap-1">
        <Show when={props.names}>{(names) => <p>{names()}</p>}</Show>
        <Show when={props.stops}>{(stops) => <p>{stops()}</p>}</Show>
        <p class="quiet">{props.meaning}</p>
      </div>
      <DialogFoot no={w.common.cancel} close={props.close} safe>
        <Button
          variant="danger"
          part="dialog-yes"
          onClick={() => {
            props.close();
            props.run();
          }}
        >
          {props.yes}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function ForkBefore(props: { of: Of<"forkBefore">; close: () => void }): JSX.Element {
  const run = (): void => {
    props.close();
    void forkBefore(props.of.thread, props.of.turn);
  };
  return (
    <Dialog title={w.back.forkTitle} close={props.close}>
      <p class="quiet">{w.back.forkMeaning}</p>
      <DialogFoot no={w.common.cancel} close={props.close} safe>
        <Button variant="primary" part="dialog-yes" onClick={run}>
          {w.back.forkYes}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function Rename(props: { of: Of<"rename">; close: () => void }): JSX.Element {
  const { thread, refused } = props.of;
  const name = refused?.name ?? mirror.threads[thread]?.title ?? "";
  return (
    <NameDialog
      title={w.menu.renameTitle}
      label={w.menu.renameLabel}
      part="thread-name"
      name={name}
      problem={refused?.why}
      save={(text) => act({ type: "rename", thread, name: text })}
      close={props.close}
    />
  );
}
