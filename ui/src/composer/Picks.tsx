// Model, effort and permissions of the next turn, each with one plain sentence.

import { type JSX, onMount, Show } from "solid-js";
import type { Model, Permissions, ThreadId } from "../generated/model";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { w } from "../words/words";
import { askModels, choicesFor, modelName, models, pick } from "./choices";

export const MODES: readonly Permissions[] = ["readOnly", "ask", "auto", "full"];

export function ModelPick(props: { thread: ThreadId | null }): JSX.Element {
  onMount(() => models() === null && askModels());
  const chosen = (): ReturnType<typeof choicesFor> => choicesFor(props.thread);
  const current = (): Model | undefined =>
    models()?.find((model) => (chosen().model ? model.id === chosen().model : model.isDefault));
  const items = (): MenuItem[] => {
    const all = models();
    if (!all) return [{ kind: "head", label: w.composer.modelsLoading }];
    if (all.length === 0) return [{ kind: "head", label: w.composer.modelsNone }];
    const efforts = current()?.efforts ?? [];
    const effort = chosen().effort ?? current()?.defaultEffort;
    return [
      { kind: "head", label: w.composer.model },
      ...all.map((model): MenuItem => ({
        label: model.name,
        detail: model.description ?? undefined,
        checked: model.id === current()?.id,
        run: () => pick(props.thread, { model: model.id, effort: model.efforts.includes(chosen().effort ?? "") ? chosen().effort : model.defaultEffort }),
      })),
      ...(efforts.length ? [{ kind: "line" } as const, { kind: "head", label: w.composer.effort } as const] : []),
      ...efforts.map((one): MenuItem => ({ label: w.composer.effortName(one), checked: one === effort, run: () => pick(props.thread, { effort: one }) })),
    ];
  };
  const name = (): string => modelName(chosen().model) ?? current()?.name ?? w.composer.modelDefault;
  const effortShown = (): string | null => chosen().effort ?? current()?.defaultEffort ?? null;
  return (
    <Menu label={`${w.composer.model}: ${name()}${effortShown() ? ` ${effortShown()}` : ""}`} of={w.composer.model} items={items()} class="pick" part="model-pick" wide opening={askModels}>
      <span class="clip">{name()}</span>
      <Show when={effortShown()}>{(effort) => <span class="faint">{effort()}</span>}</Show>
      <Icon name="down" />
    </Menu>
  );
}

export function PermissionsPick(props: { thread: ThreadId | null }): JSX.Element {
  const mode = (): Permissions => choicesFor(props.thread).permissions;
  const items = (): MenuItem[] => [
    { kind: "head", label: w.composer.permissions },
    ...MODES.map((one): MenuItem => ({
      label: w.permissions[one].name,
      detail: w.permissions[one].meaning,
      checked: one === mode(),
      danger: one === "full",
      run: () => pick(props.thread, { permissions: one }),
    })),
  ];
  return (
    <Menu
      label={`${w.composer.permissions}: ${w.permissions[mode()].name}. ${w.permissions[mode()].meaning}`}
      of={w.composer.permissions}
      items={items()}
      class={`pick ${mode() === "full" ? "is-full" : ""}`}
      part="permissions-pick"
      wide
    >
      <Icon name="shield" />
      {w.permissions[mode()].name}
      <Icon name="down" />
    </Menu>
  );
}
