// Apps of the ChatGPT account: which are connected, which are enabled, and where to connect the others.

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { query } from "../host";
import type { App, Apps } from "../generated/model";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Loaded } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { go, setSigningIn } from "../view";
import { l } from "../words/catalog";
import { w } from "../words/words";
import { ListBar, NothingHere } from "./bits";
import { matches } from "./matches";
import { AppRow } from "./AppRow";

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
