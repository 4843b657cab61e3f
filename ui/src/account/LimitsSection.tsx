// What is left: the most restrictive limit as a sentence, then all limits with their windows and reset times.

import { createSignal, For, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import { act } from "../host";
import type { LimitWindow } from "../generated/model";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Bar, Gauge } from "../kit/marks";
import { toastError, toast } from "../kit/toasts";
import { mirror } from "../mirror";
import { capital } from "../titles";
import { countdown, moment } from "../words/forms";
import { w } from "../words/words";
import { canAsk, periodName, standing, stop } from "./limits";

export function Binding(): JSX.Element {
  const now = useNow();
  const here = () => standing(mirror.account, mirror.limits, mirror.server.demo !== null, now());
  return (
    <section class={`binding ${here().tone}`} data-part="binding" aria-labelledby="acc-binding">
      <Gauge
        percent={here().percent}
        label={here().percent === null ? w.common.unknown : w.limits.percent(here().percent ?? 0)}
      />
      <div class="grow">
        <h2 id="acc-binding">{here().title}</h2>
        <p class="quiet num">{here().detail}</p>
      </div>
      <Helps />
    </section>
  );
}

/** What a person can do about a limit: use an earned reset, or ask the owner. */
export function Helps(props: { small?: boolean }): JSX.Element {
  const now = useNow();
  const [asking, setAsking] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const resets = () => (mirror.server.demo ? null : mirror.limits.resets);
  const first = () => resets()?.resets[0];
  const block = () => (mirror.server.demo ? null : stop(mirror.limits, now()));
  const size = (): "small" | undefined => (props.small ? "small" : undefined);
  const done = (title: string): void => toast({ tone: "plain", icon: "check", title });
  const useReset = (): void => {
    setAsking(false);
    setBusy(true);
    act({ type: "useReset", id: first()?.id ?? null })
      .then(() => done(w.limits.resetDone), toastError)
      .finally(() => setBusy(false));
  };
  const askOwner = (): void => {
    setBusy(true);
    act({ type: "askOwner", forCredits: block()?.kind === "credits" })
      .then(() => done(w.limits.asked), toastError)
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Show when={(resets()?.count ?? 0) > 0}>
        <div class="stack gap-1 end no-shrink">
          <Button size={size()} part="use-reset" disabled={busy()} onClick={() => setAsking(true)}>
            {w.limits.useReset} <span class="tag">{w.limits.resetsLeft(resets()?.count ?? 0)}</span>
          </Button>
          <Show when={!props.small}>
            <small class="faint small">{w.limits.resetAsks}</small>
          </Show>
        </div>
      </Show>
      <Show when={canAsk(block())}>
        <Button size={size()} part="ask-owner" disabled={busy()} onClick={askOwner}>
          {w.limits.askOwner}
        </Button>
      </Show>
      <Show when={asking()}>
        <Dialog title={w.limits.resetTitle} close={() => setAsking(false)}>
          <div class="stack gap-1">
            <Show when={first()?.title}>{(title) => <b>{title()}</b>}</Show>
            <Show when={first()?.description}>{(text) => <p class="quiet">{text()}</p>}</Show>
            <p class="quiet">{w.limits.resetMeaning}</p>
            <Show when={first()?.expiresMs}>
              {(ms) => <p class="quiet">{w.limits.resetExpires(moment(ms(), now()))}</p>}
            </Show>
          </div>
          <DialogFoot no={w.common.cancel} close={() => setAsking(false)} safe>
            <Button variant="primary" part="dialog-yes" onClick={useReset}>
              {w.limits.useReset}
            </Button>
          </DialogFoot>
        </Dialog>
      </Show>
    </>
  );
}

export function EveryLimit(props: { refresh: () => void }): JSX.Element {
  const now = useNow();
  return (
    <section class="section" aria-labelledby="acc-limits">
      <header>
        <h2 id="acc-limits" class="grow">
          {w.limits.title}
        </h2>
        <Show when={mirror.account.kind === "chatGpt" && !mirror.server.demo}>
          <Button size="small" variant="plain" icon="refresh" part="refresh-limits" onClick={() => props.refresh()}>
            {w.limits.refresh}
          </Button>
        </Show>
      </header>
      <ul class="list" data-part="limits">
        <For each={mirror.limits.windows} fallback={<Unknown />}>
          {(limit, i) => <Bucket limit={limit} binding={i() === 0 && mirror.limits.windows.length > 1} now={now()} />}
        </For>
        <Show when={mirror.limits.spend}>
          {(spend) => (
            <li class="bucket">
              <div class="row">
                <span class="name grow">{w.limits.spend}</span>
                <span class="num strong">{w.limits.spendLeft(spend().remainingPercent)}</span>
              </div>
              <Bar percent={spend().reached ? 100 : 100 - spend().remainingPercent} />
              <small>{w.limits.spendHint(spend().used, spend().limit, moment(spend().resetsMs, now()))}</small>
            </li>
          )}
        </Show>
        <Show when={mirror.limits.credits}>
          {(credits) => (
            <li>
              <span class="grow">
                <span class="name">{w.limits.credits}</span>
                <small>{w.limits.creditsHint}</small>
              </span>
              <span class="num strong">
                {credits().unlimited
                  ? w.limits.creditsUnlimited
                  : credits().hasCredits
                    ? (credits().balance ?? w.common.unknown)
                    : w.limits.creditsNone}
              </span>
            </li>
          )}
        </Show>
      </ul>
    </section>
  );
}

function Unknown(): JSX.Element {
  const why = (): string =>
    mirror.limits.report === "notReported"
      ? w.limits.notReported
      : mirror.account.kind === "signedOut"
        ? w.limits.signedOut
        : w.limits.unknownHint;
  return (
    <li class="bucket">
      <div class="row">
        <span class="name grow">{w.limits.some}</span>
        <span class="quiet">{w.common.unknown}</span>
      </div>
      <div class="bar-unknown" />
      <small>{why()}</small>
    </li>
  );
}

function Bucket(props: { limit: LimitWindow; binding: boolean; now: number }): JSX.Element {
  const until = (): string => {
    const ms = props.limit.resetsMs;
    if (ms === null) return w.limits.resetUnknown;
    return ms <= props.now ? w.limits.resetNow : w.limits.resets(moment(ms, props.now), countdown(ms - props.now));
  };
  return (
    <li class="bucket">
      <div class="row">
        <span class="name grow">
          {props.limit.name ?? capital(props.limit.limit || w.limits.some)}{" "}
          <span class="quiet plain">{periodName(props.limit.period) ?? w.limits.windowUnknown}</span>
        </span>
        <Show when={props.binding}>
          <span
            class={`tag ${props.limit.usedPercent >= 100 ? "danger" : props.limit.usedPercent >= 80 ? "waiting" : ""}`}
          >
            {w.limits.binding}
          </span>
        </Show>
        <span class="num strong">{w.limits.percent(props.limit.usedPercent)}</span>
      </div>
      <Bar percent={props.limit.usedPercent} />
      <small class="num">{until()}</small>
    </li>
  );
}
