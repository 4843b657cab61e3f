// A waiting request: exactly what would happen, and only the answers that the server offers.
//
// Invariant: Enter alone accepts nothing: the card takes the focus, but none of its buttons does, and Y and N work
// only there. A click that was meant for what was there before accepts nothing either (`clickguard.ts`).

import { createEffect, createSignal, createUniqueId, For, type JSX, Match, Show, Switch } from "solid-js";
import { useNow } from "../clock";
import { act, failureOf } from "../host";
import type { Answer, Ask, AskBody } from "../generated/model";
import { isComposing, latin } from "../keys";
import { Icon } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { setWantedAsk, wantedAsk } from "../view";
import { timeOfDay, wait } from "../words/forms";
import { AskUnder } from "./AskUnder";
import { w } from "../words/words";
import { CommandAsk } from "./CommandAsk";
import { FilesAsk } from "./FilesAsk";
import { FormAsk } from "./FormAsk";
import { LinkAsk, ToolAsk, UnreadableAsk } from "./OtherAsks";
import { PermissionsAsk } from "./PermissionsAsk";
import { QuestionsAsk } from "./QuestionsAsk";
import { guardClicks } from "./clickguard";
import { askIcon, askTitle } from "./titles";

export type CardProps<K extends AskBody["kind"]> = {
  ask: Ask;
  body: Extract<AskBody, { kind: K }>;
  answer: (answer: Answer) => void;
  /** An answer is being sent. */
  busy: boolean;
  /** The card, or a text in it, has the focus, so its keys work. */
  focused: boolean;
  /** Sets what Y and N do on this card. */
  keys: (keys: { y?: () => void; n?: () => void }) => void;
};

/** A key pressed this soon after the card arrived was meant for something else. */
const TOO_SOON_MS = 400;
const FRAMES = 20;

export function AskCard(props: { ask: Ask }): JSX.Element {
  const now = useNow();
  const [busy, setBusy] = createSignal(false);
  const [focused, setFocused] = createSignal(false);
  const [problem, setProblem] = createSignal("");
  const id = createUniqueId();
  let card: HTMLElement | undefined;
  let since = 0;
  let keys: { y?: () => void; n?: () => void } = {};
  const { still, refused, press, click } = guardClicks(() => card);

  const answer = (given: Answer): void => {
    if (busy()) return;
    setBusy(true);
    setProblem("");
    act({ type: "answer", ask: props.ask.id, answer: given }).catch((error: unknown) => {
      setBusy(false);
      const failure = failureOf(error);
      // The card disappears in this case, so a toast shows the message.
      if (failure.code === "askGone") toastError(error);
      else setProblem(failure.message);
    });
  };
  /** The keys work while the focus is on the card, or on a text in it that can be scrolled. */
  const answersFrom = (target: EventTarget | null): boolean =>
    target === card || (target instanceof HTMLElement && "reads" in target.dataset);
  const onKey = (event: KeyboardEvent): void => {
    if (
      !answersFrom(event.target) ||
      event.repeat ||
      isComposing(event) ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      busy()
    )
      return;
    if (Date.now() - since < TOO_SOON_MS) return;
    const key = latin(event);
    const run = key === "y" ? keys.y : key === "n" ? keys.n : undefined;
    if (!run) return;
    event.preventDefault();
    run();
  };
  createEffect(() => {
    if (wantedAsk() === props.ask.id) takeFocus(FRAMES);
  });
  // A line of the list cannot be focused before it was measured, which takes a frame or two.
  const takeFocus = (tries: number): void => {
    card?.focus({ preventScroll: true });
    if (document.activeElement === card || tries === 0) setWantedAsk((now) => (now === props.ask.id ? null : now));
    else requestAnimationFrame(() => takeFocus(tries - 1));
  };

  const common = () => ({
    ask: props.ask,
    answer,
    busy: busy(),
    focused: focused(),
    keys: (mine: typeof keys) => (keys = mine),
  });
  const as = <K extends AskBody["kind"]>(kind: K): Extract<AskBody, { kind: K }> | undefined =>
    props.ask.body.kind === kind ? (props.ask.body as Extract<AskBody, { kind: K }>) : undefined;

  return (
    <article
      ref={(made) => {
        card = made;
        made.addEventListener("pointerdown", press, true);
        made.addEventListener("click", click, true);
      }}
      class="ask"
      tabindex="0"
      aria-labelledby={id}
      aria-busy={busy()}
      data-part="ask"
      data-ask={props.ask.id}
      data-kind={props.ask.body.kind}
      data-still={still()}
      onKeyDown={onKey}
      onFocusIn={(event) => {
        since = Date.now();
        setFocused(answersFrom(event.target));
      }}
      onFocusOut={() => setFocused(false)}
    >
      <header>
        <Icon name={askIcon(props.ask.body)} />
        <h2 id={id}>{askTitle(props.ask.body)}</h2>
        <Show
          when={refused()}
          fallback={<span class="age">{busy() ? w.ask.answering : w.ask.age(wait(now() - props.ask.askedMs))}</span>}
        >
          <span class="age" role="status">
            {w.ask.tooSoon}
          </span>
        </Show>
      </header>
      <AskUnder thread={props.ask.thread} />
      <Show when={props.ask.declinesMs}>
        {(at) => (
          <p class="ask-clock">
            <Icon name="clock" />
            {w.ask.declinesAt(timeOfDay(at()))}
          </p>
        )}
      </Show>
      <Show when={props.ask.risks.length}>
        <div class="caution risks">
          <Icon name="warn" />
          <ul aria-label={w.risk.title}>
            <For each={props.ask.risks}>{(risk) => <li>{w.risk[risk]}</li>}</For>
          </ul>
        </div>
      </Show>
      <Show when={props.ask.blank && props.ask.body.kind !== "unreadable"}>
        <p class="ask-blank">{w.ask.blank}</p>
      </Show>
      <Switch>
        <Match when={as("command")}>{(body) => <CommandAsk {...common()} body={body()} />}</Match>
        <Match when={as("files")}>{(body) => <FilesAsk {...common()} body={body()} />}</Match>
        <Match when={as("permissions")}>{(body) => <PermissionsAsk {...common()} body={body()} />}</Match>
        <Match when={as("questions")}>{(body) => <QuestionsAsk {...common()} body={body()} />}</Match>
        <Match when={as("form")}>{(body) => <FormAsk {...common()} body={body()} />}</Match>
        <Match when={as("link")}>{(body) => <LinkAsk {...common()} body={body()} />}</Match>
        <Match when={as("toolUse")}>{(body) => <ToolAsk {...common()} body={body()} />}</Match>
        <Match when={as("unreadable")}>{(body) => <UnreadableAsk {...common()} body={body()} />}</Match>
      </Switch>
      <Show when={problem()}>
        {(words) => (
          <p class="ask-problem" role="alert">
            <Icon name="warn" />
            {words()}
          </p>
        )}
      </Show>
    </article>
  );
}
