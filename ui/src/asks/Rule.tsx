// A standing rule before it is written: its exact text, and how far it reaches.

import type { JSX } from "solid-js";
import type { Standing } from "../generated/model";
import { Marked } from "../kit/bits";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { w } from "../words/words";

const forHost = (rule: Standing): boolean => rule.decision.kind === "networkRule";
export const allows = (rule: Standing): boolean => rule.decision.kind !== "networkRule" || rule.decision.allow;

export function Rule(props: { rule: Standing; busy: boolean; write: () => void; close: () => void }): JSX.Element {
  const reach = (): string => {
    const { rule } = props;
    if (!forHost(rule)) return w.ask.reachCommand(rule.about);
    return allows(rule) ? w.ask.reachHost(rule.about) : w.ask.reachHostNever(rule.about);
  };
  const yes = (): string =>
    !forHost(props.rule) ? w.ask.writeAndRun : allows(props.rule) ? w.ask.writeAndConnect : w.ask.writeAndRefuse;
  return (
    <div class="rule">
      <div class="rule-head">
        <span class="strong grow">{allows(props.rule) ? w.ask.ruleTitle : w.ask.ruleTitleNever}</span>
        <span class="faint small">{w.ask.ruleFile}</span>
      </div>
      <div class="rule-body">
        <div class="cmd" role="region" aria-label={w.ask.rule} data-part="rule-line">
          <Marked text={props.rule.line} />
        </div>
        <div class="caution">
          <Icon name="warn" />
          <span>
            {w.ask.reach}{" "}
            <b>
              <Marked text={reach()} />
            </b>
          </span>
        </div>
        <div class="row">
          <Button disabled={props.busy} onClick={() => props.write()}>
            {yes()}
          </Button>
          <Button variant="plain" onClick={() => props.close()}>
            {w.ask.notNow}
          </Button>
        </div>
      </div>
    </div>
  );
}

export function lastingLabel(rule: Standing): string {
  if (!forHost(rule)) return w.ask.always;
  return allows(rule) ? w.ask.alwaysHost(rule.about) : w.ask.neverHost(rule.about);
}
