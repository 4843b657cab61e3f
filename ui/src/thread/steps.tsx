// The short steps of a turn: one line each, some with folded content.

import { type JSX, Show } from "solid-js";
import { Blocks } from "../kit/Blocks";
import { Data } from "../kit/Data";
import type { IconName } from "../kit/icons";
import { StepMark } from "../kit/StepMark";
import { RowPicture } from "../kit/RowPicture";
import { imageWords } from "../rows";
import { markedIn } from "../view";
import { span } from "../words/forms";
import { w } from "../words/words";
import { PlanHead, PlanSteps } from "./Plan";
import type { BodyOf, RowProps } from "./row";
import { FoldStep } from "./Step";

function Plan(props: RowProps<"plan">): JSX.Element {
  return (
    <>
      <StepMark icon="plan" />
      <div class="step-line">
        <PlanHead body={props.body} />
      </div>
      <PlanSteps body={props.body} live={props.turn === "running"} />
    </>
  );
}

function Searched(props: RowProps<"searched">): JSX.Element {
  return (
    <FoldStep
      row={props.row}
      icon="globe"
      head={props.body.query ? `${w.row.searched} “${props.body.query}”` : w.row.searching}
      has={!!props.body.detail}
    >
      <p class="quiet">{props.body.detail}</p>
    </FoldStep>
  );
}

function Image(props: RowProps<"image">): JSX.Element {
  return (
    <>
      <FoldStep
        row={props.row}
        icon="image"
        has={!!props.body.caption}
        head={
          <>
            {imageWords(props.body.generated, props.row.state)} <code>{props.body.path ?? ""}</code>
          </>
        }
      >
        <p class="quiet">{props.body.caption}</p>
      </FoldStep>
      <Show when={props.body.error}>{(error) => <p class="tone-danger">{error()}</p>}</Show>
      <Show when={props.row.state !== "open" && !props.body.error}>
        <div class="step-open">
          <RowPicture
            thread={props.thread}
            row={props.row.id}
            name={props.body.path ?? props.body.caption ?? w.attachment.image}
          />
        </div>
      </Show>
    </>
  );
}

function Review(props: RowProps<"review">): JSX.Element {
  const title = (): string => {
    if (props.body.target) return w.row.reviewOf(props.body.target);
    return props.body.begins ? w.row.reviewBegins : w.row.reviewEnds;
  };
  return (
    <>
      <StepMark icon="review" row={props.row} />
      <div class="step-line">
        <span class="strong tone-text">{title()}</span>
      </div>
      <Show when={props.body.blocks.length}>
        <Blocks blocks={props.body.blocks} thread={props.thread} />
      </Show>
    </>
  );
}

function Compacted(props: RowProps<"compacted">): JSX.Element {
  const words = (): string => {
    if (props.row.state === "done") return w.row.compacted;
    return props.row.state === "open" ? w.row.compacting : w.row.notCompacted;
  };
  return <FoldStep row={props.row} icon="compact" head={words()} />;
}

function Hook(props: RowProps<"hook">): JSX.Element {
  return (
    <FoldStep
      row={props.row}
      icon="hook"
      head={
        <>
          {w.row.hook} <span class="faint">{props.body.text.split("\n", 1)[0]}</span>
        </>
      }
      has={props.body.text.includes("\n")}
    >
      <pre class="data">{props.body.text}</pre>
    </FoldStep>
  );
}

function Waited(props: RowProps<"waited">): JSX.Element {
  const words = (): string => {
    if (props.body.ms === null) return w.row.waiting;
    return (props.row.state === "open" ? w.row.waitingFor : w.row.waited)(span(props.body.ms));
  };
  return <FoldStep row={props.row} icon="clock" head={words()} />;
}

function Declined(props: RowProps<"declined">): JSX.Element {
  return (
    <>
      <StepMark icon="x" row={props.row} />
      <div class="step-line" data-part="declined">
        <span class="clip">
          <span class="strong tone-text">{w.row.declinedBy[props.body.by]}</span> <code>{props.body.what}</code>
        </span>
        <Show when={props.body.stopped}>
          <span class="meta">{w.row.declinedStopped}</span>
        </Show>
      </div>
    </>
  );
}

const levels: Record<BodyOf<"told">["level"], { icon: IconName; tone: string }> = {
  info: { icon: "info", tone: "" },
  warn: { icon: "warn", tone: "tone-warn" },
  error: { icon: "error", tone: "tone-danger" },
};

function Remark(props: RowProps<"told">): JSX.Element {
  return (
    <>
      <StepMark icon={levels[props.body.level].icon} tone={levels[props.body.level].tone} />
      <p class="remark">{props.body.text}</p>
    </>
  );
}

/** A kind that this build does not know: its name, and its data. */
function Unknown(props: RowProps<"unknown">): JSX.Element {
  return (
    <FoldStep row={props.row} icon="info" head={w.row.unknown(props.body.name)} meta={w.row.dataFolded} has>
      <Data
        text={props.body.json}
        name={w.row.unknown(props.body.name)}
        seek={markedIn(props.thread, props.row.id)?.text}
      />
    </FoldStep>
  );
}

/** The views of one-line steps, by the kind of their row. */
export const steps = {
  plan: Plan,
  searched: Searched,
  image: Image,
  review: Review,
  compacted: Compacted,
  hook: Hook,
  waited: Waited,
  declined: Declined,
  told: Remark,
  unknown: Unknown,
};
