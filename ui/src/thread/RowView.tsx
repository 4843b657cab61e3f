// One row of a timeline, by its kind.

import { For, type JSX, Match, Show, Switch } from "solid-js";
import { Reviewed } from "../asks/Reviewed";
import type { Body, Row, ThreadId, TurnState } from "../generated/model";
import { choicesFor, pickManner } from "../composer/choices";
import { act } from "../host";
import { Counts, Path } from "../kit/bits";
import { Blocks } from "../kit/Blocks";
import { Button } from "../kit/controls";
import { Data } from "../kit/Data";
import { Diff } from "../kit/Diff";
import { Icon, type IconName } from "../kit/icons";
import { RowPicture } from "../kit/RowPicture";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { firstLine, imageWords } from "../rows";
import { go, markedIn } from "../view";
import { span } from "../words/forms";
import { w } from "../words/words";
import { PlanHead, PlanSteps } from "./Plan";
import { Prompt } from "./Prompt";
import { Ran } from "./Ran";
import { Knot } from "../kit/Knot";
import { FoldStep } from "./Step";

const DIFF_LINES = 40;
const levels: Record<"info" | "warn" | "error", { icon: IconName; tone: string }> = {
  info: { icon: "info", tone: "" },
  warn: { icon: "warn", tone: "tone-warn" },
  error: { icon: "error", tone: "tone-danger" },
};

type Kinded<K extends Body["kind"]> = Extract<Body, { kind: K }>;

