// Questions of the agent: choices, free text, or a secret that is masked and never stored.

import { createUniqueId, For, type JSX, Show } from "solid-js";
import { createStore } from "solid-js/store";
import type { Question } from "../generated/model";
import { Marked } from "../kit/bits";
import { TextField } from "../kit/controls";
import { w } from "../words/words";
import type { CardProps } from "./AskCard";
import { Foot } from "./Foot";

type Given = { choice: string | null; text: string };

export function QuestionsAsk(props: CardProps<"questions">): JSX.Element {
  const [given, setGiven] = createStore<Record<string, Given>>({});
  const of = (question: Question): Given => given[question.id] ?? { choice: null, text: "" };
  const free = (question: Question): boolean => question.other || question.options.length === 0;
  const value = (question: Question): string | null => {
    const { choice, text } = of(question);
    return choice ?? (free(question) && text.trim() ? text : null);
  };
  const complete = (): boolean => props.body.questions.every((question) => value(question) !== null);
  const send = (): void => {
    if (!complete()) return;
    const answers = Object.fromEntries(props.body.questions.map((question) => [question.id, [value(question) ?? ""]]));
    props.answer({ kind: "answers", answers });
  };
  props.keys({});
  return (
    <>
      <div class="ask-body">
        <For each={props.body.questions}>
          {(question) => (
            <OneQuestion
              question={question}
              given={of(question)}
              free={free(question)}
              busy={props.busy}
              change={(next) => setGiven(question.id, { ...of(question), ...next })}
            />
          )}
        </For>
      </div>
      <Foot
        busy={props.busy}
        focused={props.focused}
        keys={false}
        grave={props.ask.grave}
        accept={props.ask.blank ? undefined : { label: w.ask.answer, run: send, disabled: !complete() }}
        decline={{ label: w.ask.skip, run: () => props.answer({ kind: "refuse" }) }}
      >
        <Show when={!complete()}>
          <span class="faint small">{w.ask.chooseAll}</span>
        </Show>
      </Foot>
    </>
  );
}

type OneProps = {
  question: Question;
  given: Given;
  free: boolean;
  busy: boolean;
  change: (next: Partial<Given>) => void;
};

function OneQuestion(props: OneProps): JSX.Element {
  const name = createUniqueId();
  return (
    <fieldset class="question" disabled={props.busy}>
      <legend>
        <Show when={props.question.header}>
          {(header) => (
            <span class="tag">
              <Marked text={header()} />
            </span>
          )}
        </Show>{" "}
        <Marked text={props.question.question} />
      </legend>
      <For each={props.question.options}>
        {(option) => (
          <label class="option">
            <input
              type="radio"
              name={name}
              checked={props.given.choice === option.value}
              onChange={() => props.change({ choice: option.value, text: "" })}
            />
            <span class="grow">
              <b>
                <Marked text={option.label} />
              </b>
              <Show when={option.description}>
                {(text) => (
                  <small>
                    <Marked text={text()} />
                  </small>
                )}
              </Show>
            </span>
          </label>
        )}
      </For>
      <Show when={props.free}>
        <TextField
          label={props.question.options.length ? w.ask.other : props.question.question}
          hideLabel={props.question.options.length === 0}
          type={props.question.secret ? "password" : "text"}
          placeholder={w.ask.otherPlaceholder}
          hint={props.question.secret ? w.ask.secretHint : undefined}
          value={props.given.text}
          onInput={(event) => props.change({ choice: null, text: event.currentTarget.value })}
        />
      </Show>
    </fieldset>
  );
}
