// The window: what exists for as long as it does, and what is above every screen.

import { createComputed, createEffect, createSignal, ErrorBoundary, type JSX, onCleanup, Show } from "solid-js";
import { flushAll } from "./composer/drafts";
import { Crash } from "./Crash";
import { Closing, KeysSheet } from "./dialogs";
import type { AskId, ThreadId } from "./generated/model";
import { onDrag, onOpen } from "./host";
import { LinkHost } from "./kit/links";
import { later } from "./kit/later";
import { watchTips } from "./kit/tips";
import { Toasts } from "./kit/toasts";
import { watchPointer } from "./keys";
import { UndoDelete } from "./conversation/UndoDelete";
import { OpeningToast } from "./conversation/OpeningToast";
import { openDialog } from "./conversation/actions";
import { mirror } from "./mirror";
import { titleOf } from "./titles";
import { useShortcuts } from "./shortcuts";
import { useTheme } from "./theme";
import { trustQuestion } from "./trust/ask";
import {
  dialog,
  goTo,
  openFromAddress,
  setDemo,
  picture,
  place,
  writePrefs,
  setDialog,
  setPicture,
  setWantedAsk,
} from "./view";
import { w } from "./words/words";
import { fetchNext, Opening, Screen } from "./Screen";

const ConversationDialogs = later(() =>
  import("./conversation/ConversationDialogs").then((file) => file.ConversationDialogs),
);
const TrustQuestion = later(() => import("./trust/Question").then((file) => file.Question));
const Palette = later(() => import("./palette/Palette").then((file) => file.Palette));
const WholePicture = later(() => import("./kit/WholePicture").then((file) => file.WholePicture));

export function App(): JSX.Element {
  useTheme(
    () => mirror.settings,
    () => mirror.ready,
  );
  useShortcuts();
  onCleanup(watchPointer());
  onCleanup(watchTips());
  document.documentElement.toggleAttribute("data-gtk", /linux/i.test(navigator.platform));
  openFromAddress();
  // Runs before anything asks for a thread that ended with the demo.
  createComputed(() => setDemo(mirror.server.demo !== null));
  onCleanup(() => setDemo(false));
  onOpen((opening) => {
    goTo(opening);
    if (opening.kind === "thread") setWantedAsk(oldestAsk(opening.thread));
  });
  const [dragged, setDragged] = createSignal(false);
  createEffect(() => {
    document.title = windowTitle();
  });
  onDrag(setDragged, (paths) => void import("./composer/attach").then((file) => file.dropped(paths)));
  const leave = (): void => {
    flushAll();
    writePrefs();
  };
  addEventListener("pagehide", leave);
  onCleanup(() => removeEventListener("pagehide", leave));
  // The tests and the window side wait for this: the first Reset is on screen.
  createEffect(() => {
    if (!mirror.ready) return;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.documentElement.dataset["ready"] = "true";
        performance.mark("ready");
        fetchNext();
      }),
    );
  });
  return (
    <div class="whole" data-part="app">
      <ErrorBoundary fallback={(error: unknown, reset) => <Crash error={error} reset={reset} />}>
        <Show when={mirror.ready} fallback={<Opening />}>
          <Screen />
        </Show>
        <Toasts atTop={place().kind === "thread" || place().kind === "new"}>
          <Show when={mirror.ready}>
            <UndoDelete />
            <OpeningToast />
          </Show>
        </Toasts>
        <LinkHost />
        <Show when={openDialog()}>
          <ConversationDialogs />
        </Show>
        <Show when={trustQuestion()} keyed>
          {(asked) => <TrustQuestion of={asked} />}
        </Show>
        <Show when={dragged()}>
          <div class="drop-veil" role="status">
            {w.attach.drop}
          </div>
        </Show>
        <Closing />
        <Show when={picture()}>
          {(shown) => <WholePicture url={shown().url} name={shown().name} close={() => setPicture(null)} />}
        </Show>
        <Show when={dialog() === "palette"}>
          <Palette close={() => setDialog(null)} />
        </Show>
        <Show when={dialog() === "keys"}>
          <KeysSheet close={() => setDialog(null)} />
        </Show>
      </ErrorBoundary>
    </div>
  );
}

/** The thread's oldest request, for a person who clicked a notification. `null` for any other way in. */
function oldestAsk(thread: ThreadId): AskId | null {
  const asks = Object.values(mirror.asks).filter((ask) => ask.thread === thread);
  return asks.toSorted((a, b) => a.askedMs - b.askedMs)[0]?.id ?? null;
}

/** The title that distinguishes windows in a task switcher. It is cut before the app's name, which stays at its end. */
function windowTitle(): string {
  const at = place();
  const line = at.kind === "thread" ? mirror.threads[at.id] : undefined;
  const name =
    at.kind === "settings" ? w.settings.title : at.kind === "new" ? w.newThread.title : line ? titleOf(line) : "";
  const short = [...name];
  return name ? `${short.length > 120 ? `${short.slice(0, 119).join("")}…` : name} — ${w.app}` : w.app;
}
