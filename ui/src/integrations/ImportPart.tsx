// Imports from other agents on this computer, and the Windows sandbox if there is one.

import { createSignal, For, type JSX, Show } from "solid-js";
import { createStore } from "solid-js/store";
import { act, query } from "../host";
import type { ImportItem, ImportSheet, SandboxReadiness } from "../generated/model";
import { Empty } from "../kit/bits";
import { Button } from "../kit/controls";
import { Spin } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { Loaded } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { moment } from "../words/forms";
import { r } from "../words/integrations";

export function ImportPart(): JSX.Element {
  const [folder, setFolder] = createSignal<string | null>(null);
  const [chosen, setChosen] = createStore<Record<string, boolean>>({});
  const sheet = createLoader<ImportSheet>(
    () => [mirror.server.phase.kind, mirror.environment.import?.done, folder()],
    () => query({ type: "import", folder: folder() }).then((result) => result.sheet),
    "id",
  );
  const items = (): ImportItem[] => sheet.now()?.items ?? [];
  const wanted = (): string[] =>
    items()
      .map((item) => item.id)
      .filter((id) => chosen[id] !== false);
  const importing = () => mirror.environment.import;
  const runs = (): boolean => importing()?.done === false;
  const pick = (): void =>
    void act({ type: "pickFolder" })
      .then((receipt) => receipt.path && setFolder(receipt.path))
      .catch(toastError);
  return (
    <>
      <div class="row">
        <p class="grow quiet">{r.importing.lead}</p>
        <Show when={items().length || importing()?.done}>
          <Button size="small" icon="folder" onClick={pick}>
            {r.importing.folder}
          </Button>
        </Show>
      </div>
      <div aria-live="polite">
        <Show when={importing()}>
          {(one) => (
            <section class="section" data-part="import-progress" data-state={one().done ? "done" : "running"}>
              <p class="row">
                <Show when={!one().done}>
                  <Spin />
                </Show>
                <b>{one().done ? r.importing.done(one().brought.length) : r.importing.running}</b>
                <Show when={one().failed.length}>
                  <span class="tone-danger">{r.importing.failed(one().failed.length)}</span>
                </Show>
              </p>
              <ul class="list">
                <For each={[...one().failed, ...one().brought]}>
                  {(line) => (
                    <li class="tight">
                      <span class="tag">{r.importing.what[line.what] ?? line.what}</span>
                      <span class="grow clip small" title={line.words}>
                        {line.words}
                      </span>
                    </li>
                  )}
                </For>
              </ul>
            </section>
          )}
        </Show>
      </div>
      <Loaded seen={sheet}>
        <Show
          when={items().length}
          fallback={
            <Show when={!importing()?.done}>
              <div class="list-empty">
                <Empty icon="download" title={r.importing.none} hint={r.importing.noneHint}>
                  <Button icon="folder" onClick={pick}>
                    {r.importing.folder}
                  </Button>
                </Empty>
              </div>
            </Show>
          }
        >
          <ul class="list" data-part="import-items">
            <For each={items()}>
              {(item) => (
                <li>
                  <label class="row grow">
                    <input
                      type="checkbox"
                      checked={chosen[item.id] !== false}
                      onChange={(event) => setChosen(item.id, event.currentTarget.checked)}
                    />
                    <span class="grow">
                      <span class="name">{r.importing.what[item.what] ?? item.what}</span>
                      <small>{item.words}</small>
                      <Show when={item.names.length}>
                        <small class="faint">{item.names.join(", ")}</small>
                      </Show>
                    </span>
                  </label>
                </li>
              )}
            </For>
          </ul>
          <div>
            <Button
              variant="primary"
              part="import-begin"
              disabled={runs() || wanted().length === 0}
              onClick={() =>
                void act({ type: "import", intent: { does: "begin", items: wanted(), folder: folder() } }).catch(
                  toastError,
                )
              }
            >
              {r.importing.bring(wanted().length)}
            </Button>
          </div>
        </Show>
        <Show when={sheet.now()?.earlier.length}>
          <section class="section" aria-labelledby="import-earlier">
            <header>
              <h2 id="import-earlier">{r.importing.earlier}</h2>
            </header>
            <ul class="list">
              <For each={sheet.now()?.earlier}>
                {(one) => <li class="tight">{r.importing.earlierOf(moment(one.atMs, Date.now()), one.brought)}</li>}
              </For>
            </ul>
          </section>
        </Show>
      </Loaded>
    </>
  );
}

export function WindowsSection(): JSX.Element {
  const ready = createLoader<{ readiness: SandboxReadiness }>(
    () => [mirror.server.phase.kind, mirror.environment.windows?.settingUp],
    () => query({ type: "windowsSandbox" }).then((result) => ({ readiness: result.readiness })),
    "readiness",
  );
  const windows = () => mirror.environment.windows;
  const setUp = (elevated: boolean): void =>
    void act({ type: "import", intent: { does: "setUpSandbox", elevated } }).catch(toastError);
  return (
    <section class="section" aria-labelledby="windows-sandbox" data-part="windows-sandbox">
      <header>
        <h2 id="windows-sandbox">{r.windows.title}</h2>
      </header>
      <ul class="list">
        <li>
          <span class="grow">
            <span class="name">{r.windows.readiness[ready.now()?.readiness ?? "unknown"]}</span>
            <Show when={windows()?.ended}>
              {(end) => <small class={end().problem ? "tone-danger" : ""}>{end().problem ?? r.windows.done}</small>}
            </Show>
          </span>
          <Show
            when={!windows()?.settingUp}
            fallback={
              <span class="row">
                <Spin />
                {r.windows.running}
              </span>
            }
          >
            <Button size="small" part="windows-set-up" onClick={() => setUp(true)}>
              {r.windows.setUp}
            </Button>
            <Button size="small" variant="plain" onClick={() => setUp(false)}>
              {r.windows.setUpPlain}
            </Button>
          </Show>
        </li>
        <Show when={windows()?.openFolders.length}>
          <li class="block">
            <p class="tone-warn small">{r.windows.open}</p>
            <For each={windows()?.openFolders}>{(path) => <code class="block small">{path}</code>}</For>
            <Show when={windows()?.moreOpen}>{(more) => <p class="faint small">{r.windows.more(more())}</p>}</Show>
          </li>
        </Show>
      </ul>
    </section>
  );
}
