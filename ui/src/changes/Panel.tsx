// The right of the window: what changed, the plan, what was done; or the Inbox.

import { createMemo, For, type JSX, Match, Show, Switch } from "solid-js";
import { Empty, Resizer } from "../kit/bits";
import { IconButton } from "../kit/controls";
import { later } from "../kit/later";
import { chord } from "../keys";
import { Inbox } from "../inbox/Inbox";
import { mirror, type Thread } from "../mirror";
import { doneSteps, PlanHead, PlanSteps, type PlanBody } from "../thread/Plan";
import { keep, kept, noPanelRoom, openThread, type PanelTab, togglePanel } from "../view";
import { w } from "../words/words";
import { Activity } from "./Activity";
import { Changes } from "./Changes";

const TABS: readonly PanelTab[] = ["changes", "plan", "terminal", "activity"];

const Terminals = later(() => import("../terminal/Terminals").then((file) => file.Terminals));

export function Panel(): JSX.Element {
  const thread = (): Thread | undefined => mirror.open[openThread() ?? ""];
  const plan = createMemo((): PlanBody | null => {
    const found = thread();
    for (const id of found?.order.toReversed() ?? []) {
      const body = found?.rows[id]?.body;
      if (body?.kind === "plan") return body;
    }
    return null;
  });
  const small = (tab: PanelTab): string => {
    if (tab === "changes") return String(thread()?.diff.length || "");
    if (tab === "terminal") return String(thread()?.tabs.filter((one) => one.state.kind === "running").length || "");
    const steps = plan()?.steps;
    return tab === "plan" && steps ? `${doneSteps(steps)}/${steps.length}` : "";
  };
  const move = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(kept.tab) + by + TABS.length) % TABS.length] ?? "changes";
    keep("tab", next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  const hide = (): JSX.Element => <IconButton icon="panel" label={`${w.panel.hide} (${chord("J")})`} onClick={togglePanel} />;
  return (
    <aside class="panel" aria-label={w.panel[kept.tab]} data-region>
      <Show when={!noPanelRoom()}>
        <Resizer
          label={w.common.resize(w.panel.name)}
          side="end"
          width={kept.panelWidth}
          min={360}
          max={Math.max(360, Math.round(innerWidth * 0.6))}
          change={(width) => keep("panelWidth", width)}
        />
      </Show>
      <Show when={kept.tab !== "inbox"} fallback={<Inbox hide={hide()} />}>
        <div class="tabs">
          <div role="tablist" aria-label={w.panel.name}>
            <For each={TABS}>
              {(tab) => (
                <button
                  type="button"
                  class="tab"
                  role="tab"
                  id={`tab-${tab}`}
                  aria-selected={kept.tab === tab}
                  aria-controls="panel-body"
                  tabindex={kept.tab === tab ? 0 : -1}
                  onClick={() => keep("tab", tab)}
                  onKeyDown={move}
                >
                  {w.panel[tab]}
                  <Show when={small(tab)}>{(text) => <small class="num">{text()}</small>}</Show>
                </button>
              )}
            </For>
          </div>
          {hide()}
        </div>
        <div class="panel-in" id="panel-body" role="tabpanel" aria-labelledby={`tab-${kept.tab}`}>
          <Switch>
            <Match when={!thread()}>
              <Empty icon="spool" title={w.panel.noThread} />
            </Match>
            <Match when={kept.tab === "changes" && thread()}>{(found) => <Changes thread={found()} />}</Match>
            <Match when={kept.tab === "plan"}>
              <div class="panel-scroll pad-4" data-part="plan">
                <Show when={plan()} fallback={<Empty icon="plan" title={w.panel.noPlan} hint={w.panel.noPlanHint} />}>
                  {(body) => (
                    <>
                      <div class="step-line">
                        <PlanHead body={body()} />
                      </div>
                      <PlanSteps body={body()} live={thread()?.head.running != null} />
                    </>
                  )}
                </Show>
              </div>
            </Match>
            <Match when={kept.tab === "terminal" && thread()}>
              {(found) => (
                <Show when={found().id} keyed>
                  <Terminals thread={found()} />
                </Show>
              )}
            </Match>
            <Match when={kept.tab === "activity" && thread()}>{(found) => <Activity thread={found()} />}</Match>
          </Switch>
        </div>
      </Show>
    </aside>
  );
}
