// Banners above everything: facts about the whole app.

import { createEffect, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { unlock, unlocking } from "./account/ways";
import { useNow } from "./clock";
import { act } from "./host";
import type { BannerId, ServerPhase } from "./generated/model";
import { Button, IconButton } from "./kit/controls";
import { Icon } from "./kit/icons";
import { Spin } from "./kit/marks";
import { toastError } from "./kit/toasts";
import { mirror } from "./mirror";
import { go, openThread } from "./view";
import { w } from "./words/words";

const SLOW_MS = 800;
/** After this time a person may want to know more, or to restart. */
const LONG_MS = 8000;
const tones = { info: "info", warn: "warn", error: "danger" } as const;
const icons = { info: "info", warn: "warn", error: "error" } as const;

export function Banners(): JSX.Element {
  const now = useNow();
  const restarting = (): Extract<ServerPhase, { kind: "restarting" }> | undefined =>
    mirror.server.phase.kind === "restarting" ? mirror.server.phase : undefined;
  const starting = (): boolean => mirror.server.phase.kind === "starting" || mirror.server.phase.kind === "finding";
  /** Shown only if a start takes long, because a banner that appears and disappears moves everything below it. */
  const slow = after(SLOW_MS, starting);
  const long = after(LONG_MS, starting);
  const banners = () => mirror.banners.filter((banner) => banner.thread === null || banner.thread === openThread());
  return (
    <div class="banners" role="region" aria-label={w.banner.name}>
      <Show when={mirror.server.demo}>
        <div class="banner accent" data-part="banner" data-kind="demo">
          <Icon name="play" />
          <span class="grow">{w.banner.demo}</span>
          <Button size="small" onClick={() => void act({ type: "leaveDemo" }).catch(toastError)}>
            {w.banner.leaveDemo}
          </Button>
        </div>
      </Show>
      <Show when={restarting()}>
        {(phase) => (
          <div class="banner warn" data-part="banner" data-kind="restarting">
            <Icon name="refresh" />
            <span class="sr" role="status">
              {w.banner.restarting} {w.banner.restartingWhy(phase().why, phase().attempt, 0)}
            </span>
            <span class="grow" aria-hidden="true">
              <b>{w.banner.restarting}</b>{" "}
              <span class="quiet">
                {w.banner.restartingWhy(
                  phase().why,
                  phase().attempt,
                  Math.max(0, Math.ceil((phase().nextMs - now()) / 1000)),
                )}
              </span>
            </span>
            <Button size="small" onClick={() => void act({ type: "restartServer" }).catch(toastError)}>
              {w.banner.startNow}
            </Button>
            <Button size="small" variant="plain" onClick={() => go({ kind: "settings", part: "diagnostics" })}>
              {w.common.showLog}
            </Button>
          </div>
        )}
      </Show>
      <Show when={slow()}>
        <div class="banner" data-part="banner" data-kind="starting" role="status">
          <Spin />
          <span class="grow">
            {mirror.server.phase.kind === "finding" ? w.welcome.finding : w.banner.starting}
            <Show when={long()}>
              {" "}
              <span class="quiet">{w.banner.startingLong}</span>
            </Show>
          </span>
          <Show when={long()}>
            <Button
              size="small"
              part="start-anew"
              onClick={() => void act({ type: "restartServer" }).catch(toastError)}
            >
              {w.banner.startAnew}
            </Button>
            <Button size="small" variant="plain" onClick={() => go({ kind: "settings", part: "diagnostics" })}>
              {w.common.showLog}
            </Button>
          </Show>
        </div>
      </Show>
      <Show when={mirror.access.shut && !mirror.server.demo}>
        <div class="banner warn" data-part="banner" data-kind="shut" role="status">
          <Icon name="lock" />
          <span class="grow">
            <b>{w.banner.shut}</b> <span class="quiet">{w.banner.shutHint}</span>
          </span>
          <Button size="small" variant="primary" part="unlock-keychain" disabled={unlocking()} onClick={unlock}>
            {unlocking() ? w.accounts.unlocking : w.accounts.unlock}
          </Button>
          <Button
            size="small"
            variant="plain"
            onClick={() => void act({ type: "keepForSession", on: true }).catch(toastError)}
          >
            {w.banner.shutSession}
          </Button>
        </div>
      </Show>
      <For each={banners()}>
        {(banner) => (
          <div
            class={`banner ${tones[banner.level]}`}
            data-part="banner"
            data-kind="banner"
            role={banner.level === "error" ? "alert" : "status"}
          >
            <Icon name={icons[banner.level]} />
            <span class="grow">
              <b>{banner.title}</b>{" "}
              <Show when={banner.detail}>{(detail) => <span class="quiet prewrap">{detail()}</span>}</Show>
            </span>
            <Show when={banner.undoTrust}>
              {(folder) => (
                <Button size="small" part="undo-trust" onClick={() => void untrust(banner.id, folder())}>
                  {w.trust.undo}
                </Button>
              )}
            </Show>
            <IconButton
              small
              icon="x"
              label={w.common.dismiss}
              onClick={() => void act({ type: "dismissBanner", banner: banner.id }).catch(toastError)}
            />
          </div>
        )}
      </For>
    </div>
  );
}

/** Withdraws the trust in a folder that another Codex trusted. If that fails the banner stays. */
async function untrust(banner: BannerId, folder: string): Promise<void> {
  try {
    await act({ type: "config", intent: { does: "trust", folder, trusted: false } });
    await act({ type: "dismissBanner", banner });
  } catch (error) {
    toastError(error);
  }
}

/** Whether a condition has been true for this long. */
function after(ms: number, is: () => boolean): () => boolean {
  const [so, setSo] = createSignal(false);
  createEffect(() => {
    if (!is()) return void setSo(false);
    const timer = setTimeout(() => setSo(true), ms);
    onCleanup(() => clearTimeout(timer));
  });
  return so;
}
