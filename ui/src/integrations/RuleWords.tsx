// A rule, and what rules decide about a command, in words.

import { For, type JSX, Show } from "solid-js";
import type { RuleDecision, RuleTrial, StandingRule } from "../generated/model";
import { Icon } from "../kit/icons";
import { r } from "../words/integrations";

export function Verdict(props: { trial: RuleTrial }): JSX.Element {
  const decision = (): RuleDecision | "none" => props.trial.decision ?? "none";
  const why = (): string | null =>
    props.trial.commands.find((one) => one.decision === props.trial.decision && one.justification)?.justification ??
    null;
  const count = (): number => props.trial.commands.reduce((all, one) => all + one.rules.length, 0);
  return (
    <p class="row" data-part="verdict" data-state={decision()}>
      <Icon
        name={
          decision() === "forbid"
            ? "x"
            : decision() === "allow"
              ? "check"
              : decision() === "prompt"
                ? "question"
                : "info"
        }
        class={decision() === "forbid" ? "tone-danger" : decision() === "allow" ? "tone-warn" : ""}
      />
      <span>
        <b>{r.rules.verdict[decision()]}</b> <Show when={count() > 0}>{r.rules.matched(count())}</Show>{" "}
        <Show when={why()}>{(text) => <span class="quiet">{r.rules.because(text())}</span>}</Show>
      </span>
    </p>
  );
}

export function RuleWords(props: { rule: StandingRule }): JSX.Element {
  const body = () => props.rule.body;
  const steps = (): string[] => {
    const found = body();
    return found.kind === "command" ? found.pattern.map((step) => step.join(` ${r.rules.or} `)) : [];
  };
  return (
    <Show when={body().kind === "command"} fallback={<span class="name clip">{words(props.rule)}</span>}>
      <code class="clip" title={words(props.rule)}>
        <For each={steps()}>{(step, at) => <span>{at() > 0 ? ` ${step}` : step}</span>}</For> …
      </code>
    </Show>
  );
}

export function words(rule: StandingRule): string {
  const { body } = rule;
  if (body.kind === "command")
    return r.rules.begins(
      body.pattern.map((step) => (step.length > 1 ? `(${step.join(` ${r.rules.or} `)})` : (step[0] ?? ""))).join(" "),
    );
  if (body.kind === "network") return r.rules.host(body.host, body.protocol);
  return r.rules.other(body.name);
}
