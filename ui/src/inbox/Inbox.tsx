// Every waiting request of all threads, oldest first.

import { createMemo, For, type JSX, Show } from "solid-js";
import { AskCard } from "../asks/AskCard";
import { askIcon } from "../asks/titles";
import { useNow } from "../clock";
import type { Ask, AskBody } from "../generated/model";
import { Empty } from "../kit/bits";
import { Icon } from "../kit/icons";
import { mirror } from "../mirror";
import { asksInOrder } from "../rows";
import { folderName } from "../titles";
import { titleOf } from "../titles";
import { go, openThread, setWantedAsk } from "../view";
import { moment, wait } from "../words/forms";
import { w } from "../words/words";

export function askKind(body: AskBody): string {
  return body.kind === "command" && body.host ? w.ask.kind.network : w.ask.kind[body.kind];
}

/** One line about a request; code is drawn as code. */
export function askLine(body: AskBody): { text: string; code: string | null } {
  switch (body.kind) {
    case "command":
      return body.host ? { text: w.inbox.connect(body.host), code: null } : { text: "", code: body.command };
    case "files":
      return { text: w.inbox.files(body.files.length), code: body.files[0]?.path ?? null };
    case "permissions":
      return { text: w.inbox.grants(body.grants.length), code: body.grants[0]?.what ?? null };
    case "questions":
      return { text: body.questions[0]?.question ?? "", code: null };
    case "form":
    case "link":
      return { text: body.message, code: null };
    case "toolUse":
      return { text: w.inbox.wants(body.server, body.tool ?? w.ask.anyTool), code: null };
    case "unreadable":
      return { text: "", code: body.method };
    default:
      return body satisfies never;
  }
}

export function Inbox(): JSX.Element {
  const now = useNow();
  const asks = createMemo(() => asksInOrder(Object.values(mirror.asks).filter((ask): ask is Ask => ask !== undefined)));
  /** The request that the open thread shows first. */
  const current = (): string | undefined => asks().find((ask) => ask.thread === openThread())?.id;
  const open = (ask: Ask): void => {
    if (!ask.thread) return;
    setWantedAsk(ask.id);
    go({ kind: "thread", id: ask.thread });
  };
  const threadTitle = (ask: Ask): string => {
    const line = mirror.threads[ask.thread ?? ""];
    return line ? titleOf(line) : ask.thread ? "" : w.inbox.noThread;
  };
  const project = (ask: Ask): string =>
    ask.thread && mirror.threads[ask.thread] ? folderName(mirror.threads[ask.thread]?.cwd ?? "") : "";
  return (
    <div class="inbox" data-part="inbox">
      <h2 class="sr">
        {w.inbox.title} {asks().length ? w.inbox.waiting(asks().length) : ""}
      </h2>
      <div class="panel-scroll" tabindex="0" role="region" aria-label={w.inbox.list}>
        <Show when={asks().length} fallback={<Empty icon="inbox" title={w.inbox.none} hint={w.inbox.noneHint} />}>
          <ul>
            <For each={asks()}>
              {(ask) => (
                <li>
                  <Show
                    when={ask.thread}
                    fallback={
                      <div class="inbox-card">
                        <AskCard ask={ask} />
                      </div>
                    }
                  >
                    <button
                      type="button"
                      class="inbox-item"
                      aria-current={ask.id === current() ? "true" : undefined}
                      onClick={() => open(ask)}
                    >
                      <Icon name={askIcon(ask.body)} />
                      <span class="grow">
                        <span class="top">
                          <b>{askKind(ask.body)}</b>
                          <span class="quiet clip">{project(ask)}</span>
                          <time>{wait(now() - ask.askedMs)}</time>
                        </span>
                        <span class="what clip block">{threadTitle(ask)}</span>
                        <span class="what clip block">
                          {askLine(ask.body).text}{" "}
                          <Show when={askLine(ask.body).code}>{(code) => <code>{code()}</code>}</Show>
                        </span>
                      </span>
                    </button>
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
        <Show when={mirror.ended.length}>
          <div class="inbox-end">
            <h3>{w.inbox.ended}</h3>
          </div>
          <ul class="answered">
            <For each={mirror.ended}>
              {(ended) => (
                <li>
                  <Icon
                    name={ended.why === "answered" ? "check" : "x"}
                    class={ended.why === "answered" ? "tone-add" : "faint"}
                  />
                  <span class="grow clip" data-part="inbox-ended">
                    {w.inbox[ended.why]}{" "}
                    <Show when={askLine(ended.ask.body).code} fallback={askLine(ended.ask.body).text}>
                      {(code) => <code>{code()}</code>}
                    </Show>
                  </span>
                  <span>{project(ended.ask)}</span>
                  <time>{moment(ended.atMs, now())}</time>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </div>
    </div>
  );
}
