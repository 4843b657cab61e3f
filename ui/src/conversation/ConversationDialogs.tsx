// The questions before a conversation is deleted, taken back, exported or given a goal; and its details.

import { createResource, createSignal, For, type JSX, Match, Show, Switch } from "solid-js";
import type { Details, ExportFormat, ThreadId } from "../generated/model";
import { ThreadUsage } from "../account/ThreadUsage";
import { choicesFor } from "../composer/choices";
import { act, failureOf, query } from "../host";
import { Button, Segmented, Switch as Toggle, TextField } from "../kit/controls";
import { copy } from "../kit/copy";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { whileHere } from "../kit/here";
import { later } from "../kit/later";
import { Spin } from "../kit/marks";
import { NameDialog } from "../kit/NameDialog";
import { toastError, toast } from "../kit/toasts";
import { mirror } from "../mirror";
import { titleOf } from "../rows";
import { setPref, prefs } from "../view";
import { moment, short } from "../words/forms";
import { w } from "../words/words";
import { sourceName } from "./menu";
import { closeDialog, archiveNow, type OpenDialog, openDialog, forkBefore, goBack, isAtWork } from "./actions";

const ProjectOf = later(() => import("../integrations/ProjectOf").then((file) => file.ProjectOf));
const ThreadLinks = later(() => import("../integrations/ThreadLinks").then((file) => file.ThreadLinks));
const ThreadMemory = later(() => import("../integrations/ThreadMemory").then((file) => file.ThreadMemory));

type Of<K extends OpenDialog["kind"]> = Extract<OpenDialog, { kind: K }>;

export function ConversationDialogs(): JSX.Element {
  const as = <K extends OpenDialog["kind"]>(kind: K): Of<K> | undefined =>
    openDialog()?.kind === kind ? (openDialog() as Of<K>) : undefined;
  const close = closeDialog;
  return (
    <Switch>
      <Match when={as("delete")} keyed>
        {(about) => (
          <Sure
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
          <Sure
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
          <Sure
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

/** More titles than these say less. */
const MOST_TITLES = 3;

function titles(threads: ThreadId[]): string {
  const all = threads.flatMap((id) => mirror.threads[id] ?? []).map(titleOf);
  return w.deleting.names(all.slice(0, MOST_TITLES), Math.max(0, all.length - MOST_TITLES));
}

type SureProps = {
  title: string;
  names?: string;
  /** What ends at once. */
  stops?: string | undefined;
  meaning: string;
  yes: string;
  close: () => void;
  run: () => void;
};

/** The safe answer has the focus. */
function Sure(props: SureProps): JSX.Element {
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

/** One full disk has as many words as one thread. */
const MOST_PROBLEMS = 3;
const FORMATS: readonly ExportFormat[] = ["markdown", "html", "json"];

function Export(props: { threads: ThreadId[]; close: () => void }): JSX.Element {
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
      // Who let it go on in the background may be asked something else by now.
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
      // The dialog stays, so that another folder can be chosen.
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

function Goal(props: { id: ThreadId; close: () => void }): JSX.Element {
  const isHere = whileHere();
  const goal = () => mirror.open[props.id]?.head.goal ?? null;
  const [problem, setProblem] = createSignal<string>();
  const [text, setText] = createSignal(goal()?.objective ?? "");
  const [active, setActive] = createSignal(goal()?.status === "active");
  const set = (objective: string | null): void => {
    act({ type: "setGoal", thread: props.id, objective, active: active(), choices: choicesFor(props.id) })
      .then(() => isHere() && props.close())
      // What was typed stays, with the reason.
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

function facts(details: Details): [string, string][] {
  const names = w.details.names;
  const now = Date.now();
  const all: [string, string | null][] = [
    [names.cwd, details.cwd],
    [names.branch, details.branch],
    [names.commit, details.commit],
    [names.model, details.model],
    [names.provider, details.provider],
    [names.version, details.version],
    [names.source, sourceName(details.source)],
    [names.originator, details.originator],
    [names.created, moment(details.createdMs, now)],
    [names.updated, moment(details.updatedMs, now)],
    [names.file, details.file],
    [names.id, details.id],
  ];
  return all.filter((pair): pair is [string, string] => !!pair[1]);
}

function DetailsOf(props: { id: ThreadId; close: () => void }): JSX.Element {
  const [problem, setProblem] = createSignal("");
  const [details] = createResource(() =>
    query({ type: "details", thread: props.id }).then(
      (result) => result.details,
      (error: unknown) => {
        setProblem(failureOf(error).message);
        return undefined;
      },
    ),
  );
  return (
    <Dialog title={w.details.title} close={props.close} class="details" part="details">
      <Show
        when={details()}
        fallback={
          <p class="quiet" role="status">
            <Show when={problem()} fallback={<Spin />}>
              {problem()}
            </Show>
            <Show when={!problem()}> {w.details.loading}</Show>
          </p>
        }
      >
        {(found) => (
          <dl class="about">
            <For each={facts(found())}>
              {([name, value]) => (
                <div>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              )}
            </For>
          </dl>
        )}
      </Show>
      <ThreadUsage id={props.id} />
      <ThreadLinks thread={props.id} />
      <ThreadMemory thread={props.id} />
      <DialogFoot
        no={w.common.close}
        close={props.close}
        safe
        aside={
          <>
            <Button onClick={() => void copy(props.id)}>{w.menu.copyId}</Button>
            <Show when={details()?.file}>
              <Button onClick={() => void act({ type: "revealFile", thread: props.id }).catch(toastError)}>
                {w.keep.reveal}
              </Button>
            </Show>
          </>
        }
      />
    </Dialog>
  );
}
