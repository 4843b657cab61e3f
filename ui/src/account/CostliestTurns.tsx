// The most expensive turns of today, from our own ledger. It says that only turns of this app are known.

import { createResource, For, type JSX, Show } from "solid-js";
import { query } from "../host";
import type { Spent, SpentTurn } from "../generated/model";
import { Icon } from "../kit/icons";
import { go } from "../view";
import { count, short, timeOfDay } from "../words/forms";
import { w } from "../words/words";

/** The last midnight in the person's time zone. */
const midnight = (): number => new Date().setHours(0, 0, 0, 0);

export function CostliestTurns(props: { again: number }): JSX.Element {
  const [found] = createResource(
    () => props.again + 1,
    (): Promise<Spent | null> =>
      query({ type: "spent", sinceMs: midnight() }).then(
        (result) => result.spent,
        () => null,
      ),
  );
  return (
    <Show when={found.latest}>
      {(spent) => (
        <section class="section" aria-labelledby="acc-dearest" data-part="dearest">
          <header>
            <h2 id="acc-dearest" class="grow">
              {w.usage.dearest}
            </h2>
            <Show when={spent().turnCount}>
              <span class="quiet num">{w.usage.todaySum(spent().turnCount, short(spent().tokens))}</span>
            </Show>
          </header>
          <ul class="list">
            <For
              each={spent().turns}
              fallback={
                <li>
                  <span class="quiet grow">{w.usage.noTurns}</span>
                </li>
              }
            >
              {(turn) => <Turn turn={turn} />}
            </For>
          </ul>
        </section>
      )}
    </Show>
  );
}

function Turn(props: { turn: SpentTurn }): JSX.Element {
  return (
    <li data-part="dear-turn">
      <button type="button" class="plain-row grow" onClick={() => go({ kind: "thread", id: props.turn.thread })}>
        <span class="grow">
          <span class="name clip block">{props.turn.title ?? w.usage.someThread}</span>
          <small class="num">
            {w.usage.turnParts(
              timeOfDay(props.turn.atMs),
              short(props.turn.input),
              short(props.turn.cached),
              short(props.turn.output),
            )}
          </small>
        </span>
        <span class="num strong" title={w.usage.tokens(count(props.turn.tokens))}>
          {w.usage.tokens(short(props.turn.tokens))}
        </span>
        <Icon name="right" class="faint" />
      </button>
    </li>
  );
}
