// May this command run? What it is, what it does, where, why.

import { createSignal, For, type JSX, Show } from "solid-js";
import type { Decision, Standing } from "../generated/model";
import { Marked } from "../kit/bits";
import { Button } from "../kit/controls";
import type { MenuItem } from "../kit/Menu";
import { w } from "../words/words";
import type { CardProps } from "./AskCard";
import { sortDecisions } from "./decisions";
import { Foot } from "./Foot";
import { lastingLabel, Rule } from "./Rule";

/** As much as one can read at once; the rest is a click away, because a page with a megabyte of code stands still. */
const SHOWN = 4000;

function Long(props: { text: string }): JSX.Element {
  const [all, setAll] = createSignal(false);
  return (
    <Show when={props.text.length > SHOWN && !all()} fallback={<Marked text={props.text} />}>
      <Marked text={props.text.slice(0, SHOWN)} />…{" "}
      <Button size="small" onClick={() => setAll(true)}>
        {w.ask.longCommand(props.text.length)}
      </Button>
    </Show>
  );
}

export function CommandAsk(props: CardProps<"command">): JSX.Element {
  const [rule, setRule] = createSignal<Standing>();
  const sorted = () => sortDecisions(props.body.offered, props.body.also);
  const decide = (decision: Decision): void => props.answer({ kind: "decide", decision });
  const more = (): MenuItem[] => [
    ...(sorted().sessionBehind ? [{ label: w.ask.session, run: () => decide({ kind: "acceptForSession" }) }] : []),
    ...props.body.rules.map((one): MenuItem => ({ label: lastingLabel(one), run: () => setRule(one) })),
  ];
  props.keys({
    y: () => sorted().accept && decide({ kind: "accept" }),
    n: () => sorted().decline && decide({ kind: "decline" }),
  });
  return (
    <>
      <div class="ask-body">
        <Show when={props.body.command}>
          <div class="cmd" role="region" aria-label={w.ask.command} tabindex="0">
            <Long text={props.body.command} />
          </div>
        </Show>
        <dl class="facts">
          <Show when={props.body.host}>
            {(host) => (
              <>
                <dt>{w.ask.host}</dt>
                <dd>
                  <code>
                    <Marked text={host()} />
                  </code>
                </dd>
              </>
            )}
          </Show>
          <Show when={props.body.actions.length}>
            <dt>{w.ask.does}</dt>
            <dd>
              <ol class="does">
                <For each={props.body.actions}>{(line) => <li><span class="grow"><Marked text={line} /></span></li>}</For>
              </ol>
            </dd>
          </Show>
          <Show when={props.body.cwd}>
            {(cwd) => (
              <>
                <dt>{w.ask.folder}</dt>
                <dd>
                  <code>
                    <Marked text={cwd()} />
                  </code>
                </dd>
              </>
            )}
          </Show>
          <Show when={props.body.reason}>
            {(reason) => (
              <>
                <dt>{w.ask.reason}</dt>
                <dd>
                  <Marked text={reason()} />
                </dd>
              </>
            )}
          </Show>
          <Show when={props.body.extra.length}>
            <dt>{w.ask.grants}</dt>
            <dd>
              <ul>
                <For each={props.body.extra}>{(line) => <li>{line}</li>}</For>
              </ul>
            </dd>
          </Show>
        </dl>
        <Show when={props.body.raw && props.body.raw !== props.body.command}>
          <details class="raw">
            <summary>{w.ask.rawShow}</summary>
            <div class="cmd" role="region" aria-label={w.ask.exactly} tabindex="0">
              <Long text={props.body.raw} />
            </div>
          </details>
        </Show>
        <Show when={rule()}>
          {(one) => <Rule rule={one()} busy={props.busy} write={() => decide(one().decision)} close={() => setRule(undefined)} />}
        </Show>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        accept={sorted().accept ? { label: props.body.host ? w.ask.connectOnce : w.ask.runOnce, run: () => decide({ kind: "accept" }) } : undefined}
        more={more()}
        decline={sorted().decline ? { run: () => decide({ kind: "decline" }) } : undefined}
        cancel={sorted().cancel ? { run: () => decide({ kind: "cancel" }), stops: true } : undefined}
      >
        <Show when={sorted().session}>
          <Button disabled={props.busy} title={w.ask.sessionCommand} onClick={() => decide({ kind: "acceptForSession" })}>
            {w.ask.session}
          </Button>
        </Show>
      </Foot>
    </>
  );
}
