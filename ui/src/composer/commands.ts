// The commands of the composer, by slash and from its plus menu.

import type { ThreadId } from "../generated/model";
import { act } from "../host";
import { archive, fork, isAtWork, setOpenDialog, setRenaming } from "../conversation/actions";
import type { IconName } from "../kit/icons";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";
import { go, setDialog, showPanel } from "../view";
import { w } from "../words/words";
import { pickImages } from "./attach";
import { isPlanning, pickManner } from "./choices";
import { setComposerDialog } from "./dialog";

export type CommandName = keyof typeof w.commands;
export type Command = { name: CommandName; icon: IconName; detail: string; run: () => void };

type Ways = { insert: (text: string) => void };

const open = (part: string): void =>
  void setTimeout(() => document.querySelector<HTMLElement>(`[data-part=composer] [data-part=${part}]`)?.click());

export function commandsFor(thread: ThreadId | null, ways: Ways): Command[] {
  const running = thread ? mirror.open[thread]?.head.running != null : false;
  const command = (name: CommandName, icon: IconName, run: () => void): Command => ({
    name,
    icon,
    detail: w.commands[name],
    run,
  });
  const always: Command[] = [
    command("plan", "plan", () => pickManner(thread, { plan: !isPlanning(thread) })),
    command("review", "review", () => setComposerDialog("review")),
    command("model", "sliders", () => open("model-pick")),
    command("permissions", "shield", () => open("permissions-pick")),
    command("image", "image", () => pickImages(thread)),
    command("mention", "file", () => ways.insert("@")),
    command("skill", "spool", () => ways.insert("$")),
    command("shell", "terminal", () => ways.insert("!")),
    command("new", "compose", () => go({ kind: "new" })),
    command("search", "search", () => setDialog("palette")),
    command("keys", "keyboard", () => setDialog("keys")),
  ];
  if (thread === null) return always;
  const threads = [thread];
  // An archived thread must be restored before anything in it can be changed.
  const archived = mirror.threads[thread]?.archived ?? false;
  return [
    ...always.slice(0, 2),
    ...(archived || isAtWork(thread)
      ? []
      : [command("compact", "compact", () => void act({ type: "compact", thread }).catch(toastError))]),
    command("diff", "edit", () => showPanel("changes")),
    ...(archived || !mirror.server.knowsGoals
      ? []
      : [command("goal", "goal", () => setOpenDialog({ kind: "goal", thread }))]),
    ...always.slice(2, 8),
    ...(archived
      ? []
      : [
          command("fork", "fork", () => void fork(thread, null)),
          command("rename", "pencil", () => setRenaming({ thread, where: "head" })),
        ]),
    command("export", "download", () => setOpenDialog({ kind: "export", threads })),
    ...(archived ? [] : [command("archive", "archive", () => archive(threads))]),
    ...(running ? [command("stop", "stop", () => void act({ type: "interrupt", thread }).catch(toastError))] : []),
    ...always.slice(8),
  ];
}
