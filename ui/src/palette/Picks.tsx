// Filters of the search: by folder or project, by client, by model.

import { createMemo, type JSX, Show } from "solid-js";
import type { ThreadLine } from "../generated/model";
import { sourceName } from "../conversation/menu";
import { Icon } from "../kit/icons";
import { Spin } from "../kit/marks";
import { Menu, type MenuItem } from "../kit/Menu";
import { allLines, mirror } from "../mirror";
import { folderName } from "../titles";
import { type Choice, projectsOf, values } from "../sidebar/lines";
import { w } from "../words/words";

export function Picks(props: { choice: Choice; narrow: (more: Partial<Choice>) => void }): JSX.Element {
  const lines = (): ThreadLine[] => allLines();
  const projects = createMemo(() => projectsOf(lines()));
  const item = (label: string, checked: boolean, more: Partial<Choice>): MenuItem => ({
    label,
    checked,
    run: () => props.narrow(more),
  });
  const project = (): string =>
    props.choice.project === null
      ? w.lists.allProjects
      : (projects().get(props.choice.project) ?? folderName(props.choice.project));
  const source = (): string =>
    props.choice.source === "all"
      ? w.lists.everything
      : props.choice.source === null
        ? w.lists.usual
        : sourceName(props.choice.source);
  return (
    <>
      <Menu
        label={`${w.lists.project}: ${project()}`}
        of={w.lists.project}
        class="pick"
        items={[
          item(w.lists.allProjects, props.choice.project === null, { project: null }),
          ...[...projects()].map(([cwd, name]) => item(name, props.choice.project === cwd, { project: cwd })),
        ]}
      >
        <Icon name="folder" />
        <span class="clip">{project()}</span>
        <Icon name="down" />
      </Menu>
      <Menu
        label={`${w.lists.source}: ${source()}`}
        of={w.lists.source}
        class="pick"
        items={[
          item(w.lists.everything, props.choice.source === "all", { source: "all" }),
          item(w.lists.usual, props.choice.source === null, { source: null }),
          ...values(lines(), (line) => line.source).map((one) =>
            item(sourceName(one), props.choice.source === one, { source: one }),
          ),
        ]}
      >
        {source()}
        <Icon name="down" />
      </Menu>
      <Menu
        label={`${w.lists.model}: ${props.choice.model ?? w.lists.anyModel}`}
        of={w.lists.model}
        class="pick"
        items={[
          item(w.lists.anyModel, props.choice.model === null, { model: null }),
          ...values(lines(), (line) => line.model).map((one) => item(one, props.choice.model === one, { model: one })),
        ]}
      >
        {props.choice.model ?? w.lists.anyModel}
        <Icon name="down" />
      </Menu>
      <Show when={mirror.list !== "complete"}>
        <span title={w.sidebar.filling}>
          <Spin />
          <span class="sr">{w.sidebar.filling}</span>
        </span>
      </Show>
    </>
  );
}
