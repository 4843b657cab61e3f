// A standing permission before it is written: the very rule, and how far it reaches.

import { type JSX, Show } from "solid-js";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { w } from "../words/words";
import type { Lasting } from "./decisions";

export function Rule(props: { rule: Lasting; busy: boolean; write: () => void; close: () => void }): JSX.Element {
  const allows = (): boolean => props.rule.kind === "acceptWithRule" || props.rule.allow;
  const text = (): string =>
    props.rule.kind === "acceptWithRule" ? w.ask.prefixRule(props.rule.prefix) : w.ask.networkRule(props.rule.host, props.rule.allow);
  const reach = (): string => {
    const { rule } = props;
    if (rule.kind === "acceptWithRule") return w.ask.reachCommand(rule.prefix.join(" "));
    return rule.allow ? w.ask.reachHost(rule.host) : w.ask.reachHostNever(rule.host);
  };
  const yes = (): string =>
    props.rule.kind === "acceptWithRule" ? w.ask.writeAndRun : props.rule.allow ? w.ask.writeAndConnect : w.ask.writeAndRefuse;
  return (
    <div class="rule">
      <div class="rule-head">
        <span class="strong grow">{allows() ? w.ask.ruleTitle : w.ask.ruleTitleNever}</span>
        <Show when={props.rule.kind === "acceptWithRule"}>
          <span class="faint mono small">{w.ask.ruleFile}</span>
        </Show>
      </div>
      <div class="rule-body">
        <div class="cmd" role="region" aria-label={w.ask.rule}>
          {text()}
        </div>
        <div class="caution">
          <Icon name="warn" />
          <span>
            {w.ask.reach} <b>{reach()}</b>
          </span>
        </div>
        <div class="row">
          <Button disabled={props.busy} onClick={() => props.write()}>
            {yes()}
          </Button>
          <Button look="plain" onClick={() => props.close()}>
            {w.ask.notNow}
          </Button>
        </div>
      </div>
    </div>
  );
}

export function lastingLabel(rule: Lasting): string {
  if (rule.kind === "acceptWithRule") return w.ask.always;
  return rule.allow ? w.ask.alwaysHost(rule.host) : w.ask.neverHost(rule.host);
}
