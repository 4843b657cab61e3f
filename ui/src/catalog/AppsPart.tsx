// Apps of the ChatGPT account: which are connected, which are on, and where the others are connected.

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf, query } from "../host";
import type { App, AppDetail, Apps, AppIntent } from "../generated/model";
import { Button, IconButton, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { Loaded } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { go, setSigningIn } from "../view";
import { l } from "../words/catalog";
import { w } from "../words/words";
import { ListBar, NothingHere, Picture } from "./bits";
import { matches } from "./matches";
import { useInPrompt } from "./use";

const intent = (one: AppIntent): void => void act({ type: "app", intent: one }).catch(toastError);

export function AppsPart(): JSX.Element {
  const [text, setText] = createSignal("");
  const list = createLoader<Apps>(
    () => [mirror.revisions.apps, mirror.server.phase.kind, mirror.account.kind],
    (reload) => query({ type: "apps", reload }).then((result) => result.apps),
    "id",
  );
  const all = (): App[] => list.now()?.apps ?? [];
  const found = createMemo(() => all().filter((app) => matches(text(), app.name, app.slug, app.description)));
  const needs = () => list.now()?.needs ?? null;
  return (
    <Show
      when={needs() === null}
      fallback={
        <Show
          when={needs() === "chatGptLogin"}
          fallback={
            <NothingHere icon="apps" title={l.apps.isFeature} hint={l.apps.isFeatureHint}>
              <Button onClick={() => go({ kind: "settings", part: "features" })}>{l.lists.openFeatures}</Button>
            </NothingHere>
          }
        >
          <div data-part="apps-need-login">
            <NothingHere icon="apps" title={l.apps.needsLogin} hint={l.apps.needsLoginHint}>
              <Button variant="primary" onClick={() => setSigningIn(true)}>
                {l.apps.signIn}
              </Button>
            </NothingHere>
          </div>
        </Show>
      }
    >
      <ListBar text={text()} change={setText} seen={list} />
      <Loaded seen={list}>
        <Show when={list.now()?.problem}>
          {(why) => (
            <div class="list-problem" role="status" data-part="apps-problem">
              <Icon name="warn" class="tone-warn" />
              <span class="grow">
                <b>{l.apps.partly}.</b> {why()}
              </span>
              <Button size="small" onClick={() => void list.reload()}>
                {w.common.tryAgain}
              </Button>
            </div>
          )}
        </Show>
        <Show
          when={all().length || list.now()?.problem}
          fallback={<NothingHere icon="apps" title={l.apps.empty} hint={l.apps.emptyHint} />}
        >
          <Group
            id="apps-on"
            title={l.apps.connected}
            hint={l.apps.connectedHint}
            apps={found().filter((app) => app.accessible)}
            text={text()}
          />
          <Group
            id="apps-off"
            title={l.apps.others}
            hint={l.apps.othersHint}
            apps={found().filter((app) => !app.accessible)}
            text={text()}
          />
          <p class="faint small">{l.apps.reach}</p>
        </Show>
      </Loaded>
    </Show>
  );
}

function Group(props: { id: string; title: string; hint: string; apps: App[]; text: string }): JSX.Element {
  return (
    <Show when={props.apps.length}>
      <section class="section" aria-labelledby={props.id} data-part={props.id}>
        <header>
          <h2 id={props.id}>{props.title}</h2>
          <p class="grow">{props.hint}</p>
        </header>
        <ul class="list">
          <For each={props.apps}>{(app) => <AppRow app={app} />}</For>
        </ul>
      </section>
    </Show>
  );
}

function AppRow(props: { app: App }): JSX.Element {
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
