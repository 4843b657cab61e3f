// The composer. It never waits for the transcript, and never loses what was typed.

import { createEffect, createMemo, type JSX, on, onCleanup, Show } from "solid-js";
import { act } from "../host";
import { type Attached, type Ground, MOST_CHARACTERS, type ThreadId } from "../generated/model";
import { later } from "../kit/later";
import { isComposing } from "../keys";
import { toastError } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { w } from "../words/words";
import { composerDialog, setComposerDialog } from "./dialog";
import { linkImage } from "./attach";
import { Archived } from "./Archived";
import { Attachments } from "./Attachments";
import { attachedOf, draftOf, flush, isKept, setDraft } from "./drafts";
import { followDefaults } from "./defaults";
import { Field } from "./Field";
import { Foot } from "./Foot";
import { createInterrupt } from "./interrupt";
import { hasContent, hintOf, isShell, keyAction, lengthOf, pictured, placeholderOf, sendKey } from "./message";
import type { How } from "./message";
import { Notes } from "./Notes";
import { Queue } from "./Queue";
import { createRecall } from "./recall";
import { createSender } from "./sending";
import { Suggest } from "./Suggest";
import { createSuggest } from "./suggest";
import { Terminals } from "./Terminals";

const Review = later(() => import("./Review").then((file) => file.Review));
const LinkImage = later(() => import("./LinkImage").then((file) => file.LinkImage));

type ComposerProps = { thread: ThreadId | null; cwd?: string | null; before?: JSX.Element };

export function Composer(props: ComposerProps): JSX.Element {
  let area: HTMLTextAreaElement | undefined;
  const thread = (): Thread | undefined => (props.thread ? mirror.open[props.thread] : undefined);
  const cwd = (): string | null =>
    props.thread ? (thread()?.head.cwd ?? mirror.threads[props.thread]?.cwd ?? null) : (props.cwd ?? null);
  const ground = (): Ground =>
    props.thread ? { kind: "thread", thread: props.thread } : { kind: "folder", cwd: props.cwd ?? "" };
  const text = (): string => draftOf(props.thread);
  const attached = (): Attached[] => attachedOf(props.thread);
  const running = (): boolean => thread()?.head.running != null;
  const archived = (): boolean => thread()?.head.archived ?? false;
  const allowed = (): boolean => !(mirror.account.kind === "signedOut" && mirror.account.needed);
  const enterSends = (): boolean => mirror.settings.enterSends;
  /** What Enter does. While a turn is running, Ctrl or Cmd does the other. */
  const usual = (): How => (running() ? mirror.settings.whileRunning : "send");
  const other = (): How => (mirror.settings.whileRunning === "queue" ? "steer" : "queue");

  const sender = createSender(() => props.thread, ground);
  const canSend = (): boolean =>
    hasContent(text(), attached()) &&
    lengthOf(text()) <= MOST_CHARACTERS &&
    (isShell(text()) || allowed()) &&
    !sender.sending() &&
    !sender.asksTrust() &&
    // The choices of a thread are known once it was read.
    (props.thread === null ? !!props.cwd : thread() !== undefined);
  const send = (how: How): void => {
    if (canSend()) void sender.send(how);
  };
  const stop = (): void => {
    if (props.thread) act({ type: "interrupt", thread: props.thread }).catch(toastError);
  };
  const interrupt = createInterrupt(running, stop);

  const grow = (): void => {
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, Math.max(160, innerHeight * 0.4))}px`;
  };
  const put = (value: string, caret: number): void => {
    setDraft(props.thread, value);
    if (!area) return;
    area.value = value;
    area.focus();
    area.setSelectionRange(caret, caret);
    suggest.moved(area);
    grow();
  };
  followDefaults(cwd);
  const suggest = createSuggest({ text, cwd, thread: () => props.thread, put });
  const recall = createRecall(() => props.thread);
  createEffect(
    on(text, (value) => {
      if (area && area.value !== value) area.value = value;
      grow();
    }),
  );
  // A dialog about one thread or folder closes when another one is shown.
  createEffect(
    on(
      createMemo(() => JSON.stringify(ground())),
      () => setComposerDialog(null),
      { defer: true },
    ),
  );
  onCleanup(() => {
    setComposerDialog(null);
    flush(props.thread);
  });

  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event) || suggest.onKey(event)) return;
    const action = keyAction(event, { enterSends: enterSends(), running: running() });
    if (action === null) return;
    if (action === "earlier" || action === "later") {
      const recalled = recall.walk(action === "earlier" ? 1 : -1, text());
      if (recalled === null) return;
      event.preventDefault();
      return put(recalled, recalled.length);
    }
    event.preventDefault();
    if (action === "escape") {
      event.stopPropagation();
      interrupt.press(event);
    } else send(action === "usual" ? usual() : other());
  };
  const hint = (): string =>
    hintOf({
      enterSends: enterSends(),
      running: running(),
      shell: isShell(text()),
      pictures: pictured(attached()).length > 0,
      usual: usual(),
      escaped: interrupt.pressed(),
    });
  const placeholder = (): string =>
    placeholderOf({ asking: thread()?.head.state.kind === "waiting", running: running(), usual: usual() });
  const draftState = (): string => {
    if (sender.sending()) return w.composer.sending;
    return (text() || attached().length) && isKept(props.thread) ? w.composer.draftKept : "";
  };
  return (
    <div class="dock" data-region role="group" aria-label={w.composer.region}>
      {props.before}
      <Notes thread={props.thread} allowed={allowed()} archived={archived()} />
      <Show when={!archived()} fallback={<Archived thread={props.thread ?? ""} />}>
        <Show when={props.thread}>
          {(id) => (
            <>
              <Terminals thread={id()} />
              <Queue thread={id()} />
            </>
          )}
        </Show>
        <div class={`composer ${isShell(text()) ? "is-shell" : ""}`} data-part="composer">
          <Show when={suggest.open()}>
            <Suggest of={suggest} />
          </Show>
          <Attachments thread={props.thread} cwd={cwd()} />
          <Field
            thread={props.thread}
            placeholder={placeholder()}
            suggest={suggest}
            take={(made) => {
              area = made;
              made.value = text();
              queueMicrotask(grow);
            }}
            onKey={onKey}
          />
          <Foot
            thread={props.thread}
            open={thread()}
            cwd={cwd()}
            text={text()}
            running={running()}
            label={w.composer[isShell(text()) ? "run" : usual()](sendKey(enterSends()))}
            canSend={canSend()}
            insert={(sign) => suggest.insert(sign)}
            stop={stop}
            send={() => send(usual())}
          />
        </div>
        <div class="hint">
          <span role={interrupt.pressed() ? "status" : undefined}>{hint()}</span>
          <span data-part="draft-state">{draftState()}</span>
        </div>
      </Show>
      <Show when={composerDialog() === "review"}>
        <Review
          cwd={cwd() ?? ""}
          begin={(target) => void sender.review(target)}
          close={() => setComposerDialog(null)}
        />
      </Show>
      <Show when={composerDialog() === "link"}>
        <LinkImage add={(url) => linkImage(props.thread, url)} close={() => setComposerDialog(null)} />
      </Show>
    </div>
  );
}
