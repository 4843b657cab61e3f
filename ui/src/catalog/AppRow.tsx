// One app with its details.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf, query } from "../host";
import type { App, AppDetail, AppIntent } from "../generated/model";
import { Button, IconButton, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { l } from "../words/catalog";
import { w } from "../words/words";
import { Picture } from "./bits";
import { useInPrompt } from "./use";

const intent = (one: AppIntent): void => void act({ type: "app", intent: one }).catch(toastError);

export function AppRow(props: { app: App }): JSX.Element {
  const { app } = props;
  const [open, setOpen] = createSignal(false);
  const [detail, setDetail] = createSignal<AppDetail | string | null>(null);
  const unfold = (): void => {
    setOpen(!open());
    if (!open() || detail() !== null) return;
    query({ type: "app", id: app.id })
      .then((result) => setDetail(result.app))
      .catch((error: unknown) => setDetail(failureOf(error).message));
  };
  return (
    <>
      <li data-part="app-row" data-name={app.slug}>
        <Picture icon={app.logo} name={app.name} />
        <span class="grow">
          <span class="row gap-1">
            <span class="name clip">{app.name}</span>
            <Show when={app.plugins.length}>
              <span class="tag">{l.apps.from(app.plugins.join(", "))}</span>
            </Show>
            <Show when={app.accessible && !app.enabled}>
              <span class="tag">{l.apps.switchedOff}</span>
            </Show>
          </span>
          <small class="two-lines" title={app.description ?? undefined}>
            {app.description}
          </small>
        </span>
        <span class="row gap-1 quiet small wide-only">
          <span class={`dot ${app.accessible ? "" : "off"}`} />
          {app.accessible ? l.apps.isOn : l.apps.isOff}
        </span>
        <IconButton
          small
          icon={open() ? "up" : "down"}
          label={l.apps.showTools(app.name)}
          aria-expanded={open()}
          onClick={unfold}
        />
        <Show
          when={app.accessible}
          fallback={
            <Show when={app.installUrl}>
              <Button
                size="small"
                part="connect-app"
                aria-label={l.apps.connectName(app.name)}
                onClick={() => intent({ does: "connect", id: app.id })}
              >
                {l.apps.connect}
                <Icon name="external" class="after" />
              </Button>
            </Show>
          }
        >
          <Show when={app.enabled}>
            <Button
              size="small"
              part="use-app"
              aria-label={l.apps.use(app.name)}
              title={l.skills.useIt}
              onClick={() => useInPrompt(app.slug, null, { kind: "mention", name: app.slug, path: `app://${app.id}` })}
            >
              {l.lists.use}
            </Button>
          </Show>
          <Switch
            label={l.lists.on(app.name)}
            on={app.enabled}
            change={(on) => intent({ does: "switch", id: app.id, on })}
          />
        </Show>
      </li>
      <Show when={open()}>
        <li class="unfolded">
          <Details detail={detail()} />
        </li>
      </Show>
    </>
  );
}

function Details(props: { detail: AppDetail | string | null }): JSX.Element {
  const read = (): AppDetail | null => (typeof props.detail === "object" ? props.detail : null);
  return (
    <Show
      when={read()}
      fallback={<p class="quiet small">{typeof props.detail === "string" ? props.detail : w.common.reading}</p>}
    >
      {(one) => (
        <div class="grow" data-part="app-tools">
          <p class="quiet small">
            {one().callable ? l.apps.callable : l.apps.notCallable}{" "}
            {one().tools === null ? l.apps.noTools : l.apps.tools(one().tools?.length ?? 0)}
          </p>
          <ul class="plain-list">
            <For each={one().tools ?? []}>
              {(tool) => (
                <li class="small">
                  <b>{tool.name}</b> <span class="quiet">{tool.description}</span>{" "}
                  <Show when={tool.readOnly}>
                    <span class="tag">{l.apps.readOnly}</span>
                  </Show>
                  <Show when={!tool.enabled}>
                    <span class="tag warn" title={tool.why ?? undefined}>
                      {l.apps.toolOff}
                    </span>
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </div>
      )}
    </Show>
  );
}