export function RowView(props: { row: Row; thread: ThreadId; turn: TurnState | undefined }): JSX.Element {
  const row = (): Row => props.row;
  const as = <K extends Body["kind"]>(kind: K): Kinded<K> | undefined =>
    row().body.kind === kind ? (row().body as Kinded<K>) : undefined;
  return (
    <div
      class={row().body.kind === "prompt" ? "prompt" : "step"}
      data-part="row"
      data-row={row().id}
      data-kind={row().body.kind}
      data-state={row().state}
    >
      <Switch>
        <Match when={as("prompt")}>{(body) => <Prompt row={row()} body={body()} thread={props.thread} />}</Match>
        <Match when={as("said")}>
          {(body) => (
            <>
              <Unsaved when={body().unsaved} turn={props.turn} />
              <Blocks blocks={body().blocks} thread={props.thread} live={row().state === "open"} />
            </>
          )}
        </Match>
        <Match when={as("thought")}>
          {(body) => (
            <FoldStep
              row={row()}
              icon="thought"
              head={body().headline ?? (row().state === "open" ? w.row.thinking : w.row.thought)}
              has={body().blocks.length > 0}
            >
              <div class="quiet-prose">
                <Blocks blocks={body().blocks} thread={props.thread} />
              </div>
            </FoldStep>
          )}
        </Match>
        <Match when={as("plan")}>
          {(body) => (
            <>
              <Knot icon="plan" />
              <div class="step-line">
                <PlanHead body={body()} />
              </div>
              <PlanSteps body={body()} live={props.turn === "running"} />
            </>
          )}
        </Match>
        <Match when={as("proposal")}>
          {(body) => (
            <>
              <Knot icon="plan" row={row()} />
              <Unsaved when={body().unsaved} turn={props.turn} />
              <div class="box">
                <div class="box-head">
                  <b>{w.row.proposal}</b>
                </div>
                <div class="box-in">
                  <Blocks blocks={body().blocks} thread={props.thread} live={row().state === "open"} />
                </div>
              </div>
              <CarryOut row={row()} thread={props.thread} />
            </>
          )}
        </Match>
        <Match when={as("ran")}>{(body) => <Ran row={row()} body={body()} thread={props.thread} />}</Match>
        <Match when={as("edited")}>{(body) => <Edited row={row()} body={body()} thread={props.thread} />}</Match>
        <Match when={as("tool")}>{(body) => <Tool row={row()} body={body()} thread={props.thread} />}</Match>
        <Match when={as("agents")}>{(body) => <Agents row={row()} body={body()} />}</Match>
        <Match when={as("searched")}>
          {(body) => (
            <FoldStep
              row={row()}
              icon="globe"
              head={body().query ? `${w.row.searched} “${body().query}”` : w.row.searching}
              has={!!body().detail}
            >
              <p class="quiet">{body().detail}</p>
            </FoldStep>
          )}
        </Match>
        <Match when={as("image")}>
          {(body) => (
            <>
              <FoldStep
                row={row()}
                icon="image"
                has={!!body().caption}
                head={
                  <>
                    {imageWords(body().generated, row().state)} <code>{body().path ?? ""}</code>
                  </>
                }
              >
                <p class="quiet">{body().caption}</p>
              </FoldStep>
              <Show when={body().error}>{(error) => <p class="tone-danger">{error()}</p>}</Show>
              <Show when={row().state !== "open" && !body().error}>
                <div class="step-open">
                  <RowPicture
                    thread={props.thread}
                    row={row().id}
                    name={body().path ?? body().caption ?? w.attachment.image}
                  />
                </div>
              </Show>
            </>
          )}
        </Match>
        <Match when={as("review")}>
          {(body) => (
            <>
              <Knot icon="review" row={row()} />
              <div class="step-line">
                <span class="strong tone-text">
                  {body().target
                    ? w.row.reviewOf(body().target ?? "")
                    : body().begins
                      ? w.row.reviewBegins
                      : w.row.reviewEnds}
                </span>
              </div>
              <Show when={body().blocks.length}>
                <Blocks blocks={body().blocks} thread={props.thread} />
              </Show>
            </>
          )}
        </Match>
        <Match when={as("compacted")}>
          <FoldStep
            row={row()}
            icon="compact"
            head={
              row().state === "done" ? w.row.compacted : row().state === "open" ? w.row.compacting : w.row.notCompacted
            }
          />
        </Match>
        <Match when={as("hook")}>
          {(body) => (
            <FoldStep
              row={row()}
              icon="hook"
              head={
                <>
                  {w.row.hook} <span class="faint">{body().text.split("\n", 1)[0]}</span>
                </>
              }
              has={body().text.includes("\n")}
            >
              <pre class="data">{body().text}</pre>
            </FoldStep>
          )}
        </Match>
        <Match when={as("waited")}>
          {(body) => (
            <FoldStep
              row={row()}
              icon="clock"
              head={
                body().ms === null
                  ? w.row.waiting
                  : (row().state === "open" ? w.row.waitingFor : w.row.waited)(span(body().ms ?? 0))
              }
            />
          )}
        </Match>
        <Match when={as("declined")}>
          {(body) => (
            <>
              <Knot icon="x" row={row()} />
              <div class="step-line" data-part="declined">
                <span class="clip">
                  <span class="strong tone-text">{w.row.declinedBy[body().by]}</span> <code>{body().what}</code>
                </span>
                <Show when={body().stopped}>
                  <span class="meta">{w.row.declinedStopped}</span>
                </Show>
              </div>
            </>
          )}
        </Match>
        <Match when={as("reviewed")}>{(body) => <Reviewed row={row()} body={body()} thread={props.thread} />}</Match>
        <Match when={as("told")}>
          {(body) => (
            <>
              <Knot icon={levels[body().level].icon} tone={levels[body().level].tone} />
              <p class="told">{body().text}</p>
            </>
          )}
        </Match>
        <Match when={as("unknown")}>
          {(body) => (
            <FoldStep row={row()} icon="info" head={w.row.unknown(body().name)} meta={w.row.dataFolded} has>
              <Data
                text={body().json}
                name={w.row.unknown(body().name)}
                seek={markedIn(props.thread, row().id)?.text}
              />
            </FoldStep>
          )}
        </Match>
      </Switch>
    </div>
  );
}

/** Only we have this text. */
function Unsaved(props: { when: boolean; turn: TurnState | undefined }): JSX.Element {
  return (
    <Show when={props.when}>
      <p class="unsaved">
        <span class="tag warn">{w.transcript.unsaved}</span>
        <span class="faint small">
          {props.turn === "running" || props.turn === "done" ? w.transcript.cutOffHint : w.transcript.unsavedHint}
        </span>
      </p>
    </Show>
  );
}

