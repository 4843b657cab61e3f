// Model, effort, permissions and manner of the next turn, each with one plain sentence.

import { type JSX, onMount, Show } from "solid-js";
import type { Manner, Model, Permissions, ThreadId } from "../generated/model";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { w } from "../words/words";
import { askModels, choicesFor, isPlanning, modelName, modelOf, models, pick, pickManner } from "./choices";

export const MODES: readonly Permissions[] = ["readOnly", "ask", "auto", "full"];

export function ModelPick(props: { thread: ThreadId | null }): JSX.Element {
  onMount(() => models() === null && askModels());
  const chosen = (): ReturnType<typeof choicesFor> => choicesFor(props.thread);
  const current = (): Model | undefined => modelOf(props.thread);
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

const SUMMARIES = ["auto", "concise", "detailed", "none"] as const;
const PERSONALITIES = ["none", "friendly", "pragmatic"] as const;

/** How much of its thoughts is told, how fast it is served; and a personality where the model has one. */
export function MannerPick(props: { thread: ThreadId | null }): JSX.Element {
  const manner = (): Manner => choicesFor(props.thread).manner;
  const model = (): Model | undefined => modelOf(props.thread);
  const items = (): MenuItem[] => [
    { kind: "head", label: w.manner.summary },
    ...SUMMARIES.map((one): MenuItem => ({
      label: w.manner.summaries[one].name,
      detail: w.manner.summaries[one].meaning,
      checked: (manner().summary ?? "auto") === one,
      run: () => pickManner(props.thread, { summary: one }),
    })),
    ...(model()?.tiers.length ? tiers() : []),
    ...(model()?.hasPersonality ? personalities() : []),
  ];
  const tiers = (): MenuItem[] => [
    { kind: "line" },
    { kind: "head", label: w.manner.tier },
    { label: w.manner.tierPlain, checked: !model()?.tiers.some((tier) => tier.id === manner().tier), run: () => pickManner(props.thread, { tier: "default" }) },
    ...(model()?.tiers ?? []).map((tier): MenuItem => ({
      label: tier.name,
      detail: tier.description ?? undefined,
      checked: manner().tier === tier.id,
      run: () => pickManner(props.thread, { tier: tier.id }),
    })),
  ];
  const personalities = (): MenuItem[] => [
    { kind: "line" },
    { kind: "head", label: w.manner.personality },
    ...PERSONALITIES.map((one): MenuItem => ({ label: w.manner.personalities[one], checked: (manner().personality ?? "none") === one, run: () => pickManner(props.thread, { personality: one }) })),
  ];
  const fast = () => model()?.tiers.find((tier) => tier.id === manner().tier);
  return (
    <Menu label={fast() ? `${w.manner.name}: ${fast()?.name}` : w.manner.name} of={w.manner.name} items={items()} class="pick" part="manner-pick" wide opening={askModels}>
      <Icon name="sliders" />
      <Show when={fast()}>{(tier) => tier().name}</Show>
    </Menu>
  );
}

/** Plans first, changes nothing. */
export function PlanSwitch(props: { thread: ThreadId | null }): JSX.Element {
  const on = (): boolean => isPlanning(props.thread);
  return (
    <button type="button" class={`pick ${on() ? "is-on" : ""}`} aria-pressed={on()} title={w.manner.planMeaning} data-part="plan-switch" onClick={() => pickManner(props.thread, { plan: !on() })}>
      <Icon name="plan" />
      {w.manner.plan}
    </button>
  );
}
