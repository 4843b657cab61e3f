// The head of a thread: its title, its folder, and its state in words.

import { createMemo, type JSX, Show } from "solid-js";
import { useNow } from "../clock";
import { modelName } from "../composer/choices";
import { defaultsOf } from "../composer/defaults";
import { type EffectivePermissions, effectivePermissions, effectiveName } from "../composer/permissions";
import type { Head as HeadModel, ThreadId, ThreadLine } from "../generated/model";
import { headItems, threadItems } from "../conversation/menu";
import {
  archivedOff,
  fork,
  isRenaming,
  recordOf,
  setOpenDialog,
  setRecordOf,
  setRenaming,
} from "../conversation/actions";
import { RenameField } from "../conversation/RenameField";
import { Button, IconButton } from "../kit/controls";
import { Icon } from "../kit/icons";
import { later } from "../kit/later";
import { Menu, type MenuItem } from "../kit/Menu";
import { mirror } from "../mirror";
import { folderName, titleOf, isFork } from "../titles";
import { headWords, type HeadWords } from "../headline";
import { go } from "../view";
import { TrustChip } from "../trust/Chip";
import { w } from "../words/words";
import { PanelButtons, ShowSidebar } from "../Bars";
import { StatePill } from "./StatePill";

const Approvals = later(() => import("../asks/Approvals").then((file) => file.Approvals));

export function Head(props: {
  id: ThreadId;
  head: HeadModel | null;
  title: string;
  cwd: string;
  branch: string | null;
}): JSX.Element {
  const now = useNow();
  const oldestAsk = createMemo(() => {
    const times = Object.values(mirror.asks)
      .filter((ask) => ask?.thread === props.id)
      .map((ask) => ask.askedMs);
    return times.length ? Math.min(...times) : null;
  });
  /** A lost thread has no further details. */
  const isLost = (): boolean => mirror.lost[props.id] !== undefined;
  const words = (): HeadWords | null =>
    isLost() ? null : headWords(props.head?.state ?? { kind: "loading" }, mirror.server.phase.kind, now(), oldestAsk());
  const sums = createMemo(() => {
    const diff = mirror.open[props.id]?.diff ?? [];
    return {
      files: diff.length,
      added: diff.reduce((n, file) => n + file.added, 0),
      removed: diff.reduce((n, file) => n + file.removed, 0),
    };
  });
  /** The parent of a sub-agent. */
  const parent = (): ThreadLine | undefined => {
    const line = mirror.threads[props.id];
    return line?.parent && line.madeBy === "agent" ? mirror.threads[line.parent] : undefined;
  };
  const forkedFrom = (): ThreadLine | undefined => {
    const line = mirror.threads[props.id];
    return line && isFork(line) ? mirror.threads[line.parent ?? ""] : undefined;
  };
  /** The permissions of the next turn, once the server or the config has reported them. */
  const under = (): EffectivePermissions | null => {
    const { head } = props;
    const configured = defaultsOf(props.cwd)?.policy ?? null;
    if (!head || (head.permissions.kind === "asConfigured" && !head.policy && !configured)) return null;
    return effectivePermissions(head.permissions, head.policy, configured);
  };
  const archived = (): boolean => props.head?.archived ?? mirror.threads[props.id]?.archived ?? false;
  const off = (): string | undefined => archivedOff(props.id);
  const rename = (): void => void setRenaming({ thread: props.id, where: "head" });
  const items = (): MenuItem[] => threadItems(props.id, mirror.threads[props.id], rename, headItems(props.id));
  return (
    <header class="main-head" data-part="head" data-region>
      <ShowSidebar />
      <div class="grow">
        <Show
          when={!isRenaming(props.id, "head")}
          fallback={
            <RenameField
              id={props.id}
              title={props.title}
              class="head-rename"
              back={() => document.querySelector("[data-part=head-menu]")}
            />
          }
        >
          <h1 class="clip" title={props.title} onDblClick={() => !off() && rename()}>
            {props.title || w.keep.untitled}
          </h1>
        </Show>
        <div class="crumbs">
          <span class="clip" title={props.cwd}>
            <Icon name="folder" />
            <span class="clip">{folderName(props.cwd)}</span>
          </span>
          <Show when={props.branch}>
            {(branch) => (
              <span class="clip branch" title={branch()}>
                <Icon name="branch" />
                <span class="clip">{branch()}</span>
              </span>
            )}
          </Show>
          <Show when={props.cwd}>{(cwd) => <TrustChip cwd={cwd()} />}</Show>
          <Show when={parent()}>
            {(from) => (
              <button
                type="button"
                class="clip goal"
                title={w.keep.agentOf(titleOf(from()))}
                data-part="to-parent"
                onClick={() => go({ kind: "thread", id: from().id })}
              >
                <Icon name="agent" />
                <span class="clip">{w.keep.agentOf(titleOf(from()))}</span>
              </button>
            )}
          </Show>
          <Show when={forkedFrom()}>
            {(from) => (
              <button
                type="button"
                class="clip goal"
                title={w.keep.forkedFrom(titleOf(from()))}
                data-part="forked-from"
                onClick={() => go({ kind: "thread", id: from().id })}
              >
                <Icon name="fork" />
                <span class="clip">{w.keep.forkedFrom(titleOf(from()))}</span>
              </button>
            )}
          </Show>
          <Show when={props.head?.model}>
            {(model) => <span class="no-shrink wide-only">{modelName(model())}</span>}
          </Show>
          <Show when={under()}>
            {(words) => (
              <span class="clip wide-only" title={words().meaning} data-part="head-permissions">
                <Icon name="shield" />
                <span class="clip">{effectiveName(words())}</span>
              </span>
            )}
          </Show>
          <Show when={props.head?.goal}>
            {(goal) => (
              <button
                type="button"
                class="clip wide-only goal"
                title={goal().objective}
                data-part="goal"
                disabled={archived()}
                onClick={() => setOpenDialog({ kind: "goal", thread: props.id })}
              >
                <Icon name="goal" />
                <span class="clip">{goal().objective}</span>
              </button>
            )}
          </Show>
          <Show when={archived()}>
            <span class="tag">{w.state.archived}</span>
          </Show>
        </div>
      </div>
      <span class="sr" role="status" data-part="head-said">
        {words()?.said ?? words()?.text ?? ""}
      </span>
      <Show when={words()}>{(found) => <StatePill words={found()} />}</Show>
      <Show when={props.head?.state.kind === "locked" && !isLost()}>
        <Button size="small" part="fork-instead" onClick={() => void fork(props.id, null, true)}>
          {w.keep.forkInstead}
        </Button>
      </Show>
      <span class="row gap-1 no-shrink">
        <PanelButtons {...sums()} />
        <IconButton
          icon="fork"
          label={w.keep.fork}
          part="fork"
          disabled={archived()}
          onClick={() => void fork(props.id, null)}
        />
        <Menu label={w.common.more} items={items()} class="icon-button" part="head-menu">
          <Icon name="more" />
        </Menu>
      </span>
      <Show when={recordOf() === props.id}>
        <Approvals thread={props.id} head={props.head} close={() => setRecordOf(null)} />
      </Show>
    </header>
  );
}
