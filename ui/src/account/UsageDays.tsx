// Tokens per day, as small bars. What the server does not report is shown as unknown.

import { createResource, createSignal, For, type JSX, onCleanup, Show } from "solid-js";
import { failureOf, query } from "../host";
import type { UsageDay, UsageDays as Days } from "../generated/model";
import { Spin } from "../kit/marks";
import { count, dayName, short } from "../words/forms";
import { w } from "../words/words";
import { chart, FLOOR, lastDays, WIDTH } from "./chart";

type Found = { usage: Days; why: null } | { usage: null; why: string };

export function UsageSection(props: { again: number }): JSX.Element {
  const [found] = createResource(
    () => props.again + 1,
    (): Promise<Found> =>
      query({ type: "usage" }).then(
        (result) => ({ usage: result.usage, why: null }),
        (error: unknown) => ({ usage: null, why: failureOf(error).message }),
      ),
  );
  return (
    <section class="section" aria-labelledby="acc-usage" data-part="usage">
      <header>
        <h2 id="acc-usage">{w.usage.title}</h2>
      </header>
      <Show
        when={found.latest}
        fallback={
          <p class="row quiet">
            <Spin />
            {w.usage.loading}
          </p>
        }
      >
        {(got) => (
          <Show
            when={got().usage}
            fallback={
              <div class="card tight">
                <b>{w.usage.unknown}</b>
                <p class="quiet">{got().why}</p>
              </div>
            }
          >
            {(usage) => <Told usage={usage()} />}
          </Show>
        )}
      </Show>
    </section>
  );
}

function Told(props: { usage: Days }): JSX.Element {
  const days = (): UsageDay[] => lastDays(props.usage.days);
  const tokens = (n: number | null): string => (n === null ? w.common.unknown : w.usage.tokens(short(n)));
  return (
    <>
      <div class="card tight">
        <Show when={days().length} fallback={<p class="quiet">{w.usage.none}</p>}>
          <Bars days={days()} />
        </Show>
      </div>
      <dl class="totals">
        <div>
          <dt>{w.usage.lifetime}</dt>
          <dd title={props.usage.lifetimeTokens === null ? undefined : count(props.usage.lifetimeTokens)}>
            {tokens(props.usage.lifetimeTokens)}
          </dd>
        </div>
        <div>
          <dt>{w.usage.peak}</dt>
          <dd>{tokens(props.usage.peakDailyTokens)}</dd>
        </div>
        <div>
          <dt>{w.usage.streak}</dt>
          <dd>{props.usage.streakDays === null ? w.common.unknown : w.usage.days(props.usage.streakDays)}</dd>
        </div>
      </dl>
    </>
  );
}

function Bars(props: { days: UsageDay[] }): JSX.Element {
  /** The chart is as wide as its card, so that its labels have the same size in every window. */
  const [room, setRoom] = createSignal(WIDTH);
  const drawn = () => chart(props.days, room());
  const measure = (svg: SVGSVGElement): void => {
    if (typeof ResizeObserver === "undefined") return;
    const seen = new ResizeObserver(
      ([entry]) => entry && entry.contentRect.width > 0 && setRoom(Math.round(entry.contentRect.width)),
    );
    seen.observe(svg);
    onCleanup(() => seen.disconnect());
  };
  const today = new Date().toISOString().slice(0, 10);
  const words = (): string => {
    const peak = props.days.reduce((most, one) => (one.tokens > most.tokens ? one : most));
    const [first, last] = [props.days[0], props.days.at(-1)];
    return w.usage.chart(
      dayName(first?.day ?? ""),
      dayName(last?.day ?? ""),
      short(peak.tokens),
      dayName(peak.day),
      short(last?.tokens ?? 0),
    );
  };
  /** Every bar has a label if there is room, otherwise every second or third. */
  const every = (): number => Math.ceil(props.days.length / 15);
  const label = (day: string): string =>
    day === today ? w.usage.today : day.endsWith("-01") ? dayName(day) : String(Number(day.slice(8)));
  return (
    <svg ref={measure} class="chart" viewBox={`0 0 ${room()} 172`} role="img" aria-label={words()}>
      <For each={drawn().ticks}>
        {(tick) => (
          <>
            <path class="axis" d={`M44 ${tick.y}H${room()}`} />
            <text x="36" y={tick.y + 4} text-anchor="end">
              {short(tick.value)}
            </text>
          </>
        )}
      </For>
      <For each={drawn().bars}>
        {(bar, i) => (
          <>
            <rect class="c1" x={bar.x} y={bar.y} width={bar.width} height={bar.height} rx="2">
              <title>{w.usage.day(dayName(bar.day), w.usage.tokens(count(bar.tokens)))}</title>
            </rect>
            <Show when={(props.days.length - 1 - i()) % every() === 0}>
              <text class={bar.day === today ? "today" : ""} x={bar.label} y="168" text-anchor="middle">
                {label(bar.day)}
              </text>
            </Show>
          </>
        )}
      </For>
      <path class="base" d={`M44 ${FLOOR}H${room()}`} />
    </svg>
  );
}
