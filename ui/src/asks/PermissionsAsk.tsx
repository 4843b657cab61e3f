// A request for permissions beyond the sandbox. Each of them can be left out.

import { createSignal, For, type JSX, Show } from "solid-js";
import { Marked } from "../kit/bits";
import { Button } from "../kit/controls";
import { w } from "../words/words";
import type { CardProps } from "./AskCard";
import { Foot } from "./Foot";

export function PermissionsAsk(props: CardProps<"permissions">): JSX.Element {
  const [left, setLeft] = createSignal<string[]>([]);
  const ids = (): string[] => props.body.grants.map((grant) => grant.id).filter((id) => !left().includes(id));
  const grant = (session: boolean): void => props.answer({ kind: "grants", ids: ids(), session });
  const toggle = (id: string): void =>
    void setLeft((had) => (had.includes(id) ? had.filter((one) => one !== id) : [...had, id]));
  props.keys({
    y: () => !props.ask.blank && ids().length > 0 && grant(false),
    n: () => props.answer({ kind: "refuse" }),
  });
  return (
    <>
      <div class="ask-body">
        <Show when={props.body.reason}>
          {(reason) => (
            <p>
              <Marked text={reason()} />
            </p>
          )}
        </Show>
        <ul class="list grants">
          <For each={props.body.grants}>
            {(one) => (
              <li>
                <label class="row grow">
                  <input
                    type="checkbox"
                    checked={!left().includes(one.id)}
                    disabled={props.busy}
                    onChange={() => toggle(one.id)}
                  />
                  <span class="tag">{w.ask.grantKind[one.kind]}</span>
                  <code class="grow">
                    <Marked text={one.what || w.ask.grantAll} />
                  </code>
                </label>
              </li>
            )}
          </For>
        </ul>
        <Show when={!props.ask.blank}>
          <p class="quiet small">{w.ask.grantHint}</p>
        </Show>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        grave={props.ask.grave}
        accept={
          props.ask.blank ? undefined : { label: w.ask.grant, run: () => grant(false), disabled: ids().length === 0 }
        }
        decline={{ run: () => props.answer({ kind: "refuse" }) }}
      >
        <Show when={!props.ask.blank}>
          <Button disabled={props.busy || ids().length === 0} onClick={() => grant(true)}>
            {w.ask.grantSession}
          </Button>
        </Show>
      </Foot>
    </>
  );
}
