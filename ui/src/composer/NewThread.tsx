// A thread that does not exist yet: a folder, and the first message.

import { createMemo, For, type JSX, Show } from "solid-js";
import { act } from "../host";
import { Button } from "../kit/controls";
import { Icon } from "../kit/icons";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { allLines, mirror } from "../mirror";
import { foldersOf } from "../titles";
import { folderName } from "../titles";
import { PanelButtons, ShowSidebar } from "../Bars";
import { setPref, prefs } from "../view";
import { w } from "../words/words";
import { Composer } from "./Composer";
import { setDraft } from "./drafts";

const RECENT = 12;

/** `children`: what is shown below its composer. */
export function NewThread(props: { children?: JSX.Element }): JSX.Element {
  // Taken from the list itself, so that a thread of another client adds its folder.
  const folders = createMemo(() => foldersOf(allLines()));
  const cwd = (): string | null => mirror.server.demo?.workspace ?? prefs.folder ?? folders()[0] ?? null;
  const choose = (): void => {
    act({ type: "pickFolder" })
      .then((receipt) => receipt.path && setPref("folder", receipt.path))
      .catch(toastError);
  };
  const items = (): MenuItem[] => [
    ...(folders().length ? [{ kind: "head", label: w.newThread.recent } as const] : []),
    ...folders()
      .slice(0, RECENT)
      .map((path): MenuItem => ({
        label: folderName(path),
        detail: path,
        checked: path === cwd(),
        run: () => setPref("folder", path),
      })),
    ...(folders().length ? [{ kind: "line" } as const] : []),
    { label: w.newThread.pickFolder, icon: "folder", run: choose },
  ];
  return (
    <>
      <header class="main-head" data-part="head" data-region>
        <ShowSidebar />
        <div class="grow">
          <h1 class="clip">{w.newThread.title}</h1>
        </div>
        <PanelButtons />
      </header>
      <div class="new-thread">
        <h2>{w.newThread.lead}</h2>
        <Composer
          thread={null}
          cwd={cwd()}
          before={
            <div class="folder-row">
              <Menu
                label={`${w.newThread.folder}: ${cwd() ?? w.newThread.noFolder}`}
                of={w.newThread.folder}
                items={items()}
                class="button folder-pick"
                wide
                disabled={mirror.server.demo !== null}
              >
                <Icon name="folder" />
                <span class="clip">{cwd() ? folderName(cwd() ?? "") : w.newThread.noFolder}</span>
                <Icon name="down" class="turn" />
              </Menu>
              <Show when={cwd()} fallback={<span class="faint small">{w.newThread.needsFolder}</span>}>
                <span class="faint small clip mono">{cwd()}</span>
              </Show>
            </div>
          }
        />
        <Show when={mirror.server.demo?.prompts.length}>
          <section class="demo-prompts" aria-label={w.newThread.demoPrompts}>
            <h3>{w.newThread.demoPrompts}</h3>
            <div class="row wrap">
              <For each={mirror.server.demo?.prompts}>
                {(text) => (
                  <Button
                    onClick={() => {
                      setDraft(null, text);
                      document.querySelector<HTMLElement>("[data-part=composer-input]")?.focus();
                    }}
                  >
                    <span class="clip">{text}</span>
                  </Button>
                )}
              </For>
            </div>
          </section>
        </Show>
        {props.children}
      </div>
    </>
  );
}
