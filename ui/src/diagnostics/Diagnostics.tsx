// Diagnostics: what is running, where, and its last output.

import { createSignal, For, type JSX, onMount, Show } from "solid-js";
import { failureOf, query } from "../host";
import type { Diagnostics as Found } from "../generated/model";
import { Empty, Path } from "../kit/bits";
import { Button } from "../kit/controls";
import { copy } from "../kit/copy";
import { count } from "../words/forms";
import { w } from "../words/words";
import { plainCounters, report } from "./report";

export function Diagnostics(): JSX.Element {
  const [found, setFound] = createSignal<Found>();
  const [problem, setProblem] = createSignal<string>();
  const read = (): void => {
    query({ type: "diagnostics" })
      .then((result) => {
        setProblem(undefined);
        setFound(result.diagnostics);
      })
      .catch((error: unknown) => setProblem(failureOf(error).message));
  };
  onMount(read);
  return (
    <>
      <header class="main-head">
        <div class="grow">
          <h1>{w.diagnostics.title}</h1>
          <div class="crumbs">{w.settings.lead.diagnostics}</div>
        </div>
        <Button variant="plain" icon="refresh" onClick={read}>
          {w.diagnostics.refresh}
        </Button>
        <Button icon="copy" disabled={!found()} onClick={() => found() && void copy(report(found() as Found))}>
          {w.diagnostics.copy}
        </Button>
      </header>
      <div class="sheet" tabindex="0" role="region" aria-label={w.diagnostics.title} data-part="diagnostics">
        <Show when={problem()}>{(text) => <Empty icon="error" title={w.diagnostics.failed} hint={text()} />}</Show>
        <Show when={found()}>{(seen) => <Sheet found={seen()} />}</Show>
      </div>
    </>
  );
}

function Sheet(props: { found: Found }): JSX.Element {
  const server = () => props.found.server;
  return (
    <div class="sheet-in">
      <div class="cols">
        <Section title={w.diagnostics.versions}>
          <Facts
            rows={[
              [w.diagnostics.threadloft, props.found.version],
              [w.diagnostics.codex, server().codex?.version ?? w.common.unknown],
              [w.diagnostics.system, props.found.system],
              [w.diagnostics.codexPath, server().codex?.path ?? w.common.unknown],
              [w.diagnostics.home, server().home],
              [w.diagnostics.data, props.found.dataDir],
            ]}
          />
        </Section>
        <Section title={w.diagnostics.health}>
          <Facts
            rows={[
              [w.diagnostics.phase, w.diagnostics.phases[server().phase.kind]],
              [w.diagnostics.pid, props.found.serverPid === null ? w.diagnostics.none : String(props.found.serverPid)],
              [w.diagnostics.toolPath, w.diagnostics.toolPaths[props.found.toolPath]],
              [w.diagnostics.starts, w.diagnostics.startsOf(props.found.starts)],
              [w.settings.sandbox, sandbox(server().sandboxWorks)],
              [w.diagnostics.memory, megabytes(props.found.load?.memoryBytes ?? null)],
              [
                w.diagnostics.loaded,
                props.found.load?.threads == null ? w.common.unknown : count(props.found.load.threads),
              ],
            ]}
          />
        </Section>
      </div>
      <Section title={w.diagnostics.stderr}>
        <Show when={props.found.stderr.length} fallback={<p class="quiet">{w.diagnostics.stderrNone}</p>}>
          <pre class="data tail" tabindex="0" role="region" aria-label={w.diagnostics.stderr}>
            {props.found.stderr.join("\n")}
          </pre>
        </Show>
      </Section>
      <details class="detail-fold" data-part="diagnostics-details">
        <summary>
          {w.diagnostics.details} <small class="faint">{w.diagnostics.detailsHint}</small>
        </summary>
        <ul class="counters">
          <For each={plainCounters(props.found.counters)}>
            {([name, value]) => (
              <li>
                <span class="quiet">{name}</span>
                <b class="num">{value}</b>
              </li>
            )}
          </For>
        </ul>
        <Named title={w.diagnostics.gauges} counts={props.found.load?.gauges ?? {}} />
        <Named title={w.diagnostics.unknownNotices} counts={props.found.counters.unknownNotices} />
        <Named title={w.diagnostics.unreadableNotices} counts={props.found.counters.unreadableNotices} />
        <Named title={w.diagnostics.refusedRequests} counts={props.found.counters.refusedRequests} />
      </details>
    </div>
  );
}

const megabytes = (bytes: number | null): string =>
  bytes === null ? w.common.unknown : w.diagnostics.megabytes(count(Math.round(bytes / 1_048_576)));

const sandbox = (works: boolean | null): string =>
  works === null ? w.settings.sandboxWorks.unknown : works ? w.settings.sandboxWorks.yes : w.settings.sandboxWorks.no;

const isPath = (value: string): boolean => /^(?:\/|~|[A-Za-z]:\\).*[\\/]/.test(value);

function Section(props: { title: string; children: JSX.Element }): JSX.Element {
  return (
    <section class="section">
      <header>
        <h2>{props.title}</h2>
      </header>
      {props.children}
    </section>
  );
}

function Facts(props: { rows: [string, string][] }): JSX.Element {
  return (
    <dl class="list fact-list">
      <For each={props.rows}>
        {([name, value]) => (
          <div class="li">
            <dt>{name}</dt>
            <dd class="clip" title={value}>
              <Show when={isPath(value)} fallback={value}>
                <Path path={value} />
              </Show>
            </dd>
          </div>
        )}
      </For>
    </dl>
  );
}

function Named(props: { title: string; counts: Record<string, number> }): JSX.Element {
  return (
    <Show when={Object.keys(props.counts).length}>
      <h3 class="data-name">{props.title}</h3>
      <ul class="named">
        <For each={Object.entries(props.counts)}>
          {([name, n]) => (
            <li>
              <code>{name}</code> <span class="quiet num">{count(n)}</span>
            </li>
          )}
        </For>
      </ul>
    </Show>
  );
}
