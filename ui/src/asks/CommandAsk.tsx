// A request to run a command: what it is, what it does, where and why.

import { createSignal, For, type JSX, Show } from "solid-js";
import type { Decision, Standing } from "../generated/model";
import { Marked } from "../kit/bits";
import { Button } from "../kit/controls";
import type { MenuItem } from "../kit/Menu";
import { w } from "../words/words";
import type { CardProps } from "./AskCard";
import { sortDecisions } from "./decisions";
import { Foot } from "./Foot";
import { allows, lastingLabel, Rule } from "./Rule";
import { Whole } from "./Whole";

export function CommandAsk(props: CardProps<"command">): JSX.Element {
  const [rule, setRule] = createSignal<Standing>();
  const [read, setRead] = createSignal(false);
  const sorted = () => sortDecisions(props.body.offered, props.body.also, props.ask.blank);
  const unread = (): boolean => props.body.command.trim() !== "" && !read();
  const decide = (decision: Decision): void => props.answer({ kind: "decide", decision });
  // A request that does not show what it would do cannot be allowed permanently, but it can be refused permanently.
  const lasting = (): Standing[] => props.body.rules.filter((one) => !props.ask.blank || !allows(one));
  const more = (): MenuItem[] => [
    ...(sorted().sessionBehind ? [{ label: w.ask.session, run: () => decide({ kind: "acceptForSession" }) }] : []),
    ...lasting().map((one): MenuItem => ({ label: lastingLabel(one), run: () => setRule(one) })),
  ];
  props.keys({
    y: () => sorted().accept && !unread() && decide({ kind: "accept" }),
    n: () => sorted().decline && decide({ kind: "decline" }),
  });
  return (
    <>
      <div class="ask-body">
        <Show when={props.body.command.trim()}>
          <Whole text={props.body.command} label={w.ask.command} part="ask-text" read={() => setRead(true)} />
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
                <For each={props.body.actions}>
                  {(line) => (
                    <li>
                      <span class="grow">
                        <Marked text={line} />
                      </span>
                    </li>
                  )}
                </For>
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
                <For each={props.body.extra}>
                  {(line) => (
                    <li>
                      <Marked text={line} />
                    </li>
                  )}
                </For>
              </ul>
            </dd>
          </Show>
        </dl>
        <Show when={props.body.raw && props.body.raw !== props.body.command}>
          <details class="raw">
            <summary>{w.ask.rawShow}</summary>
            <Whole text={props.body.raw} label={w.ask.exactly} />
          </details>
        </Show>
        <Show when={rule()}>
          {(one) => (
            <Rule
              rule={one()}
              busy={props.busy}
              write={() => decide(one().decision)}
              close={() => setRule(undefined)}
            />
          )}
        </Show>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        grave={props.ask.grave}
        unread={sorted().accept && unread()}
        accept={
          sorted().accept
            ? { label: props.body.host ? w.ask.connectOnce : w.ask.runOnce, run: () => decide({ kind: "accept" }) }
            : undefined
        }
        more={more()}
        decline={sorted().decline ? { run: () => decide({ kind: "decline" }) } : undefined}
        cancel={sorted().cancel ? { run: () => decide({ kind: "cancel" }), stops: true } : undefined}
      >
        <Show when={sorted().session}>
          <Button
            disabled={props.busy || unread()}
            title={w.ask.sessionCommand}
            onClick={() => decide({ kind: "acceptForSession" })}
          >
            {w.ask.session}
          </Button>
        </Show>
      </Foot>
    </>
  );
}
