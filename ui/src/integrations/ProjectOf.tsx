// The dialog that puts threads into a project: an existing one, a new one, or none.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf, query } from "../host";
import type { Project, ProjectIntent, ThreadId } from "../generated/model";
import { Button, TextField } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Loaded } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { r } from "../words/integrations";
import { w } from "../words/words";

const NEW = "";

export function ProjectOf(props: { threads: ThreadId[]; close: () => void }): JSX.Element {
  const list = createLoader<Project[]>(
    () => mirror.revisions.projects,
    () => query({ type: "projects" }).then((result) => result.projects),
    "id",
  );
  const held = (): string | null => mirror.threads[props.threads[0] ?? ""]?.project?.id ?? null;
  const [chosen, setChosen] = createSignal<string | null>();
  const [name, setName] = createSignal("");
  const [problem, setProblem] = createSignal<string>();
  /** If there is no project, a new one is preselected. */
  const now = (): string | null =>
    chosen() ??
    (chosen() === undefined && held() === null && list.now()?.length === 0 ? NEW : chosen() === null ? null : held());
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    const { threads } = props;
    const intent: ProjectIntent =
      now() === NEW ? { does: "make", name: name(), folders: [], threads } : { does: "put", threads, project: now() };
    act({ type: "project", intent })
      .then(props.close)
      .catch((error: unknown) => setProblem(failureOf(error).message));
  };
  const Choice = (one: { value: string | null; children: JSX.Element }): JSX.Element => (
    <li>
      <label class="row grow">
        <input type="radio" name="project" checked={now() === one.value} onChange={() => setChosen(one.value)} />
        <span class="grow">{one.children}</span>
      </label>
    </li>
  );
  return (
    <Dialog title={r.projects.ask(props.threads.length)} close={props.close} part="project-of">
      <form class="stack gap-3" onSubmit={save}>
        <Loaded seen={list}>
          <Show when={list.now()?.length}>
            <ul class="list">
              <For each={list.now()}>{(project) => <Choice value={project.id}>{project.name}</Choice>}</For>
              <Choice value={NEW}>{r.projects.fresh}</Choice>
              <Show when={held()}>
                <Choice value={null}>{r.projects.no}</Choice>
              </Show>
            </ul>
          </Show>
        </Loaded>
        <Show when={list.now()?.length === 0}>
          <p class="quiet small">{r.projects.first}</p>
        </Show>
        <Show when={now() === NEW}>
          <TextField
            ref={(field: HTMLInputElement) => queueMicrotask(() => field.focus())}
            label={list.now()?.length ? r.projects.name : r.projects.fresh}
            part="project-name"
            value={name()}
            maxLength={200}
            {...(problem() ? { problem: problem() ?? "" } : {})}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Show>
        <Show when={problem() && now() !== NEW}>
          <p class="tone-danger small" role="status">
            {problem()}
          </p>
        </Show>
        <DialogFoot no={w.common.cancel} close={props.close} safe>
          <Button
            variant="primary"
            part="dialog-yes"
            type="submit"
            disabled={now() === NEW ? !name().trim() : now() === held()}
          >
            {w.common.save}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
