// Below the composer of a new thread: waiting requests and recent threads.

import { createMemo, For, type JSX, Show } from "solid-js";
import { askIcon } from "../asks/titles";
import { useNow } from "../clock";
import type { Ask } from "../generated/model";
import { askKind, askLine } from "../inbox/Inbox";
import { Icon } from "../kit/icons";
import { ThreadMark } from "../kit/marks";
import { allLines, mirror } from "../mirror";
import { asksInOrder } from "../rows";
import { foldersOf } from "../titles";
import { folderName } from "../titles";
import { projectNames } from "../titles";
import { titleOf } from "../titles";
import { isFork } from "../titles";
import { go, setPref, prefs, setWantedAsk, showPanel } from "../view";
import { age, wait } from "../words/forms";
import { w } from "../words/words";
import { recentFolders, recentThreads } from "./recent";

const ASKS = 3;

export function Start(): JSX.Element {
  const now = useNow();
  const folders = createMemo(() => foldersOf(allLines()));
  const asks = createMemo(() => asksInOrder(Object.values(mirror.asks).filter((ask): ask is Ask => ask !== undefined)));
  // By their ids, because a line object keeps its identity when it changes.
  const threads = createMemo(() => recentThreads(allLines()).map((line) => line.id));
  const others = (): string[] =>
    mirror.server.demo ? [] : recentFolders(folders(), prefs.folder ?? folders()[0] ?? null);
  const names = createMemo(() => projectNames(others()));
  const answer = (ask: Ask): void => {
    if (!ask.thread) return showPanel("inbox");
    setWantedAsk(ask.id);
    go({ kind: "thread", id: ask.thread });
  };
  const choose = (folder: string): void => {
    setPref("folder", folder);
    document.querySelector<HTMLElement>("[data-part=composer-input]")?.focus();
  };
  return (
    <div class="start" data-part="start">
      <Show when={asks().length}>
        <section aria-labelledby="start-waits">
          <h3 id="start-waits">{w.start.waits}</h3>
          <ul class="start-list waits">
            <For each={asks().slice(0, ASKS)}>
              {(ask) => (
                <li>
                  <button type="button" class="side-row" data-part="waiting-item" onClick={() => answer(ask)}>
                    <Icon name={askIcon(ask.body)} />
                    <span class="label">
                      <b>{askKind(ask.body)}</b> {askLine(ask.body).text}{" "}
                      <Show when={askLine(ask.body).code}>{(code) => <code>{code()}</code>}</Show>
                    </span>
                    <time>{wait(now() - ask.askedMs)}</time>
                  </button>
                </li>
              )}
            </For>
          </ul>
          <Show when={asks().length > ASKS}>
            <button type="button" class="link small" onClick={() => showPanel("inbox")}>
              {w.start.allWaiting(asks().length)}
            </button>
          </Show>
        </section>
      </Show>
      <Show when={threads().length}>
        <section aria-labelledby="start-threads">
          <h3 id="start-threads">{w.start.threads}</h3>
          <ul class="start-list">
            <For each={threads()}>
              {(id) => (
                <Show when={mirror.threads[id]}>
                  {(line) => (
                    <li>
                      <button
                        type="button"
                        class="side-row"
                        data-part="recent-thread"
                        onClick={() => go({ kind: "thread", id })}
                      >
                        <ThreadMark mark={line().mark} />
                        <Show when={isFork(line())}>
                          <span class="fork-mark">
                            <Icon name="fork" />
                            <span class="sr">{w.keep.forkOf}</span>
                          </span>
                        </Show>
                        <span class="label">{titleOf(line())}</span>
                        <span class="faint small clip where">{folderName(line().cwd)}</span>
                        <time>{age(line().updatedMs, now())}</time>
                      </button>
                    </li>
                  )}
                </Show>
              )}
            </For>
          </ul>
        </section>
      </Show>
      <Show when={others().length}>
        <section aria-labelledby="start-folders">
          <h3 id="start-folders">{w.start.folders}</h3>
          <div class="row wrap">
            <For each={others()}>
              {(folder) => (
                <button
                  type="button"
                  class="button start-folder"
                  data-part="recent-folder"
                  title={folder}
                  onClick={() => choose(folder)}
                >
                  <Icon name="folder" />
                  <span class="clip">{names().get(folder) ?? folder}</span>
                </button>
              )}
            </For>
          </div>
        </section>
      </Show>
    </div>
  );
}
