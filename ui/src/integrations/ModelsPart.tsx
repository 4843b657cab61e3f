// The models: what each can do, and the default for every client of this Codex.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, query } from "../host";
import type { ModelFacts, ModelSheet } from "../generated/model";
import { Button, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { Loaded } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { dayName } from "../words/forms";
import { r } from "../words/integrations";
import { layerName } from "./bits";

export function ModelsPart(): JSX.Element {
  const [hidden, setHidden] = createSignal(false);
  const sheet = createLoader<ModelSheet>(
    () => [mirror.revisions.config, mirror.server.phase.kind, hidden()],
    () => query({ type: "modelSheet", hidden: hidden() }).then((result) => result.sheet),
    "id",
  );
  const now = (): ModelSheet | undefined => sheet.now();
  const current = (): string | undefined => now()?.chosen ?? now()?.models.find((model) => model.isDefault)?.id;
  /** Written for every client. A choice of this app alone would override it, so it is removed. */
  const choose = (model: string | null, effort: string | null): void => {
    act({
      type: "config",
      intent: {
        does: "write",
        version: null,
        edits: [
          { key: "model", value: model },
          { key: "model_reasoning_effort", value: effort },
        ],
      },
    })
      .then(() => act({ type: "changeSettings", patch: { model: "", effort: "" } }))
      .catch(toastError);
  };
  const overruled = (): boolean =>
    now()?.chosen !== null && ["managed", "flags", "project"].includes(now()?.layer?.kind ?? "");
  const can = (): string => {
    const found = now()?.can;
    const words = [found?.makeImages && r.models.canImages, found?.searchWeb && r.models.canSearch].filter(
      (one) => one,
    );
    return words.length ? words.join(", ") : r.models.cannot;
  };
  return (
    <>
      <p class="quiet">{r.models.lead}</p>
      <Loaded seen={sheet}>
        <Show when={overruled()}>
          <div class="note-box" role="status">
            <Icon name="lock" class="tone-warn" />
            <span class="grow">{r.models.overruled(layerName(now()?.layer ?? null))}</span>
          </div>
        </Show>
        <ul class="list" data-part="models">
          <For each={now()?.models}>
            {(model) => (
              <ModelRow
                model={model}
                current={current() === model.id}
                chosen={now()?.chosen === model.id}
                effort={now()?.effort ?? null}
                choose={choose}
                nameOf={(id) => now()?.models.find((one) => one.id === id)?.name ?? id}
              />
            )}
          </For>
        </ul>
        <ul class="list">
          <li>
            <span class="grow name">{r.models.hidden}</span>
            <Switch label={r.models.hidden} on={hidden()} change={setHidden} />
          </li>
          <Show when={now()?.provider}>
            {(provider) => (
              <li>
                <span class="grow name">{r.models.provider}</span>
                <span>{provider()}</span>
              </li>
            )}
          </Show>
          <Show when={now()?.can}>
            <li>
              <span class="grow name">{r.models.can}</span>
              <span>{can()}</span>
            </li>
          </Show>
        </ul>
        <Show when={now()?.chosen}>
          <div>
            <Button variant="plain" part="forget-model" onClick={() => choose(null, null)}>
              {r.models.forget}
            </Button>
          </div>
        </Show>
      </Loaded>
    </>
  );
}

type RowProps = {
  model: ModelFacts;
  current: boolean;
  chosen: boolean;
  effort: string | null;
  choose: (model: string | null, effort: string | null) => void;
  /** The name of a listed model, else its id. */
  nameOf: (id: string) => string;
};

function ModelRow(props: RowProps): JSX.Element {
  const effort = (): string | null => (props.current ? props.effort : null) ?? props.model.defaultEffort;
  const efforts = (): MenuItem[] =>
    props.model.efforts.map((one): MenuItem => ({
      label: one.id,
      detail: one.description ?? undefined,
      checked: one.id === effort(),
      run: () => props.choose(props.model.id, one.id),
    }));
  const upgrade = (): string | null => {
    const better = props.model.upgrade;
    if (!better) return null;
    const retires =
      better.retiresMs === null
        ? null
        : r.models.retires(dayName(new Date(better.retiresMs).toISOString().slice(0, 10)));
    return [better.words ?? r.models.upgrade(props.nameOf(better.model)), retires].filter((one) => one).join(" ");
  };
  return (
    <li data-part="model" data-name={props.model.id} aria-current={props.current ? "true" : undefined}>
      <span class="grow">
        <span class="row gap-1">
          <span class="name">{props.model.name}</span>
          <Show when={props.current}>
            <span class="tag accent">{r.models.isDefault}</span>
          </Show>
          <Show when={props.model.isDefault && !props.current}>
            <span class="tag">{r.models.catalogue}</span>
          </Show>
          <Show when={props.model.hidden}>
            <span class="tag">{r.models.hiddenTag}</span>
          </Show>
        </span>
        <small>{props.model.description}</small>
        <small class="faint">
          {[...props.model.takes.map((one) => r.models.takes[one] ?? one), ...props.model.tiers].join(" · ")}
        </small>
        <Show when={upgrade()}>{(words) => <small class="tone-warn">{words()}</small>}</Show>
      </span>
      <Show when={props.model.efforts.length > 1}>
        <Menu
          label={r.models.effortOf(props.model.name)}
          of={r.models.efforts}
          items={efforts()}
          class="button small"
          part="model-effort"
          wide
        >
          {effort()}
          <Icon name="down" class="turn" />
        </Menu>
      </Show>
      <Show when={!props.chosen}>
        <Button
          size="small"
          part="use-model"
          aria-label={r.models.useName(props.model.name)}
          onClick={() => props.choose(props.model.id, props.model.defaultEffort)}
        >
          {r.models.useIt}
        </Button>
      </Show>
    </li>
  );
}
