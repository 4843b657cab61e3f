// Everything known about a thread.

import { createResource, createSignal, For, type JSX, Show } from "solid-js";
import type { Details, ThreadId } from "../generated/model";
import { ThreadUsage } from "../account/ThreadUsage";
import { act, failureOf, query } from "../host";
import { Button } from "../kit/controls";
import { copy } from "../kit/copy";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { later } from "../kit/later";
import { Spin } from "../kit/marks";
import { toastError } from "../kit/toasts";
import { moment } from "../words/forms";
import { w } from "../words/words";
import { sourceName } from "./menu";

const ThreadLinks = later(() => import("../integrations/ThreadLinks").then((file) => file.ThreadLinks));

const ThreadMemory = later(() => import("../integrations/ThreadMemory").then((file) => file.ThreadMemory));

function facts(details: Details): [string, string][] {
  const names = w.details.names;
  const now = Date.now();
  const all: [string, string | null][] = [
    [names.cwd, details.cwd],
    [names.branch, details.branch],
    [names.commit, details.commit],
    [names.model, details.model],
    [names.provider, details.provider],
    [names.version, details.version],
    [names.source, sourceName(details.source)],
    [names.originator, details.originator],
    [names.created, moment(details.createdMs, now)],
    [names.updated, moment(details.updatedMs, now)],
    [names.file, details.file],
    [names.id, details.id],
  ];
  return all.filter((pair): pair is [string, string] => !!pair[1]);
}

export function DetailsOf(props: { id: ThreadId; close: () => void }): JSX.Element {
  const [problem, setProblem] = createSignal("");
  const [details] = createResource(() =>
    query({ type: "details", thread: props.id }).then(
      (result) => result.details,
      (error: unknown) => {
        setProblem(failureOf(error).message);
        return undefined;
      },
    ),
  );
  return (
    <Dialog title={w.details.title} close={props.close} class="details" part="details">
      <Show
        when={details()}
        fallback={
          <p class="quiet" role="status">
            <Show when={problem()} fallback={<Spin />}>
              {problem()}
            </Show>
            <Show when={!problem()}> {w.details.loading}</Show>
          </p>
        }
      >
        {(found) => (
          <dl class="about">
            <For each={facts(found())}>
              {([name, value]) => (
                <div>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              )}
            </For>
          </dl>
        )}
      </Show>
      <ThreadUsage id={props.id} />
      <ThreadLinks thread={props.id} />
      <ThreadMemory thread={props.id} />
      <DialogFoot
        no={w.common.close}
        close={props.close}
        safe
        aside={
          <>
            <Button onClick={() => void copy(props.id)}>{w.menu.copyId}</Button>
            <Show when={details()?.file}>
              <Button onClick={() => void act({ type: "revealFile", thread: props.id }).catch(toastError)}>
                {w.keep.reveal}
              </Button>
            </Show>
          </>
        }
      />
    </Dialog>
  );
}
