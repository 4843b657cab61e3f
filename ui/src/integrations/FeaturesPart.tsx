// Codex's features, collaboration modes, hooks, memory and feedback, and imports from other agents.

import { createMemo, createSignal, For, type JSX, Show } from "solid-js";
import { act, query } from "../host";
import type { HookFacts, FeatureSheet, FeatureStage } from "../generated/model";
import { Button, Segmented } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toast, toastError } from "../kit/toasts";
import { type Confirmation, Loaded, ConfirmDialog } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { r } from "../words/integrations";
import { FeedbackSection } from "./FeedbackSection";
import { FeatureRow } from "./FeatureRow";

const STAGES: FeatureStage[] = ["beta", "stable", "underDevelopment", "deprecated"];

export function FeaturesPart(): JSX.Element {
  const sheet = createLoader<FeatureSheet>(
    () => [mirror.revisions.config, mirror.server.phase.kind],
    () => query({ type: "features" }).then((result) => result.sheet),
    "name",
  );
  const now = (): FeatureSheet | undefined => sheet.now();
  const [stage, setStage] = createSignal<FeatureStage>("beta");
  const [text, setText] = createSignal("");
  const [question, setQuestion] = createSignal<Confirmation | null>(null);
  const found = createMemo(() => {
    const typed = text().trim().toLocaleLowerCase();
    const all = now()?.features ?? [];
    if (typed === "") return all.filter((one) => one.stage === stage());
    return all.filter(
      (one) =>
        one.stage !== "removed" &&
        `${one.name} ${one.title ?? ""} ${one.description ?? ""}`.toLocaleLowerCase().includes(typed),
    );
  });
  const forget = (): void =>
    void setQuestion({
      title: r.features.forgetAsk,
      hint: r.features.forgetHint,
      yes: r.features.forget,
      run: () =>
        act({ type: "feature", intent: { does: "forgetMemories" } }).then(() =>
          toast({ tone: "plain", icon: "check", title: r.features.forgot }),
        ),
    });
  // The system's own dialog asks for confirmation, where no page can answer.
  const trust = (hook: HookFacts): void =>
    void act({ type: "feature", intent: { does: "trustHook", key: hook.key, hash: hook.hash } }).catch(toastError);
  return (
    <>
      <p class="quiet">{r.features.lead}</p>
      <Loaded seen={sheet}>
        <div class="row wrap-row">
          <Segmented
            label={r.features.stageOf}
            value={stage()}
            options={STAGES.map((one) => ({ value: one, label: r.features.stage[one] }))}
            change={setStage}
          />
          <label class="field grow">
            <Icon name="search" />
            <span class="sr">{r.features.search}</span>
            <input
              type="search"
              data-part="find-feature"
              placeholder={r.features.search}
              value={text()}
              autocomplete="off"
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
        </div>
        <Show when={found().length} fallback={<p class="quiet">{r.features.none}</p>}>
          <ul class="list" data-part="features">
            <For each={found()}>{(one) => <FeatureRow feature={one} />}</For>
          </ul>
        </Show>
        <p class="faint small">{r.features.restart}</p>
        <section class="section" aria-labelledby="feature-memory">
          <header>
            <h2 id="feature-memory">{r.features.memory}</h2>
          </header>
          <ul class="list">
            <li>
              <span class="grow">{r.features.memories(now()?.memories ?? 0)}</span>
              <Button size="small" part="forget-memories" disabled={!now()?.memories} onClick={forget}>
                {r.features.forget}
              </Button>
            </li>
            <li>
              <span class="grow">
                <span class="name">{r.features.compress}</span>
                <small>{r.features.compressHint}</small>
              </span>
              <Button
                size="small"
                part="compress"
                onClick={() =>
                  void act({ type: "feature", intent: { does: "compress" } })
                    .then(() => toast({ tone: "plain", icon: "check", title: r.features.compressed }))
                    .catch(toastError)
                }
              >
                {r.features.compressDo}
              </Button>
            </li>
            <Show when={now()?.remote}>
              {(status) => (
                <li data-part="remote">
                  <span class="grow tone-warn">{r.features.remote(status())}</span>
                  <Button
                    size="small"
                    onClick={() => void act({ type: "feature", intent: { does: "stopRemote" } }).catch(toastError)}
                  >
                    {r.features.stopRemote}
                  </Button>
                </li>
              )}
            </Show>
          </ul>
        </section>
        <section class="section" aria-labelledby="feature-hooks">
          <header>
            <h2 id="feature-hooks">{r.features.hooks}</h2>
            <p class="grow">{r.features.hooksLead}</p>
          </header>
          <For each={now()?.hookProblems}>{(why) => <p class="small tone-warn">{why}</p>}</For>
          <Show when={now()?.hooks.length} fallback={<p class="quiet">{r.features.hooksNone}</p>}>
            <ul class="list">
              <For each={now()?.hooks}>
                {(hook) => (
                  <li data-part="hook">
                    <Icon name="hook" lead />
                    <span class="grow">
                      <code>{hook.runs}</code>
                      <small class="clip" title={hook.file}>
                        {[hook.event, hook.matcher, hook.file].filter((one) => one).join(" · ")}
                      </small>
                    </span>
                    <span class="tag">{hook.managed ? r.common.locked : hook.trust}</span>
                    <Show when={!hook.managed && hook.trust !== "trusted" && hook.hash}>
                      <Button size="small" part="trust-hook" onClick={() => trust(hook)}>
                        {r.features.trust}
                      </Button>
                    </Show>
                  </li>
                )}
              </For>
            </ul>
          </Show>
        </section>
        <section class="section" aria-labelledby="feature-modes">
          <header>
            <h2 id="feature-modes">{r.features.modes}</h2>
            <p class="grow">{r.features.modesLead}</p>
          </header>
          <ul class="list">
            <For each={now()?.modes}>
              {(mode) => (
                <li class="tight">
                  <span class="grow name">{mode.name}</span>
                  <span class="quiet small">
                    {[mode.model, mode.effort].filter((one) => one).join(" · ") || r.features.asIs}
                  </span>
                </li>
              )}
            </For>
          </ul>
        </section>
      </Loaded>
      <FeedbackSection />
      <Show when={question()}>{(one) => <ConfirmDialog question={one()} close={() => setQuestion(null)} />}</Show>
    </>
  );
}
