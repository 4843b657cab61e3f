// Chooses the current screen, and draws the frame around a thread.

import {
  createComputed,
  createEffect,
  createSignal,
  ErrorBoundary,
  type JSX,
  Match,
  onCleanup,
  onMount,
  Show,
  Switch,
  untrack,
} from "solid-js";
import { signedIn } from "./account/ways";
import { Banners } from "./Banners";
import { isFilled } from "./changes/filled";
import { Crash } from "./Crash";
import { removeEarlyFrame, hadSidebar, storeSidebarWidth } from "./early";
import { later } from "./kit/later";
import { Spin } from "./kit/marks";
import { mirror } from "./mirror";
import { Sidebar } from "./sidebar/Sidebar";
import {
  prefs,
  noSidebarRoom,
  openThread,
  over,
  panelCoversPage,
  panelShown,
  panelWidth,
  place,
  setPanelFilled,
  setSigningIn,
  sidebarShown,
  single,
  signingIn,
  closeOverlays,
} from "./view";
import { w } from "./words/words";

const NewThread = later(() => import("./composer/NewThread").then((file) => file.NewThread));
const Panel = later(() => import("./changes/Panel").then((file) => file.Panel));
const SettingsPage = later(() => import("./settings/SettingsPage").then((file) => file.SettingsPage));
const Start = later(() => import("./start/Start").then((file) => file.Start));
const Stopped = later(() => import("./welcome/Stopped").then((file) => file.Stopped));
const ThreadPlace = later(() => import("./thread/ThreadPlace").then((file) => file.ThreadPlace));
const Welcome = later(() => import("./welcome/Welcome").then((file) => file.Welcome));

/** Loads what a person is likely to need next, while nothing else is to be done. */
export function fetchNext(): void {
  for (const place of [ThreadPlace, NewThread, Panel]) void place.preload();
}

const LATE_MS = 400;

/** How long the first screen waits to hear whether anybody needs to sign in. */
const PATIENCE_MS = 1000;

/** Before Rust has answered, the bare frame of index.html; after a while, a message. */
export function Opening(): JSX.Element {
  const [late, setLate] = createSignal(false);
  onMount(() => {
    const timer = setTimeout(() => {
      setLate(true);
      removeEarlyFrame();
    }, LATE_MS);
    onCleanup(() => clearTimeout(timer));
  });
  return (
    <main class="opening" data-part="opening">
      <Show when={late()}>
        <Spin />
        <span>{w.welcome.finding}</span>
      </Show>
    </main>
  );
}

export function Screen(): JSX.Element {
  removeEarlyFrame();
  const needsWelcome = (): boolean =>
    !mirror.server.demo &&
    !mirror.settings.welcomed &&
    !signedIn() &&
    !(mirror.account.kind === "signedOut" && !mirror.account.needed);
  createEffect(() => {
    if (signedIn() || mirror.server.demo) setSigningIn(false);
  });
  // A person who had a list last time has it at once. It is removed only if somebody must sign in.
  const asBefore = hadSidebar();
  const [patient, setPatient] = createSignal(true);
  const undecided = (): boolean => mirror.account.kind === "unknown" && (asBefore || patient());
  // Otherwise the list waits: it could be removed again, or be empty and fill a moment later.
  const listed = (): boolean => mirror.list !== "loading" || Object.keys(mirror.threads).length > 0;
  const [waiting, setWaiting] = createSignal(untrack(() => needsWelcome() && undecided() && !asBefore));
  createEffect(() => {
    if (waiting() && !(needsWelcome() && undecided()) && (needsWelcome() || listed() || !patient())) setWaiting(false);
  });
  createEffect(() => {
    if (needsWelcome() && !undecided()) storeSidebarWidth(null);
  });
  const timer = setTimeout(() => setPatient(false), PATIENCE_MS);
  onCleanup(() => clearTimeout(timer));
  return (
    <Switch fallback={<Frame waiting={waiting()} />}>
      <Match when={signingIn() && mirror.server.phase.kind !== "stopped"}>
        <Welcome again />
      </Match>
      <Match when={place().kind === "settings"}>
        <SettingsPage />
      </Match>
      <Match when={mirror.server.phase.kind === "stopped"}>
        <Stopped />
      </Match>
      <Match when={waiting() && place().kind !== "none"}>
        <Opening />
      </Match>
      <Match when={needsWelcome() && !undecided()}>
        <Welcome again={false} />
      </Match>
    </Switch>
  );
}

/**
 * The frame around a thread. While it waits it is laid out but hidden, so that the list is shown in the same frame in
 * which it is known that nobody must sign in.
 */
function Frame(props: { waiting: boolean }): JSX.Element {
  let app: HTMLDivElement | undefined;
  createEffect(() => {
    if (!props.waiting) storeSidebarWidth(!single && sidebarShown() && !noSidebarRoom() ? prefs.sidebarWidth : null);
  });
  createEffect(() => {
    app?.style.setProperty("--sidebar", `${prefs.sidebarWidth}px`);
    app?.style.setProperty("--panel", `${panelWidth()}px`);
  });
  // The panel stays as it is until the thread has been read. It would move twice otherwise.
  createComputed(() => {
    const thread = mirror.open[openThread() ?? ""];
    if (thread) setPanelFilled(isFilled(thread));
  });
  const shape = (): string => {
    const side = sidebarShown() && !noSidebarRoom();
    const panel = panelShown() && !panelCoversPage();
    return `app ${side ? "" : "no-side"} ${panel ? "" : "no-panel"} ${over() ? `over-${over()}` : ""}`;
  };
  return (
    <>
      <Show when={props.waiting}>
        <Opening />
      </Show>
      <div class="window" classList={{ "not-yet": props.waiting }} inert={props.waiting}>
        <Banners />
        <div ref={(made) => (app = made)} class={shape()}>
          <Show when={over()}>
            <button type="button" class="veil" aria-label={w.common.close} tabindex="-1" onClick={closeOverlays} />
          </Show>
          <Show when={sidebarShown()}>
            <Sidebar />
          </Show>
          <main class="main">
            <ErrorBoundary fallback={(error: unknown, reset) => <Crash error={error} reset={reset} />}>
              <Place />
            </ErrorBoundary>
          </main>
          <Show when={panelShown()}>
            <Panel />
          </Show>
        </div>
      </div>
    </>
  );
}

function Place(): JSX.Element {
  const thread = (): string | undefined => {
    const at = place();
    return at.kind === "thread" ? at.id : undefined;
  };
  return (
    <Switch
      fallback={
        <NewThread>
          <Start />
        </NewThread>
      }
    >
      <Match when={thread()} keyed>
        {(id) => <ThreadPlace id={id} />}
      </Match>
    </Switch>
  );
}
