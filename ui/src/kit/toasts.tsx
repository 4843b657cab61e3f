// Toasts: messages at the corner of the window.

import { createStore } from "solid-js/store";
import { For, type JSX, Show } from "solid-js";
import { failureOf } from "../host";
import { w } from "../words/words";
import { Button, IconButton } from "./controls";
import { Icon, type IconName } from "./icons";

type Toast = {
  id: number;
  lastsMs?: number;
  tone: "danger" | "plain";
  icon: IconName;
  title: string;
  detail?: string;
  action?: { label: string; run: () => void };
};

const [toasts, setToasts] = createStore<Toast[]>([]);
const LASTS_MS = 6000;
let last = 0;

export function toast(one: Omit<Toast, "id">): void {
  last += 1;
  const id = last;
  setToasts((all) => [...all.filter((have) => have.title !== one.title), { ...one, id }].slice(-3));
  // An error stays until it is dismissed.
  if (one.tone === "plain") setTimeout(() => dismiss(id), one.lastsMs ?? LASTS_MS);
}

/** Shows the rejection of `act` or `query`. */
export function toastError(error: unknown): void {
  toast({ tone: "danger", icon: "error", title: failureOf(error).message });
}

export function dismiss(id: number): void {
  setToasts((all) => all.filter((one) => one.id !== id));
}

export function Toasts(props: { atTop?: boolean; children?: JSX.Element }): JSX.Element {
  return (
    <div class={`toasts ${props.atTop ? "at-top" : ""}`}>
      {props.children}
      <For each={toasts}>
        {(one) => (
          <div class="toast" role={one.tone === "danger" ? "alert" : "status"} data-part="toast">
            <Icon name={one.icon} class={one.tone === "danger" ? "tone-danger" : "quiet"} />
            <div class="grow">
              <b>{one.title}</b>
              <Show when={one.detail}>{(detail) => <p class="quiet">{detail()}</p>}</Show>
            </div>
            <Show when={one.action}>
              {(action) => (
                <Button
                  size="small"
                  onClick={() => {
                    dismiss(one.id);
                    action().run();
                  }}
                >
                  {action().label}
                </Button>
              )}
            </Show>
            <IconButton small icon="x" label={w.common.dismiss} onClick={() => dismiss(one.id)} />
          </div>
        )}
      </For>
    </div>
  );
}
