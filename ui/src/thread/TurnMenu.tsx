// The menu of a turn: fork at it, or go back to before it.

import type { JSX } from "solid-js";
import type { ThreadId, TurnId } from "../generated/model";
import { archivedOff, fork, isAtWork, setOpenDialog } from "../conversation/actions";
import { Icon } from "../kit/icons";
import { Menu } from "../kit/Menu";
import { w } from "../words/words";

export function TurnMenu(props: { thread: ThreadId; turn: TurnId }): JSX.Element {
  return (
    <Menu
      label={w.keep.turnMenu}
      class="icon-button small"
      part="turn-menu"
      items={[
        {
          label: w.keep.forkFrom,
          icon: "fork",
          off: archivedOff(props.thread),
          run: () => void fork(props.thread, props.turn),
        },
        {
          label: w.keep.goBack,
          icon: "undo",
          off: archivedOff(props.thread) ?? (isAtWork(props.thread) ? w.keep.stopFirst : undefined),
          run: () => setOpenDialog({ kind: "goBack", thread: props.thread, turn: props.turn }),
        },
      ]}
    >
      <Icon name="more" />
    </Menu>
  );
}
