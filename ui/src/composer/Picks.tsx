// Model, effort and manner of the next turn, each with one plain sentence.

import { createEffect, type JSX, on, Show } from "solid-js";
import type { Manner, Model, ThreadId } from "../generated/model";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { mirror } from "../mirror";
import { w } from "../words/words";
import {
  askModels,
  choicesFor,
  effortUsed,
  isPlanning,
  modelName,
  modelOf,
  models,
  modelUsed,
  pickChoices,
  pickManner,
} from "./choices";

type PickProps = { thread: ThreadId | null; cwd: string | null };

export function ModelPick(props: PickProps): JSX.Element {
  // Another account or another server may have other models and another default.
  const stale = (): unknown[] => [JSON.stringify(mirror.account), mirror.server.phase.kind];
  createEffect(on(stale, () => (models() === null || mirror.server.phase.kind === "ready") && askModels()));
  const chosen = (): ReturnType<typeof choicesFor> => choicesFor(props.thread);
  const current = (): Model | undefined => modelOf(props.thread, props.cwd);
  const items = (): MenuItem[] => {
    const all = models();
    if (!all) return [{ kind: "head", label: w.composer.modelsLoading }];
    if (all.length === 0) return [{ kind: "head", label: w.composer.modelsNone }];
    const efforts = current()?.efforts ?? [];
    const effort = effortUsed(props.thread, props.cwd);
    return [
      { kind: "head", label: w.composer.model },
      ...all.map((model): MenuItem => ({
        label: model.name,
        detail: model.description ?? undefined,
        checked: model.id === current()?.id,
        run: () =>
          pickChoices(props.thread, {
            model: model.id,
            effort: model.efforts.includes(chosen().effort ?? "") ? chosen().effort : model.defaultEffort,
          }),
      })),
      ...(efforts.length ? [{ kind: "line" } as const, { kind: "head", label: w.composer.effort } as const] : []),
      ...efforts.map((one): MenuItem => ({
        label: w.composer.effortName(one),
        checked: one === effort,
        run: () => pickChoices(props.thread, { effort: one }),
      })),
    ];
  };
  const name = (): string => modelName(modelUsed(props.thread, props.cwd)) ?? w.composer.modelDefault;
  const effortShown = (): string | null => effortUsed(props.thread, props.cwd);
  return (
    <Menu
      label={`${w.composer.model}: ${name()}${effortShown() ? ` ${effortShown()}` : ""}`}
      of={w.composer.model}
      items={items()}
      class="pick"
      part="model-pick"
      wide
      opening={askModels}
    >
      <span class="clip">{name()}</span>
      <Show when={effortShown()}>{(effort) => <span class="faint clip">{effort()}</span>}</Show>
      <Icon name="down" />
    </Menu>
  );
}

const SUMMARIES = ["auto", "concise", "detailed", "none"] as const;
const PERSONALITIES = ["none", "friendly", "pragmatic"] as const;

/** How much of the reasoning is shown, the service tier, and a personality if the model has one. */
export function MannerPick(props: PickProps): JSX.Element {
  const manner = (): Manner => choicesFor(props.thread).manner;
  const model = (): Model | undefined => modelOf(props.thread, props.cwd);
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
    {
      label: w.manner.tierPlain,
      checked: !model()?.tiers.some((tier) => tier.id === manner().tier),
      run: () => pickManner(props.thread, { tier: "default" }),
    },
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
    ...PERSONALITIES.map((one): MenuItem => ({
      label: w.manner.personalities[one],
      checked: (manner().personality ?? "none") === one,
      run: () => pickManner(props.thread, { personality: one }),
    })),
  ];
  const fast = () => model()?.tiers.find((tier) => tier.id === manner().tier);
  return (
    <Menu
      label={fast() ? `${w.manner.name}: ${fast()?.name}` : w.manner.name}
      of={w.manner.name}
      items={items()}
      class="pick"
      part="manner-pick"
      wide
      opening={askModels}
    >
      <Icon name="sliders" />
      <Show when={fast()}>{(tier) => <span class="clip">{tier().name}</span>}</Show>
    </Menu>
  );
}

/** Switches plan mode: Codex plans first and changes nothing. */
export function PlanSwitch(props: { thread: ThreadId | null }): JSX.Element {
  const on = (): boolean => isPlanning(props.thread);
  return (
    <button
      type="button"
      class={`pick ${on() ? "is-on" : ""}`}
      aria-pressed={on()}
      aria-label={w.manner.plan}
      title={w.manner.planMeaning}
      data-part="plan-switch"
      onClick={() => pickManner(props.thread, { plan: !on() })}
    >
      <Icon name="plan" />
      <span class="pick-word">{w.manner.plan}</span>
    </button>
  );
}
