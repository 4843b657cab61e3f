// Small shapes that show a state: rings, bars, thread marks. The shape matters more than the colour, and text is
// beside them.

import { type JSX, Match, Switch, Show } from "solid-js";
import type { Mark } from "../generated/model";
import { w } from "../words/words";

const tone = (percent: number): string => (percent >= 100 ? "danger" : percent >= 80 ? "waiting" : "");

export function Spin(props: { class?: string }): JSX.Element {
  return (
    <svg class={`spin ${props.class ?? ""}`} viewBox="0 0 16 16" aria-hidden="true">
      <circle class="ring-track" cx="8" cy="8" r="5.5" />
      <circle class="ring-value" cx="8" cy="8" r="5.5" pathLength="100" stroke-dasharray="28 100" />
    </svg>
  );
}

/** `null` is unknown and drawn dotted. */
export function Ring(props: { percent: number | null; big?: boolean }): JSX.Element {
  const shown = (): number => Math.min(100, Math.max(0, props.percent ?? 0));
  return (
    <svg class={`ring ${props.big ? "big" : ""} ${tone(shown())}`} viewBox="0 0 16 16" aria-hidden="true">
      <circle class="ring-track" cx="8" cy="8" r="6.5" stroke-dasharray={props.percent === null ? "1 3" : undefined} />
      <Show when={props.percent !== null}>
        <circle
          class="ring-value"
          cx="8"
          cy="8"
          r="6.5"
          pathLength="100"
          stroke-dasharray={`${shown()} 100`}
          transform="rotate(-90 8 8)"
        />
      </Show>
    </svg>
  );
}

/** The large ring of a page with its text inside; `null` is unknown and drawn dotted. */
export function Gauge(props: { percent: number | null; label: string }): JSX.Element {
  const shown = (): number => Math.min(100, Math.max(0, props.percent ?? 0));
  return (
    <span class="gauge" aria-hidden="true">
      <svg class={`ring huge ${tone(shown())}`} viewBox="0 0 64 64">
        <circle
          class="ring-track"
          cx="32"
          cy="32"
          r="28"
          stroke-dasharray={props.percent === null ? "3 5" : undefined}
        />
        <Show when={props.percent !== null}>
          <circle
            class="ring-value"
            cx="32"
            cy="32"
            r="28"
            pathLength="100"
            stroke-dasharray={`${shown()} 100`}
            transform="rotate(-90 32 32)"
          />
        </Show>
      </svg>
      <Show when={props.percent !== null}>
        <span class="num">{props.label}</span>
      </Show>
    </span>
  );
}

export function Bar(props: { percent: number }): JSX.Element {
  return (
    <svg class={`bar ${tone(props.percent)}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-track" width="100" height="4" />
      <rect class="bar-value" width={Math.min(100, Math.max(0, props.percent))} height="4" />
    </svg>
  );
}

/** The bar of a plan. It never looks like a warning, however full it is. */
export function Progress(props: { percent: number }): JSX.Element {
  return (
    <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-track" width="100" height="4" />
      <rect class="bar-value" width={props.percent} height="4" />
    </svg>
  );
}

export function Diamond(props: { class?: string }): JSX.Element {
  return (
    <svg class={`st st-wait ${props.class ?? ""}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 3.25 12.75 8 8 12.75 3.25 8Z" />
    </svg>
  );
}

/** The mark of a thread in a list, with a text for screen readers. */
export function ThreadMark(props: { mark: Mark }): JSX.Element {
  return (
    <>
      <Switch fallback={<span class="st" />}>
        <Match when={props.mark === "running"}>
          <Spin class="st" />
        </Match>
        <Match when={props.mark === "waiting"}>
          <Diamond />
        </Match>
        <Match when={props.mark === "unread"}>
          <svg class="st st-new" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="3" />
          </svg>
        </Match>
        <Match when={props.mark === "failed"}>
          <svg class="st st-err" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M8 4v5M8 11.75v.01" />
          </svg>
        </Match>
      </Switch>
      <Show when={props.mark !== "none"}>
        <span class="sr">{w.mark[props.mark]} </span>
      </Show>
    </>
  );
}

export function Logo(props: { large?: boolean }): JSX.Element {
  return (
    <svg class={`mark ${props.large ? "mark-large" : ""}`} viewBox="0 0 32 32" aria-hidden="true">
      <rect class="mark-ground" x="1" y="1" width="30" height="30" rx="7.5" />
      <path class="mark-thread" d="M7 14.8 16 7.4l8.5 7c1.9 1.6.9 4.6-1.6 4.6H10a3 3 0 0 0 0 6h15" />
    </svg>
  );
}

export function Skeleton(props: { label: string }): JSX.Element {
  return (
    <svg class="bones" viewBox="0 0 400 136" role="img" aria-label={props.label}>
      <rect class="bone" x="0" y="0" width="400" height="32" rx="6" />
      <rect class="bone" x="6" y="46" width="10" height="10" rx="3" />
      <rect class="bone" x="28" y="46" width="210" height="10" rx="3" />
      <rect class="bone" x="6" y="68" width="10" height="10" rx="3" />
      <rect class="bone" x="28" y="68" width="290" height="10" rx="3" />
      <rect class="bone" x="28" y="90" width="372" height="10" rx="3" />
      <rect class="bone" x="28" y="108" width="340" height="10" rx="3" />
      <rect class="bone" x="28" y="126" width="180" height="10" rx="3" />
    </svg>
  );
}
