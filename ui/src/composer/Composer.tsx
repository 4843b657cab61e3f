// Where a person writes. It never waits for the transcript, and never loses what was typed.

import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, Show } from "solid-js";
import { act, failureOf } from "../host";
import type { Attached, Ground, Receipt, Target, ThreadId } from "../generated/model";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { later } from "../kit/later";
import { Ring } from "../kit/marks";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError, toast } from "../kit/toasts";
import { mirror, type Thread } from "../mirror";
import { chord, isComposing } from "../keys";
import { canRun } from "../rows";
import { mayBegin } from "../trust/ask";
import { go } from "../view";
import { w } from "../words/words";
import { askedFor, setAskedFor } from "./asked";
import { linkImage, pasteImages, pickImages } from "./attach";
import { Attachments } from "./Attachments";
import { choicesFor, forgetNew } from "./choices";
import { addAttached, attachedOf, draftOf, flush, isKept, letGo, setAll, setAttached, setDraft } from "./drafts";
import { Notes } from "./Notes";
import { followDefaults } from "./defaults";
import { PermissionsPick } from "./PermissionsPick";
import { MannerPick, ModelPick, PlanSwitch } from "./Picks";
import { Queue } from "./Queue";
import { createRecall, remember } from "./recall";
import { LIST, optionId, Suggest } from "./Suggest";
import { createSuggest } from "./suggest";
import { Terminals } from "./Terminals";

const Review = later(() => import("./Review").then((file) => file.Review));
const LinkImage = later(() => import("./LinkImage").then((file) => file.LinkImage));

/** The server takes no longer text. */
export const MOST_CHARS = 1_048_576;
const TELL_FROM = MOST_CHARS - 10_000;
const ESC_AGAIN_MS = 1500;
const SHIFT_ENTER = `${w.keys.shift}+${w.keys.enter}`;

type How = "send" | "queue" | "steer";
type ComposerProps = { thread: ThreadId | null; cwd?: string | null; before?: JSX.Element };

