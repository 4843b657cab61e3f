// What was done in this thread, one line each; a click scrolls there.

import { createMemo, For, type JSX, Show } from "solid-js";
import type { Body, Row, RowState } from "../generated/model";
import { Empty } from "../kit/bits";
import { Icon, type IconName } from "../kit/icons";
import { Spin } from "../kit/marks";
import type { Thread } from "../mirror";
import { imageWords } from "../rows";
import { firstLine } from "../titles";
import { setOver, setSoughtRow } from "../view";
import { moment, tookTime } from "../words/forms";
import { w } from "../words/words";

type Deed = { icon: IconName; text: string; isCode: boolean };

export function deed(body: Body, state: RowState = "done"): Deed | null {
  switch (body.kind) {
    case "ran":
      return { icon: "terminal", text: body.command, isCode: true };
    case "edited":
      return {
        icon: "edit",
        text: body.files.length === 1 ? (body.files[0]?.path ?? "") : w.row.edited(body.files.length),
        isCode: body.files.length === 1,
      };
    case "tool":
      return { icon: "plug", text: `${w.row.tool(body.server)}${body.tool}`, isCode: false };
    case "searched":
      return { icon: "globe", text: body.query || w.row.searching, isCode: false };
    case "agents":
      return { icon: "agent", text: w.row.agents(body.action, firstLine(body.prompt)), isCode: false };
    case "image":
      return { icon: "image", text: imageWords(body.generated, state), isCode: false };
    case "review":
      return { icon: "review", text: body.target ? w.row.reviewOf(body.target) : w.row.reviewEnds, isCode: false };
    case "declined":
      return { icon: "x", text: w.row.declinedWhat(body.what), isCode: false };
    case "compacted":
      return {
        icon: "compact",
        text: state === "done" ? w.row.compacted : state === "open" ? w.row.compacting : w.row.notCompacted,
        isCode: false,
      };
    case "prompt":
      return { icon: "question", text: body.text, isCode: false };
    default:
      return null;
  }
}

export function Activity(props: { thread: Thread }): JSX.Element {
  const deeds = createMemo(() =>
    props.thread.order.flatMap((id): { row: Row; deed: Deed }[] => {
      const row = props.thread.rows[id];
      const found = row && deed(row.body, row.state);
      return found ? [{ row, deed: found }] : [];
    }),
  );
  return (
    <div class="panel-scroll">
      <Show
        when={deeds().length}
        fallback={<Empty icon="activity" title={w.panel.noActivity} hint={w.panel.noActivityHint} />}
      >
        <ul class="activity">
          <For each={deeds()}>
            {(one) => (
              <li>
                <button
                  type="button"
                  class={`activity-row ${one.row.body.kind === "prompt" ? "is-prompt" : ""}`}
                  onClick={() => {
                    setOver(null);
                    setSoughtRow(one.row.id);
                  }}
                >
                  <Show
                    when={one.row.state === "open"}
                    fallback={<Icon name={one.deed.icon} class={one.row.state === "failed" ? "tone-danger" : ""} />}
                  >
                    <Spin />
                  </Show>
                  <span class={`grow clip ${one.deed.isCode ? "mono" : ""}`}>{one.deed.text}</span>
                  <span class="faint num cap">
                    {one.row.body.kind === "prompt"
                      ? one.row.startedMs !== null && moment(one.row.startedMs, Date.now())
                      : one.row.startedMs !== null &&
                        one.row.endedMs !== null &&
                        tookTime(one.row.endedMs - one.row.startedMs)}
                  </span>
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
    </div>
  );
}
