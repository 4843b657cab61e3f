// Where a person writes. It never waits for the transcript, and never loses what was typed.

import { createEffect, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import { stop as stopping, stopWords } from "../account/limits";
import { useNow } from "../clock";
import { act, failureOf } from "../host";
import type { ThreadId } from "../generated/model";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { later } from "../kit/later";
import { Ring } from "../kit/marks";
import { told, toast } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { chord } from "../keys";
import { canRun } from "../rows";
import { go, setSigningIn } from "../view";
import { w } from "../words/words";
import { choicesFor, forgetNew } from "./choices";
import { draftOf, flush, setDraft } from "./drafts";
import { ModelPick, PermissionsPick } from "./Picks";
import { Queue } from "./Queue";

const Helps = later(() => import("../account/LimitsSection").then((file) => file.Helps));

/** The server takes no longer text. */
export const MOST_CHARS = 1_048_576;
const TELL_FROM = MOST_CHARS - 10_000;
const ESC_AGAIN_MS = 1500;

type How = "send" | "queue" | "steer";
type ComposerProps = { thread: ThreadId | null; cwd?: string | null; before?: JSX.Element };

export function Composer(props: ComposerProps): JSX.Element {
  const [sending, setSending] = createSignal(false);
  const [escaped, setEscaped] = createSignal(false);
  let area: HTMLTextAreaElement | undefined;
  let escTimer: ReturnType<typeof setTimeout> | undefined;

  const thread = (): Thread | undefined => (props.thread ? mirror.open[props.thread] : undefined);
  const text = (): string => draftOf(props.thread);
  const running = (): boolean => thread()?.head.running != null;
  const asking = (): boolean => thread()?.head.state.kind === "waiting";
  const archived = (): boolean => thread()?.head.archived ?? false;
  const over = (): number => Math.max(0, text().length - MOST_CHARS);
  const allowed = (): boolean => canRun(mirror.account, mirror.server.demo !== null);
  const now = useNow();
  const blocked = () => (mirror.server.demo || !allowed() || archived() ? null : stopping(mirror.limits, now()));
  const enterSends = (): boolean => mirror.settings.enterSends;
  const canSend = (): boolean =>
    text().trim() !== "" && over() === 0 && allowed() && !sending() && (props.thread !== null || !!props.cwd);

  const grow = (): void => {
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, Math.max(160, innerHeight * 0.4))}px`;
  };
  createEffect(on(text, (value) => {
    if (area && area.value !== value) area.value = value;
    grow();
  }));
  onCleanup(() => {
    flush(props.thread);
    clearTimeout(escTimer);
  });

  /** What Enter does; while a turn runs, the other with Ctrl or Cmd. */
  const usual = (): How => (running() ? mirror.settings.whileRunning : "send");
  const other = (): How => (mirror.settings.whileRunning === "queue" ? "steer" : "queue");
  const send = async (how: How): Promise<void> => {
    if (!canSend()) return;
    const { thread: id } = props;
    const words = text();
    const prompt = { text: words, images: [] };
    setSending(true);
    setDraft(id, "");
    try {
      const receipt = await (id === null
        ? act({ type: "startThread", cwd: props.cwd ?? "", prompt, choices: choicesFor(null) })
        : act({ type: how === "queue" ? "queue" : "send", thread: id, prompt, choices: choicesFor(id) }));
      flush(id);
      if (id === null && receipt.thread) {
        forgetNew();
        go({ kind: "thread", id: receipt.thread });
      }
    } catch (error) {
      // The text comes back, before anything that was typed meanwhile.
      const meanwhile = draftOf(id);
      setDraft(id, meanwhile ? `${words}\n${meanwhile}` : words);
      flush(id);
      toast({ tone: "danger", icon: "error", title: w.composer.notSent, detail: failureOf(error).message });
    } finally {
      setSending(false);
    }
  };

  const stop = (): void => {
    if (props.thread) act({ type: "interrupt", thread: props.thread }).catch(told);
  };

  const onKey = (event: KeyboardEvent): void => {
    // Enter that ends a word of an input method is not ours.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.altKey && !event.ctrlKey && !event.metaKey && event.shiftKey !== enterSends()) {
      event.preventDefault();
      void send(usual());
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && running()) {
      event.preventDefault();
      void send(other());
    }
    if (event.key === "Escape" && running()) {
      event.preventDefault();
      event.stopPropagation();
      escape();
    }
  };

  const escape = (): void => {
    clearTimeout(escTimer);
    if (escaped()) {
      setEscaped(false);
      return stop();
    }
    setEscaped(true);
    escTimer = setTimeout(() => setEscaped(false), ESC_AGAIN_MS);
  };
  const escapeAnywhere = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && !event.defaultPrevented && running() && !document.querySelector("dialog[open], .menu")) escape();
  };
  addEventListener("keydown", escapeAnywhere);
  onCleanup(() => removeEventListener("keydown", escapeAnywhere));

  const hint = (): string =>
    escaped() ? w.composer.hintEsc : running() ? w.composer.hintRunning[usual() === "queue" ? "queue" : "steer"](chord("Enter")) : enterSends() ? w.composer.hintSend : w.composer.hintSwapped;
  const placeholder = (): string =>
    asking() ? w.composer.placeholderAsk : running() ? (usual() === "queue" ? w.composer.placeholderQueue : w.composer.placeholderRunning) : w.composer.placeholder;
  const usage = () => thread()?.head.usage ?? null;

  return (
    <div class="dock" data-region role="group" aria-label={w.composer.region}>
      {props.before}
      <Show when={thread()?.head.state.kind === "locked"}>
        <div class="dock-note" role="status">
          <Icon name="lock" />
          <span class="grow">{w.locked.text}</span>
          <Button size="small" onClick={() => void act({ type: "openThread", thread: props.thread ?? "" }).catch(told)}>
            {w.locked.again}
          </Button>
        </div>
      </Show>
      <Show when={!allowed()}>
        <div class="dock-note">
          <span class="grow">{w.banner.signIn}</span>
          <Button size="small" onClick={() => setSigningIn(true)}>
            {w.banner.signInAction}
          </Button>
        </div>
      </Show>
      <Show when={blocked()}>
        {(block) => (
          <div class="dock-note tall" role="status" data-part="blocked">
            <Icon name="clock" class="tone-danger" />
            <span class="grow num">
              <b>{stopWords(block(), now()).title}.</b> {stopWords(block(), now()).detail} {w.limits.inComposer}
            </span>
            <div class="row wrap">
              <Helps small />
              <Button size="small" look="plain" onClick={() => go({ kind: "settings", part: "account" })}>
                {w.limits.open}
              </Button>
            </div>
          </div>
        )}
      </Show>
      <Show
        when={!archived()}
        fallback={
          <div class="dock-note alone">
            <span class="grow">{w.composer.archived}</span>
            <Button size="small" onClick={() => void act({ type: "unarchive", threads: [props.thread ?? ""] }).catch(told)}>
              {w.composer.restore}
            </Button>
          </div>
        }
      >
        <Show when={props.thread}>{(id) => <Queue thread={id()} />}</Show>
        <div class="composer" data-part="composer">
          <textarea
            ref={(made) => {
              area = made;
              made.value = text();
              queueMicrotask(grow);
            }}
            aria-label={w.composer.name}
            placeholder={placeholder()}
            data-part="composer-input"
            rows="1"
            aria-invalid={over() > 0}
            onInput={(event) => setDraft(props.thread, event.currentTarget.value)}
            onKeyDown={onKey}
            onBlur={() => flush(props.thread)}
          />
          <div class="composer-foot">
            <ModelPick thread={props.thread} />
            <PermissionsPick thread={props.thread} />
            <span class="grow" />
            <Show when={text().length > TELL_FROM}>
              <span class={over() ? "tone-danger small num" : "faint small num"} role="status">
                {over() ? w.composer.over(over()) : w.composer.left(MOST_CHARS - text().length)}
              </span>
            </Show>
            <Show when={usage()}>
              {(used) => (
                <span
                  class="context"
                  role="img"
                  aria-label={used().contextPercent === null ? w.composer.contextUnknown : w.composer.context(used().contextPercent ?? 0, used().contextWindow)}
                  title={used().contextPercent === null ? w.composer.contextUnknown : w.composer.context(used().contextPercent ?? 0, used().contextWindow)}
                >
                  <Ring percent={used().contextPercent} />
                  <Show when={used().contextPercent !== null}>{w.composer.percent(used().contextPercent ?? 0)}</Show>
                </span>
              )}
            </Show>
            <Show when={running()}>
              <IconButton small icon="stop" label={w.composer.stop} part="stop" onClick={stop} />
            </Show>
            <IconButton
              small
              primary
              icon="send"
              label={running() ? (usual() === "queue" ? w.composer.queue : w.composer.steer) : enterSends() ? w.composer.send : w.composer.sendSwapped}
              part="send"
              disabled={!canSend()}
              onClick={() => void send(usual())}
            />
          </div>
        </div>
        <div class="hint">
          <span role={escaped() ? "status" : undefined}>{hint()}</span>
          <span>{sending() ? w.composer.sending : text() ? w.composer.draftKept : ""}</span>
        </div>
      </Show>
    </div>
  );
}