export function Composer(props: ComposerProps): JSX.Element {
  const [sending, setSending] = createSignal(false);
  const [asksTrust, setAsksTrust] = createSignal(false);
  const [escaped, setEscaped] = createSignal(false);
  let area: HTMLTextAreaElement | undefined;
  let escTimer: ReturnType<typeof setTimeout> | undefined;

  const thread = (): Thread | undefined => (props.thread ? mirror.open[props.thread] : undefined);
  const cwd = (): string | null =>
    props.thread ? (thread()?.head.cwd ?? mirror.threads[props.thread]?.cwd ?? null) : (props.cwd ?? null);
  const ground = (): Ground =>
    props.thread ? { kind: "thread", thread: props.thread } : { kind: "folder", cwd: props.cwd ?? "" };
  const text = (): string => draftOf(props.thread);
  const attached = (): Attached[] => attachedOf(props.thread);
  const running = (): boolean => thread()?.head.running != null;
  const asking = (): boolean => thread()?.head.state.kind === "waiting";
  const archived = (): boolean => thread()?.head.archived ?? false;
  /** A command of the person's own. */
  const shell = (): boolean => text().startsWith("!");
  /** As the server counts them. */
  const length = (): number => (text().length > TELL_FROM / 2 ? [...text()].length : text().length);
  const over = (): number => Math.max(0, length() - MOST_CHARS);
  const allowed = (): boolean => canRun(mirror.account, mirror.server.demo !== null);
  const enterSends = (): boolean => mirror.settings.enterSends;
  const sendKey = (): string => (enterSends() ? w.keys.enter : SHIFT_ENTER);
  const something = (): boolean =>
    shell() ? text().slice(1).trim() !== "" : text().trim() !== "" || attached().length > 0;
  const canSend = (): boolean =>
    something() &&
    over() === 0 &&
    (shell() || allowed()) &&
    !sending() &&
    !asksTrust() &&
    (props.thread !== null || !!props.cwd);

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

  const grow = (): void => {
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${Math.min(area.scrollHeight, Math.max(160, innerHeight * 0.4))}px`;
  };
  createEffect(
    on(text, (value) => {
      if (area && area.value !== value) area.value = value;
      grow();
    }),
  );
  // What was asked about one thread or folder is not asked again about the next.
  createEffect(
    on(
      createMemo(() => JSON.stringify(ground())),
      () => setAskedFor(null),
      { defer: true },
    ),
  );
  let left = false;
  onCleanup(() => {
    left = true;
    setAskedFor(null);
    flush(props.thread);
    clearTimeout(escTimer);
  });

  /** What Enter does; while a turn runs, the other with Ctrl or Cmd. */
  const usual = (): How => (running() ? mirror.settings.whileRunning : "send");
  const other = (): How => (mirror.settings.whileRunning === "queue" ? "steer" : "queue");
  const give = (words: string, parts: Attached[], how: How): Promise<Receipt> => {
    const { thread: id } = props;
    const choices = choicesFor(id);
    if (words.startsWith("!")) return act({ type: "shell", at: ground(), command: words.slice(1), choices });
    const prompt = { text: words, attached: parts };
    if (id === null) return act({ type: "startThread", cwd: props.cwd ?? "", prompt, choices });
    return act({ type: how === "queue" ? "queue" : "send", thread: id, prompt, choices });
  };
  const arrived = (id: ThreadId | null, receipt: Receipt): void => {
    if (id !== null || !receipt.thread) return;
    forgetNew();
    if (!left) return go({ kind: "thread", id: receipt.thread });
    // Who went elsewhere meanwhile stays there, and so nobody shows it.
    act({ type: "closeThread", thread: receipt.thread }).catch(toastError);
  };
  /** A new thread waits until its folder was answered for; its text stays in the field until then. */
  const waitsForTrust = (): boolean => props.thread === null && !!props.cwd;
  const mayGo = async (): Promise<boolean> => {
    setAsksTrust(true);
    try {
      return await mayBegin(props.cwd ?? "");
    } finally {
      setAsksTrust(false);
    }
  };
  const send = async (how: How): Promise<void> => {
    if (!canSend()) return;
    // Elsewhere the text is taken at once, so that what is typed next is not part of it.
    if (waitsForTrust() && !(await mayGo())) return;
    const { thread: id } = props;
    const words = text();
    // A command takes no pictures along: they wait for the next message.
    const [stays, parts] = shell()
      ? [pictured(attached()), attached().filter((one) => "name" in one)]
      : [[], [...attached()]];
    setSending(true);
    letGo(id, stays);
    try {
      const receipt = await give(words, parts, how);
      remember(words);
      // What was typed meanwhile is the draft now.
      setAll(id, draftOf(id), [...attachedOf(id)]);
      if (id === null && receipt.thread && stays.length) {
        setAttached(null, []);
        addAttached(receipt.thread, stays);
      }
      flush(id);
      arrived(id, receipt);
    } catch (error) {
      // The text comes back, before anything that was typed meanwhile.
      const meanwhile = draftOf(id);
      setAll(id, meanwhile ? `${words}\n${meanwhile}` : words, [...parts, ...attachedOf(id)]);
      flush(id);
      // That another Codex writes here stands over the composer.
      if (failureOf(error).code !== "locked")
        toast({ tone: "danger", icon: "error", title: w.composer.notSent, detail: failureOf(error).message });
    } finally {
      setSending(false);
    }
  };
  const review = async (target: Target): Promise<void> => {
    if (waitsForTrust() && !(await mayGo())) return;
    const { thread: id } = props;
    act({ type: "review", at: ground(), target, choices: choicesFor(id) })
      .then((receipt) => arrived(id, receipt))
      .catch(toastError);
  };
  const stop = (): void => {
    if (props.thread) act({ type: "interrupt", thread: props.thread }).catch(toastError);
  };

  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (suggest.onKey(event)) return;
    const bare = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === "Enter" && bare && event.shiftKey !== enterSends()) {
      event.preventDefault();
      void send(usual());
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && running()) {
      event.preventDefault();
      void send(other());
    }
    if ((event.key === "ArrowUp" || event.key === "ArrowDown") && bare && !event.shiftKey) {
      const earlier = recall.walk(event.key === "ArrowUp" ? 1 : -1, text());
      if (earlier !== null) {
        event.preventDefault();
        put(earlier, earlier.length);
      }
    }
    if (event.key === "Escape" && running()) {
      event.preventDefault();
      event.stopPropagation();
      escape(event);
    }
  };

  /** Pressed twice it stops the turn; held down it was pressed once. */
  const escape = (event: KeyboardEvent): void => {
    if (event.repeat) return;
    clearTimeout(escTimer);
    if (escaped()) {
      setEscaped(false);
      return stop();
    }
    setEscaped(true);
    escTimer = setTimeout(() => setEscaped(false), ESC_AGAIN_MS);
  };
  const escapeAnywhere = (event: KeyboardEvent): void => {
    if (
      event.key !== "Escape" ||
      isComposing(event) ||
      event.defaultPrevented ||
      !running() ||
      document.querySelector("dialog[open], .menu")
    )
      return;
    escape(event);
  };
  addEventListener("keydown", escapeAnywhere);
  onCleanup(() => removeEventListener("keydown", escapeAnywhere));

  const hint = (): string => {
    if (escaped()) return w.composer.hintEsc;
    if (shell()) return w.composer[pictured(attached()).length ? "hintShellStays" : "hintShell"](sendKey());
    if (running())
      return w.composer.hintRunning[usual() === "queue" ? "queue" : "steer"](sendKey(), chord(w.keys.enter));
    return w.composer.hintSend(sendKey(), enterSends() ? SHIFT_ENTER : w.keys.enter);
  };
  const placeholder = (): string =>
    asking()
      ? w.composer.placeholderAsk
      : running()
        ? usual() === "queue"
          ? w.composer.placeholderQueue
          : w.composer.placeholderRunning
        : w.composer.placeholder;
  const plus = (): MenuItem[] => [
    { label: w.attach.images, icon: "image", run: () => pickImages(props.thread) },
    { label: w.attach.link, icon: "globe", run: () => setAskedFor("link") },
    { kind: "line" },
    { label: w.attach.file, icon: "file", run: () => setTimeout(() => suggest.insert("@")) },
    { label: w.attach.skill, icon: "spool", run: () => setTimeout(() => suggest.insert("$")) },
    { label: w.attach.command, icon: "terminal", run: () => setTimeout(() => suggest.insert("!")) },
    { label: w.attach.review, icon: "review", run: () => setAskedFor("review") },
  ];
  const label = (): string => {
    const what = shell() ? "run" : usual();
    return w.composer[what](sendKey());
  };

  return (
    <div class="dock" data-region role="group" aria-label={w.composer.region}>
      {props.before}
      <Notes thread={props.thread} allowed={allowed()} archived={archived()} />
      <Show
        when={!archived()}
        fallback={
          <div class="dock-note alone">
            <span class="grow">{w.composer.archived}</span>
            <Button
              size="small"
              onClick={() => void act({ type: "unarchive", threads: [props.thread ?? ""] }).catch(toastError)}
            >
              {w.composer.restore}
            </Button>
          </div>
        }
      >
        <Show when={props.thread}>
          {(id) => (
            <>
              <Terminals thread={id()} />
              <Queue thread={id()} />
            </>
          )}
        </Show>
        <div class={`composer ${shell() ? "is-shell" : ""}`} data-part="composer">
          <Show when={suggest.open()}>
            <Suggest of={suggest} />
          </Show>
          <Attachments thread={props.thread} cwd={cwd()} />
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
            aria-autocomplete="list"
            aria-haspopup="listbox"
            aria-controls={suggest.open() && suggest.entries().length ? LIST : undefined}
            aria-activedescendant={suggest.open() && suggest.entries().length ? optionId(suggest.at()) : undefined}
            onInput={(event) => {
              setDraft(props.thread, event.currentTarget.value);
              suggest.moved(event.currentTarget);
            }}
            onSelect={(event) => suggest.moved(event.currentTarget)}
            onKeyDown={onKey}
            onPaste={(event) => pasteImages(props.thread, event.clipboardData) && event.preventDefault()}
            onFocus={() => suggest.setFocused(true)}
            onBlur={() => {
              suggest.setFocused(false);
              flush(props.thread);
            }}
          />
          <div class="composer-foot">
            <div class="foot-row">
              <div class="foot-picks">
                <Menu label={w.attach.add} items={plus()} class="icon-button small" part="attach">
                  <Icon name="plus" />
                </Menu>
                <ModelPick thread={props.thread} cwd={cwd()} />
                <PermissionsPick thread={props.thread} cwd={cwd()} />
                <PlanSwitch thread={props.thread} />
                <MannerPick thread={props.thread} cwd={cwd()} />
              </div>
              <div class="foot-send">
                <Show when={length() > TELL_FROM}>
                  <span class={over() ? "tone-danger small num" : "faint small num"} role="status">
                    {over() ? w.composer.over(over()) : w.composer.left(MOST_CHARS - length())}
                  </span>
                </Show>
                <Context thread={thread()} />
                <Show when={running()}>
                  <IconButton small icon="stop" label={w.composer.stop} part="stop" onClick={stop} />
                </Show>
                <IconButton
                  small
                  primary
                  icon={shell() ? "play" : "send"}
                  label={label()}
                  part="send"
                  disabled={!canSend()}
                  onClick={() => void send(usual())}
                />
              </div>
            </div>
          </div>
        </div>
        <div class="hint">
          <span role={escaped() ? "status" : undefined}>{hint()}</span>
          <span data-part="draft-state">
            {sending()
              ? w.composer.sending
              : (text() || attached().length) && isKept(props.thread)
                ? w.composer.draftKept
                : ""}
          </span>
        </div>
      </Show>
      <Show when={askedFor() === "review"}>
        <Review cwd={cwd() ?? ""} begin={(target) => void review(target)} close={() => setAskedFor(null)} />
      </Show>
      <Show when={askedFor() === "link"}>
        <LinkImage add={(url) => linkImage(props.thread, url)} close={() => setAskedFor(null)} />
      </Show>
    </div>
  );
}

/** What goes along without being named in the text. */
const pictured = (attached: Attached[]): Attached[] => attached.filter((one) => !("name" in one));

/** Below this there is nothing to mind yet, and a ring at 0 % says nothing to anybody. */
const CONTEXT_SHOWN_FROM = 10;

/** How much of the model's context is used. */
function Context(props: { thread: Thread | undefined }): JSX.Element {
  const percent = (): number => props.thread?.head.usage?.contextPercent ?? 0;
  const words = (): string => w.composer.context(percent(), props.thread?.head.usage?.contextWindow ?? null);
  return (
    <Show when={percent() >= CONTEXT_SHOWN_FROM}>
      <span class="context" role="img" aria-label={words()} title={words()}>
        <Ring percent={percent()} />
        {w.composer.percent(percent())}
      </span>
    </Show>
  );
}
