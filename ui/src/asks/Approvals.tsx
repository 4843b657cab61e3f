// The record of a thread's approvals, and the setting for requests that nobody answers in time.

import { createResource, For, type JSX, Show } from "solid-js";
import { act, query } from "../host";
import type { Approval, Head, ThreadId } from "../generated/model";
import { Empty } from "../kit/bits";
import { Button, Segmented } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Icon } from "../kit/icons";
import { toast, toastError } from "../kit/toasts";
import { moment } from "../words/forms";
import { w } from "../words/words";

const TIMES = [0, 300, 900, 3600] as const;

export function Approvals(props: { thread: ThreadId; head: Head | null; close: () => void }): JSX.Element {
  const [records] = createResource(async (): Promise<Approval[]> => {
    const result = await query({ type: "approvals", thread: props.thread });
    return result.type === "approvals" ? result.records : [];
  });
  const after = (): number => props.head?.declinesAfterS ?? 0;
  const options = (): { value: string; label: string }[] => {
    const all: number[] = TIMES.includes(after() as (typeof TIMES)[number]) ? [...TIMES] : [...TIMES, after()];
    return all.map((seconds) => ({
      value: String(seconds),
      label: seconds ? w.record.minutes(seconds / 60) : w.record.never,
    }));
  };
  const setAfter = (value: string): void =>
    void act({ type: "declineAfter", thread: props.thread, seconds: Number(value) || null }).catch(toastError);
  const save = (): void =>
    void act({ type: "exportApprovals", thread: props.thread })
      .then(
        (receipt) => receipt.path && toast({ tone: "plain", icon: "check", title: w.record.exported(receipt.path) }),
      )
      .catch(toastError);
  return (
    <Dialog title={w.record.title} part="approvals" class="wide" close={props.close}>
      <div class="stack gap-3">
        <div class="record-list" tabindex="0" role="region" aria-label={w.record.list}>
          <Show when={!records.error} fallback={<p class="tone-danger">{w.record.unreadable}</p>}>
            <Show
              when={records()?.length}
              fallback={
                <Show when={!records.loading}>
                  <Empty icon="shield" title={w.record.none} hint={w.record.noneHint} />
                </Show>
              }
            >
              <ul>
                <For each={records()}>{(one) => <Line record={one} />}</For>
              </ul>
            </Show>
          </Show>
        </div>
        <div class="stack gap-1">
          <p class="label-text" aria-hidden="true">
            {w.record.unattended}
          </p>
          <Segmented label={w.record.unattended} value={String(after())} options={options()} change={setAfter} />
          <p class="faint small">{w.record.unattendedHint}</p>
        </div>
        <DialogFoot
          no={w.common.close}
          close={props.close}
          safe
          aside={
            <Button icon="download" disabled={!records()?.length} onClick={save}>
              {w.record.export}
            </Button>
          }
        />
      </div>
    </Dialog>
  );
}

const YES: readonly Approval["verdict"][] = ["accepted", "session", "always", "answered"];

function Line(props: { record: Approval }): JSX.Element {
  const yes = (): boolean => YES.includes(props.record.verdict);
  return (
    <li class="record" data-part="record">
      <Icon name={yes() ? "check" : "x"} class={yes() ? "tone-add" : "faint"} />
      <span class="grow">
        <span class="clip block mono">{props.record.what}</span>
        <span class="faint small block">
          {w.ask.kind[props.record.kind]} · {w.record.verdicts[props.record.verdict]} {w.record.by[props.record.by]}
          <Show when={props.record.detail}>{(detail) => <> · {detail()}</>}</Show>
        </span>
      </span>
      <time class="faint small no-shrink">{moment(props.record.endedMs, Date.now())}</time>
    </li>
  );
}
