// The skills of a folder: listed, searched, switched, opened, used.

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { act, query } from "../host";
import type { Skill, Skills, SkillIntent } from "../generated/model";
import { Path } from "../kit/bits";
import { Button, IconButton, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { Loaded } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { allLines, mirror } from "../mirror";
import { foldersOf } from "../titles";
import { prefs } from "../view";
import { l } from "../words/catalog";
import { ListBar, NothingHere, Picture, Unreadable } from "./bits";
import { matches } from "./matches";
import { useInPrompt } from "./use";

const intent = (one: SkillIntent): void => void act({ type: "skill", intent: one }).catch(toastError);
const nameOf = (path: string): string =>
  path
    .split(/[\\/]/)
    .filter((part) => part !== "")
    .at(-1) ?? path;

export function SkillsPart(): JSX.Element {
  const folders = createMemo(() => foldersOf(allLines()));
  const [chosen, setFolder] = createSignal<string | null>();
  /** `null` is a choice too: the skills that belong to no folder. */
  const folder = (): string | null => {
    const one = chosen();
    return one === undefined ? (prefs.folder ?? folders()[0] ?? null) : one;
  };
  const [text, setText] = createSignal("");
  const list = createLoader<Skills>(
    () => [mirror.revisions.skills, mirror.server.phase.kind, folder()],
    (reload) => query({ type: "skills", cwd: folder(), reload }).then((result) => result.skills),
    "path",
  );
  const all = (): Skill[] => list.now()?.skills ?? [];
  const problems = (): Skills["problems"] => list.now()?.problems ?? [];
  const shown = createMemo(() =>
    all().filter((one) =>
      matches(text(), one.name, one.title, one.description, one.plugin, l.skills.scopes[one.scope]),
    ),
  );
  const places = (): MenuItem[] => [
    { label: l.skills.noFolder, checked: folder() === null, run: () => setFolder(null) },
    ...[...new Set([...(prefs.folder ? [prefs.folder] : []), ...folders()])].map((path): MenuItem => ({
      label: nameOf(path),
      detail: path,
      checked: path === folder(),
      run: () => setFolder(path),
    })),
  ];
  return (
    <>
      <ListBar
        text={text()}
        change={setText}
        seen={list}
        before={
          <Menu label={l.skills.folder} of={l.skills.folder} items={places()} class="button" part="skills-folder" wide>
            <Icon name="folder" />
            <span class="clip">{folder() === null ? l.skills.noFolder : nameOf(folder() ?? "")}</span>
            <Icon name="down" class="turn" />
          </Menu>
        }
      />
      <Loaded seen={list}>
        <Unreadable
          id="skills-broken"
          part="skill-problems"
          title={l.skills.broken(problems().length)}
          hint={l.skills.brokenHint}
          files={problems()}
        >
          {(path) => (
            <Button size="small" aria-label={l.skills.open(path)} onClick={() => intent({ does: "open", path })}>
              {l.lists.open}
            </Button>
          )}
        </Unreadable>
        <section class="section" aria-labelledby="skills-all" data-part="skills">
          <header>
            <h2 id="skills-all">{folder() === null ? l.skills.noFolder : nameOf(folder() ?? "")}</h2>
            <p class="grow">{l.skills.count(all().filter((one) => one.enabled).length, all().length)}</p>
          </header>
          <Show
            when={all().length}
            fallback={<NothingHere icon="skill" title={l.skills.empty} hint={l.skills.emptyHint} />}
          >
            <ul class="list">
              <For each={shown()} fallback={<li class="quiet">{l.lists.none(text())}</li>}>
                {(skill) => <SkillRow skill={skill} />}
              </For>
            </ul>
          </Show>
        </section>
      </Loaded>
      <Roots />
    </>
  );
}

function SkillRow(props: { skill: Skill }): JSX.Element {
  const { skill } = props;
  const title = (): string => skill.title ?? skill.name;
  const more = (): MenuItem[] => [
    { label: l.skills.openFile, icon: "external", run: () => intent({ does: "open", path: skill.path }) },
    { label: l.skills.reveal, icon: "folder", run: () => intent({ does: "reveal", path: skill.path }) },
  ];
  return (
    <li data-part="skill" data-name={skill.name} data-scope={skill.scope}>
      <Picture icon={skill.icon} name={title()} fallback="skill" />
      <span class="grow">
        <span class="row gap-1">
          <span class="name mono-name clip">${skill.name}</span>
          <span class="tag" title={l.skills.scopeHint[skill.scope]}>
            {skill.scope === "plugin" && skill.plugin ? skill.plugin.split("@")[0] : l.skills.scopes[skill.scope]}
          </span>
        </span>
        <small class="two-lines" title={skill.description}>
          {skill.description}
          <Show when={skill.needs.length}> · {l.skills.needs(skill.needs.join(", "))}</Show>
        </small>
      </span>
      <Show when={skill.enabled}>
        <Button
          size="small"
          part="use-skill"
          aria-label={l.skills.use(skill.name)}
          title={l.skills.useIt}
          onClick={() => useInPrompt(skill.name, skill.prompt, { kind: "skill", name: skill.name, path: skill.path })}
        >
          {l.lists.use}
        </Button>
      </Show>
      <Menu label={l.skills.more(skill.name)} items={more()} class="icon-button small" part="skill-more">
        <Icon name="more" />
      </Menu>
      <Switch
        label={l.lists.on(skill.name)}
        on={skill.enabled}
        change={(on) => intent({ does: "switch", path: skill.path, on })}
      />
    </li>
  );
}

function Roots(): JSX.Element {
  const roots = (): string[] => mirror.settings.skillRoots;
  const set = (next: string[]): void => intent({ does: "setRoots", roots: next });
  const add = (): void => {
    act({ type: "pickFolder" })
      .then((receipt) => receipt.path && set([...roots(), receipt.path]))
      .catch(toastError);
  };
  return (
    <section class="section" aria-labelledby="skills-roots" data-part="skill-roots">
      <header>
        <h2 id="skills-roots">{l.skills.roots}</h2>
        <span class="grow" />
        <Button size="small" icon="plus" part="add-root" onClick={add}>
          {l.skills.addRoot}
        </Button>
      </header>
      <ul class="list">
        <For each={roots()} fallback={<li class="quiet">{l.skills.noRoots}</li>}>
          {(root) => (
            <li>
              <span class="grow">
                <Path path={root} />
              </span>
              <IconButton
                small
                icon="x"
                label={l.skills.removeRoot(root)}
                onClick={() => set(roots().filter((one) => one !== root))}
              />
            </li>
          )}
        </For>
      </ul>
      <p class="faint small foot-note">{l.skills.rootsHint}</p>
    </section>
  );
}
