// Standing rules in words: tested against a command, and removed.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf, query } from "../host";
import type { RuleDecision, Rules, RuleTrial, StandingRule } from "../generated/model";
import { Empty } from "../kit/bits";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toast } from "../kit/toasts";
import { type Confirmation, Loaded, ConfirmDialog } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { splitPath } from "../titles";
import { r } from "../words/integrations";
import { Verdict, RuleWords, words } from "./RuleWords";

const TONE: Record<RuleDecision, string> = { allow: "warn", prompt: "accent", forbid: "danger", unknown: "" };

export function RulesPart(): JSX.Element {
  const list = createLoader<Rules>(
    () => [mirror.revisions.rules, mirror.server.phase.kind],
    () => query({ type: "rules" }).then((result) => result.rules),
    "text",
  );
  const [line, setLine] = createSignal("");
  const [trial, setTrial] = createSignal<RuleTrial | null>(null);
  const [problem, setProblem] = createSignal<string | null>(null);
  const [question, setQuestion] = createSignal<Confirmation | null>(null);
  let last = 0;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const tryIt = (text: string): void => {
    setLine(text);
    clearTimeout(soon);
    last += 1;
    const mine = last;
    if (text.trim() === "") {
      setTrial(null);
      setProblem(null);
      return;
    }
    soon = setTimeout(() => {
      query({ type: "tryRules", line: text })
        .then((result) => {
          if (mine !== last) return;
          setTrial(result.trial);
          setProblem(null);
        })
        .catch((error: unknown) => mine === last && setProblem(failureOf(error).message));
    }, 200);
  };
  const matched = (rule: StandingRule): boolean =>
    trial()?.commands.some((command) =>
      command.rules.some((place) => place.file === rule.file && place.line === rule.line),
    ) ?? false;
  const remove = (rule: StandingRule): void => {
    const run = () =>
      act({ type: "rule", intent: { does: "remove", file: rule.file, line: rule.line, text: rule.text } }).then(() => {
        toast({ tone: "plain", icon: "check", title: r.rules.removed });
        tryIt(line());
      });
    setQuestion({ title: r.rules.removeAsk, hint: `${words(rule)}. ${r.rules.removeHint}`, yes: r.common.remove, run });
  };
  return (
    <>
      <section class="section stack" aria-label={r.rules.tryLabel}>
        <p class="quiet">{r.rules.lead}</p>
        <label class="field large">
          <Icon name="terminal" />
          <span class="sr">{r.rules.tryLabel}</span>
          <input
            type="text"
            class="code"
            data-part="try-rule"
            placeholder={r.rules.tryHint}
            value={line()}
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => tryIt(event.currentTarget.value)}
          />
        </label>
        <div aria-live="polite">
          <Show when={problem()}>{(why) => <p class="tone-danger">{why()}</p>}</Show>
          <Show when={problem() === null && trial()}>{(found) => <Verdict trial={found()} />}</Show>
        </div>
      </section>
      <Loaded seen={list}>
        <For each={list.now()?.problems}>
          {(one) => (
            <div class="note-box" role="status">
              <Icon name="warn" class="tone-warn" />
              <span class="grow">
                {r.rules.problem(one.file)} {one.message}
              </span>
            </div>
          )}
        </For>
        <Show
          when={list.now()?.rules.length}
          fallback={
            <div class="list-empty">
              <Empty icon="shield" title={r.rules.empty} hint={r.rules.emptyHint} />
            </div>
          }
        >
          <ul class="list" data-part="rules">
            <For each={list.now()?.rules}>
              {(rule) => (
                <li
                  data-part="rule"
                  data-state={matched(rule) ? "matched" : undefined}
                  class={matched(rule) ? "is-matched" : ""}
                >
                  <span class="grow">
                    <span class="row gap-2">
                      <RuleWords rule={rule} />
                      <span class={`tag ${TONE[rule.decision]}`}>
                        {rule.decision === "allow" && rule.body.kind === "network"
                          ? r.rules.allowHost
                          : r.rules.decision[rule.decision]}
                      </span>
                    </span>
                    <small class="clip" title={`${rule.file}:${rule.line}`}>
                      {[
                        rule.justification && r.rules.because(rule.justification),
                        rule.folder ?? r.rules.everywhere,
                        `${splitPath(rule.file).base}:${rule.line}`,
                      ]
                        .filter((one) => one)
                        .join(" · ")}
                    </small>
                  </span>
                  <IconButton
                    small
                    icon="trash"
                    part="remove-rule"
                    label={r.rules.remove(words(rule))}
                    onClick={() => remove(rule)}
                  />
                </li>
              )}
            </For>
          </ul>
        </Show>
        <Show when={list.now()?.session.length}>
          <section class="section" aria-labelledby="rules-session">
            <header>
              <h2 id="rules-session">{r.rules.session}</h2>
              <p class="grow">{r.rules.sessionLead}</p>
            </header>
            <ul class="list">
              <For each={list.now()?.session}>
                {(grant) => (
                  <li data-part="session-grant">
                    <span class="grow">
                      <code>{grant.what}</code>
                      <small class="clip">{grant.folder}</small>
                    </span>
                  </li>
                )}
              </For>
            </ul>
          </section>
        </Show>
      </Loaded>
      <Show when={question()}>{(one) => <ConfirmDialog question={one()} close={() => setQuestion(null)} />}</Show>
    </>
  );
}