function Edited(props: { row: Row; body: Kinded<"edited">; thread: ThreadId }): JSX.Element {
  return (
    <>
      <Knot icon="edit" row={props.row} />
      <Show when={props.body.files.length} fallback={<div class="step-line">{w.row.editing}</div>}>
        <div class="files">
          <For each={props.body.files}>
            {(file) => (
              <div class={`box ${props.row.state === "open" ? "running" : ""}`}>
                <div class="box-head">
                  <Path path={file.path} />
                  <span class="meta">
                    <Show when={props.row.state === "declined" || props.row.state === "failed"}>
                      <span class="tone-danger">{props.row.state === "declined" ? w.row.declined : w.row.failed}</span>
                    </Show>
                    <Show when={props.row.state === "stopped"}>
                      <span class="faint">{w.row.stopped}</span>
                    </Show>
                    <Show when={file.kind !== "modified"}>
                      <span class="tag">{w.fileKind[file.kind]}</span>
                    </Show>
                    <Counts added={file.added} removed={file.removed} />
                  </span>
                </div>
                <Diff
                  file={file}
                  limit={DIFF_LINES}
                  thread={props.thread}
                  row={props.row.id}
                  seek={markedIn(props.thread, props.row.id)?.text}
                />
              </div>
            )}
          </For>
        </div>
      </Show>
    </>
  );
}

function Tool(props: { row: Row; body: Kinded<"tool">; thread: ThreadId }): JSX.Element {
  const seek = (): string | undefined => markedIn(props.thread, props.row.id)?.text;
  return (
    <FoldStep
      row={props.row}
      icon="plug"
      has
      head={
        <>
          {w.row.tool(props.body.server)}
          <code>{props.body.tool}</code>
        </>
      }
    >
      <div class="data-pair">
        <Named name={w.row.arguments} text={props.body.arguments} seek={seek()} />
        <Named name={w.row.result} text={props.body.result} seek={seek()} />
        <Named name={w.row.error} text={props.body.error} seek={seek()} danger />
      </div>
    </FoldStep>
  );
}

function Named(props: { name: string; text: string | null; seek: string | undefined; danger?: boolean }): JSX.Element {
  return (
    <Show when={props.text}>
      {(text) => (
        <div>
          <h4 class={props.danger ? "data-name tone-danger" : "data-name"}>{props.name}</h4>
          <Data text={text()} name={props.name} seek={props.seek} />
        </div>
      )}
    </Show>
  );
}

const isLost = (status: string): boolean => ["errored", "interrupted", "notFound"].includes(status);

function Agents(props: { row: Row; body: Kinded<"agents"> }): JSX.Element {
  return (
    <>
      <FoldStep
        row={props.row}
        icon="agent"
        head={w.row.agents(props.body.action, firstLine(props.body.prompt))}
        has={!!props.body.prompt}
      >
        <p class="quiet prewrap">{props.body.prompt}</p>
      </FoldStep>
      <For each={props.body.ends ?? []}>
        {(end) => (
          <p class={isLost(end.status) ? "tone-danger prewrap" : "quiet prewrap"}>
            {w.row.agentEnd(end.status)}
            {end.message ? ` ${end.message}` : ""}
          </p>
        )}
      </For>
      <Show when={props.body.threads.length}>
        <div class="row wrap step-actions">
          <For each={props.body.threads}>
            {(id, i) => (
              <Button size="small" onClick={() => go({ kind: "thread", id })}>
                {props.body.threads.length === 1 ? w.row.openAgent : w.row.openAgentOf(i() + 1)}
                <Icon name="right" class="turn" />
              </Button>
            )}
          </For>
        </div>
      </Show>
    </>
  );
}

/** The plan is good as it is: out of plan mode, and on. */
function CarryOut(props: { row: Row; thread: ThreadId }): JSX.Element {
  const open = () => mirror.open[props.thread];
  const isLast = (): boolean =>
    open()?.newer === false &&
    open()?.turnOrder.at(-1) === props.row.turn &&
    open()?.head.running == null &&
    props.row.state === "done";
  const run = (): void => {
    pickManner(props.thread, { plan: false });
    act({
      type: "send",
      thread: props.thread,
      prompt: { text: w.row.carryOutPrompt, attached: [] },
      choices: choicesFor(props.thread),
    }).catch(toastError);
  };
  return (
    <Show when={isLast()}>
      <div class="row wrap step-actions">
        <Button variant="primary" part="carry-out" onClick={run}>
          {w.row.carryOut}
        </Button>
        <span class="faint small">{w.row.goOnPlanning}</span>
      </div>
    </Show>
  );
}
