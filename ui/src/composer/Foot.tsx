// The foot of the composer: attachments, choices, and the buttons to send and stop.

import { type JSX, Show } from "solid-js";
import { MOST_CHARACTERS, type ThreadId } from "../generated/model";
import { IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import type { Thread } from "../mirror";
import { w } from "../words/words";
import { pickImages } from "./attach";
import { Context } from "./Context";
import { setComposerDialog } from "./dialog";
import { isShell, lengthOf, TELL_FROM } from "./message";
import { PermissionsPick } from "./PermissionsPick";
import { MannerPick, ModelPick, PlanSwitch } from "./Picks";

type FootProps = {
  thread: ThreadId | null;
  open: Thread | undefined;
  cwd: string | null;
  text: string;
  running: boolean;
  label: string;
  canSend: boolean;
  insert: (sign: string) => void;
  stop: () => void;
  send: () => void;
};

export function Foot(props: FootProps): JSX.Element {
  const length = (): number => lengthOf(props.text);
  const over = (): number => Math.max(0, length() - MOST_CHARACTERS);
  // Delayed until the menu has returned the focus.
  const insert = (sign: string) => (): void => void setTimeout(() => props.insert(sign));
  const plus = (): MenuItem[] => [
    { label: w.attach.images, icon: "image", run: () => pickImages(props.thread) },
    { label: w.attach.link, icon: "globe", run: () => setComposerDialog("link") },
    { kind: "line" },
    { label: w.attach.file, icon: "file", run: insert("@") },
    { label: w.attach.skill, icon: "spool", run: insert("$") },
    { label: w.attach.command, icon: "terminal", run: insert("!") },
    { label: w.attach.review, icon: "review", run: () => setComposerDialog("review") },
  ];
  return (
    <div class="composer-foot">
      <div class="foot-row">
        <div class="foot-picks">
          <Menu label={w.attach.add} items={plus()} class="icon-button small" part="attach">
            <Icon name="plus" />
          </Menu>
          <ModelPick thread={props.thread} cwd={props.cwd} />
          <PermissionsPick thread={props.thread} cwd={props.cwd} />
          <PlanSwitch thread={props.thread} />
          <MannerPick thread={props.thread} cwd={props.cwd} />
        </div>
        <div class="foot-send">
          <Show when={length() > TELL_FROM}>
            <span class={over() ? "tone-danger small num" : "faint small num"} role="status">
              {over() ? w.composer.over(over()) : w.composer.left(MOST_CHARACTERS - length())}
            </span>
          </Show>
          <Context thread={props.open} />
          <Show when={props.running}>
            <IconButton small icon="stop" label={w.composer.stop} part="stop" onClick={() => props.stop()} />
          </Show>
          <IconButton
            small
            primary
            icon={isShell(props.text) ? "play" : "send"}
            label={props.label}
            part="send"
            disabled={!props.canSend}
            onClick={() => props.send()}
          />
        </div>
      </div>
    </div>
  );
}
