// Projects: created, named, ordered, given folders and removed. The server keeps them for every client of this home.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, query } from "../host";
import type { Project, ProjectIntent } from "../generated/model";
import { Empty } from "../kit/bits";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { NameDialog } from "../kit/NameDialog";
import { toastError } from "../kit/toasts";
import { type Confirmation, Loaded, ConfirmDialog } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { r } from "../words/integrations";

const intent = (one: ProjectIntent): Promise<unknown> => act({ type: "project", intent: one });
const does = (one: ProjectIntent): void => void intent(one).catch(toastError);

export function ProjectsPart(): JSX.Element {
  const [naming, setNaming] = createSignal<Project | "new">();
  const [question, setQuestion] = createSignal<Confirmation>();
  const list = createLoader<Project[]>(
    () => [mirror.server.phase.kind, mirror.revisions.projects],
    () => query({ type: "projects" }).then((result) => result.projects),
    "id",
  );
  const all = (): Project[] => list.now() ?? [];
  const addFolder = (project: Project): void =>
    void act({ type: "pickFolder" })
      .then(
        (receipt) =>
          receipt.path && intent({ does: "folders", project: project.id, folders: [...project.folders, receipt.path] }),
      )
      .catch(toastError);
  const items = (project: Project, at: number): MenuItem[] => [
    { label: r.projects.rename, icon: "pencil", run: () => setNaming(project) },
    { label: r.projects.addFolder, icon: "folder", run: () => addFolder(project) },
    ...(at > 0
      ? [
          {
            label: r.projects.up,
            icon: "up",
            run: () => does({ does: "place", project: project.id, before: all()[at - 1]?.id ?? null }),
          } as const,
        ]
      : []),
    ...(at < all().length - 1
      ? [
          {
            label: r.projects.down,
            icon: "down",
            run: () => does({ does: "place", project: project.id, before: all()[at + 2]?.id ?? null }),
          } as const,
        ]
      : []),
    { kind: "line" },
    {
      label: r.projects.remove,
      icon: "trash",
      danger: true,
      run: () =>
        setQuestion({
          title: r.projects.removeAsk(project.name),
          hint: r.projects.removeHint,
          yes: r.projects.removeYes,
          run: () => intent({ does: "remove", project: project.id }),
        }),
    },
  ];
  return (
    <>
      <div class="row">
        <p class="grow quiet">{r.projects.lead}</p>
        <Show when={all().length}>
          <Button size="small" icon="plus" part="add-project" onClick={() => setNaming("new")}>
            {r.projects.fresh}
          </Button>
        </Show>
      </div>
      <Loaded seen={list}>
        <Show
          when={all().length}
          fallback={
            <div class="list-empty">
              <Empty icon="layers" title={r.projects.none} hint={r.projects.noneHint}>
                <Button variant="primary" icon="plus" part="add-project" onClick={() => setNaming("new")}>
                  {r.projects.fresh}
                </Button>
              </Empty>
            </div>
          }
        >
          <ul class="list" data-part="projects">
            <For each={all()}>
              {(project, at) => (
                <li data-part="project-row" data-name={project.name}>
                  <Icon name="layers" />
                  <span class="grow">
                    <span class="name">{project.name}</span>
                    <small>{r.projects.threads(project.threads)}</small>
                    <For each={project.folders}>
                      {(folder) => (
                        <small class="row gap-1">
                          <code class="clip">{folder}</code>
                          <IconButton
                            small
                            icon="x"
                            label={r.projects.dropFolder(folder)}
                            onClick={() =>
                              does({
                                does: "folders",
                                project: project.id,
                                folders: project.folders.filter((one) => one !== folder),
                              })
                            }
                          />
                        </small>
                      )}
                    </For>
                  </span>
                  <Menu
                    label={r.projects.more(project.name)}
                    items={items(project, at())}
                    class="icon-button small"
                    part="project-more"
                  >
                    <Icon name="more" />
                  </Menu>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </Loaded>
      <Show when={naming()} keyed>
        {(one) => <Naming project={one === "new" ? null : one} close={() => setNaming(undefined)} />}
      </Show>
      <Show when={question()} keyed>
        {(asked) => <ConfirmDialog question={asked} close={() => setQuestion(undefined)} />}
      </Show>
    </>
  );
}

function Naming(props: { project: Project | null; close: () => void }): JSX.Element {
  const { project } = props;
  const save = (name: string): Promise<unknown> =>
    intent(project ? { does: "rename", project: project.id, name } : { does: "make", name, folders: [], threads: [] });
  return (
    <NameDialog
      title={project ? r.projects.renameTitle : r.projects.freshTitle}
      label={r.projects.name}
      part="project-name"
      name={project?.name ?? ""}
      save={save}
      close={props.close}
    />
  );
}
