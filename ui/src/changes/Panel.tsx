// The right side of the window: changes, plan, terminals and activity of a thread; and the Inbox, over all threads.

import { createMemo, For, type JSX, Match, Show, Switch } from "solid-js";
import { useNow } from "../clock";
import { Empty, Resizer } from "../kit/bits";
import { IconButton } from "../kit/controls";
import { later } from "../kit/later";
import { chord } from "../keys";
import { nextOf } from "../kit/roving";
import { Inbox } from "../inbox/Inbox";
import { mirror, type Thread } from "../mirror";
import { doneSteps, PlanHead, PlanSteps, type PlanBody } from "../thread/Plan";
import {
  setPanelWidth,
  openThread,
  panelCoversPage,
  type PanelTab,
  panelTab,
  panelWidth,
  showPanel,
  THREAD_TABS,
  togglePanel,
} from "../view";
import { moment } from "../words/forms";
import { w } from "../words/words";
import { Activity } from "./Activity";
import { Changes } from "./Changes";

const Terminals = later(() => import("../terminal/Terminals").then((file) => file.Terminals));

export function Panel(): JSX.Element {
  const thread = (): Thread | undefined => mirror.open[openThread() ?? ""];
  /** The last plan, and its time if its turn is over. */
  const planned = createMemo((): { body: PlanBody; asOf: number | null } | null => {
    const found = thread();
    for (const id of found?.order.toReversed() ?? []) {
      const row = found?.rows[id];
      if (row?.body.kind === "plan")
        return { body: row.body, asOf: found?.head.running === row.turn ? null : (row.endedMs ?? row.startedMs) };
    }
    return found?.plan
      ? { body: { kind: "plan", explanation: found.plan.explanation, steps: found.plan.steps }, asOf: found.plan.atMs }
      : null;
  });
  const plan = (): PlanBody | undefined => planned()?.body;
  const small = (tab: PanelTab): string => {
    if (tab === "inbox") return String(Object.keys(mirror.asks).length || "");
    if (tab === "changes") return String(thread()?.diff.length || "");
    if (tab === "terminal") return String(thread()?.tabs.filter((one) => one.state.kind === "running").length || "");
    const steps = plan()?.steps;
    return tab === "plan" && steps ? `${doneSteps(steps)}/${steps.length}` : "";
  };
  /** Without a thread only the Inbox has content. */
  const tabs = (): readonly PanelTab[] => (openThread() ? [...THREAD_TABS, "inbox"] : ["inbox"]);
  const move = (event: KeyboardEvent): void => {
    const all = tabs();
    const next = nextOf(event.key, all.indexOf(panelTab()), all.length, "row");
    const tab = next === null ? undefined : all[next];
    if (!tab) return;
    event.preventDefault();
    showPanel(tab);
    document.getElementById(`tab-${tab}`)?.focus();
  };
  return (
    <aside class="panel" aria-label={w.panel[panelTab()]} data-region>
      <Show when={!panelCoversPage()}>
        <Resizer
          label={w.common.resize(w.panel.name)}
          side="end"
          width={panelWidth()}
          min={360}
          max={Math.max(360, Math.round(innerWidth * 0.6))}
          change={setPanelWidth}
        />
      </Show>
      <div class="tabs">
        <div role="tablist" aria-label={w.panel.name}>
          <For each={tabs()}>
            {(tab) => (
              <button
                type="button"
                class="tab"
                role="tab"
                id={`tab-${tab}`}
                aria-selected={panelTab() === tab}
                aria-controls="panel-body"
                tabindex={panelTab() === tab ? 0 : -1}
                onClick={() => showPanel(tab)}
                onKeyDown={move}
              >
                {w.panel[tab]}
                <Show when={small(tab)}>
                  {(text) => <small class={`num ${tab === "inbox" ? "badge" : ""}`}>{text()}</small>}
                </Show>
              </button>
            )}
          </For>
        </div>
        <IconButton icon="panel" label={`${w.panel.hide} (${chord("J")})`} onClick={togglePanel} />
      </div>
      <div class="panel-in" id="panel-body" role="tabpanel" aria-labelledby={`tab-${panelTab()}`}>
        <Switch>
          <Match when={panelTab() === "inbox"}>
            <Inbox />
          </Match>
          <Match when={!thread()}>
            <Empty icon="spool" title={w.panel.noThread} />
          </Match>
          <Match when={panelTab() === "changes" && thread()}>{(found) => <Changes thread={found()} />}</Match>
          <Match when={panelTab() === "plan"}>
            <div class="panel-scroll pad-4" data-part="plan">
              <Show when={planned()} fallback={<Empty icon="plan" title={w.panel.noPlan} hint={w.panel.noPlanHint} />}>
                {(one) => (
                  <>
                    <div class="step-line">
                      <PlanHead body={one().body} />
                    </div>
                    <PlanSteps body={one().body} live={one().asOf === null} />
                    <Show when={one().asOf}>{(when) => <AsOf ms={when()} />}</Show>
                  </>
                )}
              </Show>
            </div>
          </Match>
          <Match when={panelTab() === "terminal" && thread()}>
            {(found) => (
              <Show when={found().id} keyed>
                <Terminals thread={found()} />
              </Show>
            )}
          </Match>
          <Match when={panelTab() === "activity" && thread()}>{(found) => <Activity thread={found()} />}</Match>
        </Switch>
      </div>
    </aside>
  );
}

function AsOf(props: { ms: number }): JSX.Element {
  const now = useNow();
  return (
    <p class="faint small" data-part="plan-as-of">
      {w.panel.planAsOf(moment(props.ms, now()))}
    </p>
  );
}
