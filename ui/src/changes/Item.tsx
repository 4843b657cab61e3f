// One line of the list, of any kind.

import { type JSX, Show } from "solid-js";
import type { DiffLine } from "../generated/model";
import { entryOf, locate, type Spot } from "./layout";
import { Comment, FileHead, HunkHead, Line, Pair } from "./Lines";
import type { Reading } from "./reading";

export type ItemActions = {
  reading: Reading;
  split: boolean;
  isFolded: (path: string) => boolean;
  fold: (path: string) => void;
  copyFile: (file: number) => void;
  openFile: (path: string) => void;
  startComment: (at: Spot) => void;
  addComment: (text: string) => void;
  cancelComment: () => void;
};

export function Head(props: { file: number; of: ItemActions }): JSX.Element {
  return (
    <Show when={props.of.reading.files()[props.file]}>
      {(found) => (
        <FileHead
          sum={found()}
          folded={props.of.isFolded(found().path)}
          fold={() => props.of.fold(found().path)}
          copy={() => props.of.copyFile(props.file)}
          open={() => props.of.openFile(found().path)}
        />
      )}
    </Show>
  );
}

/** `at`: the cursor is on this line. The key alone determines what is drawn. */
export function Item(props: { key: string; at: boolean; of: ItemActions }): JSX.Element {
  const entry = entryOf(props.key);
  const { reading } = props.of;
  const { file } = entry;
  switch (entry.kind) {
    case "head":
      return <Head file={file} of={props.of} />;
    case "note":
      return <p class="diff-note">{reading.files()[file]?.note}</p>;
    case "hunk":
      return (
        <HunkHead
          line={reading.line(file, entry.row)}
          skipped={(reading.files()[file]?.gaps[entry.gap] ?? 0) - reading.gapOpened(file, entry.gap)}
          opened={reading.gapOpened(file, entry.gap) > 0}
          open={() => reading.openGap(file, entry.gap)}
        />
      );
    case "kept": {
      const found = (): DiffLine | undefined => reading.pages()?.kept(file, entry.gap)[entry.at];
      return (
        <Show when={props.of.split} fallback={<Line line={found()} at={false} />}>
          <Pair old={found()} now={found()} hasOld hasNow at={false} comment={() => undefined} />
        </Show>
      );
    }
    case "line":
      return (
        <Line
          line={reading.line(file, entry.row)}
          at={props.at}
          comment={() => props.of.startComment({ file, row: entry.row })}
        />
      );
    case "pair":
      return (
        <Pair
          old={reading.line(file, entry.old)}
          now={reading.line(file, entry.now)}
          hasOld={entry.old !== null}
          hasNow={entry.now !== null}
          at={props.at}
          comment={(side) => props.of.startComment({ file, row: (side === "old" ? entry.old : entry.now) ?? 0 })}
        />
      );
    case "comment": {
      const { path, line } = locate(reading.files()[file], reading.line(file, entry.row));
      return (
        <Comment
          place={line === null ? path : `${path}:${line}`}
          add={props.of.addComment}
          cancel={props.of.cancelComment}
        />
      );
    }
    default:
      return entry satisfies never;
  }
}
