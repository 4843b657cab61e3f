// Changes to a thread's permissions: the network, further folders, who answers approvals.

import { For, type JSX, Show } from "solid-js";
import type { PermissionExtras, Policy, Reviewer, ThreadId } from "../generated/model";
import { act } from "../host";
import { Button, IconButton, Segmented } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { toastError } from "../kit/toasts";
import { w } from "../words/words";
import { choicesFor, pickChoices } from "./choices";
import { defaultsOf } from "./defaults";
import { widens } from "./permissions";

type Three = "same" | "on" | "off";

export function ExtrasDialog(props: {
  thread: ThreadId | null;
  cwd: string | null;
  close: () => void;
  back: () => void;
}): JSX.Element {
  const chosen = () => choicesFor(props.thread);
  const extras = (): PermissionExtras => chosen().extras;
  const configured = (): Policy | null => defaultsOf(props.cwd)?.policy ?? null;
  const can = () => widens(chosen().permissions, configured());
  const put = (change: Partial<PermissionExtras>): void =>
    pickChoices(props.thread, { extras: { ...extras(), ...change } });
  const network = (): Three => (extras().network === null ? "same" : extras().network ? "on" : "off");
  const reviewers = (): Reviewer[] => defaultsOf(props.cwd)?.reviewers ?? [];
  const add = (): void => {
    act({ type: "pickFolder" })
      .then(({ path }) => path && !extras().folders.includes(path) && put({ folders: [...extras().folders, path] }))
      .catch(toastError);
  };
  return (
    <Dialog title={w.permissions.extrasTitle} part="extras" close={props.close}>
      <div class="stack gap-3">
        <div class="row wrap gap-2">
          <span class="grow">
            <span class="name">{w.permissions.network}</span>
            <small class="block faint">{can().network ? w.permissions.networkHint : w.permissions.notBeside}</small>
          </span>
          <Show when={can().network}>
            <Segmented
              label={w.permissions.network}
              value={network()}
              options={(["same", "on", "off"] as const).map((value) => ({ value, label: w.permissions.three[value] }))}
              change={(value: Three) => put({ network: value === "same" ? null : value === "on" })}
            />
          </Show>
        </div>
        <div>
          <div class="row gap-2">
            <span class="grow">
              <span class="name">{w.permissions.folders}</span>
              <small class="block faint">{can().folders ? w.permissions.foldersHint : w.permissions.notBeside}</small>
            </span>
            <Show when={can().folders}>
              <Button size="small" part="add-folder" onClick={add}>
                {w.permissions.addFolder}
              </Button>
            </Show>
          </div>
          <Show when={can().folders && extras().folders.length}>
            <ul class="list">
              <For each={extras().folders}>
                {(folder) => (
                  <li data-part="extra-folder">
                    <span class="grow clip mono">{folder}</span>
                    <IconButton
                      small
                      icon="x"
                      label={w.permissions.removeFolder(folder)}
                      onClick={() => put({ folders: extras().folders.filter((one) => one !== folder) })}
                    />
                  </li>
                )}
              </For>
            </ul>
          </Show>
        </div>
        <Show when={reviewers().length > 1}>
          <div class="row wrap gap-2">
            <span class="grow">
              <span class="name">{w.permissions.reviewer}</span>
              <small class="block faint">{w.permissions.reviewerHint}</small>
            </span>
            <Segmented
              label={w.permissions.reviewer}
              value={extras().reviewer ?? "same"}
              options={(["same", "user", "auto"] as const).map((value) => ({
                value,
                label: w.permissions.reviewers[value],
              }))}
              change={(value: Reviewer | "same") => put({ reviewer: value === "same" ? null : value })}
            />
          </div>
        </Show>
        <DialogFoot
          no={w.common.close}
          close={props.close}
          safe
          aside={
            <Button
              part="back-to-config"
              onClick={() => {
                props.close();
                props.back();
              }}
            >
              {w.permissions.backToConfig}
            </Button>
          }
        />
      </div>
    </Dialog>
  );
}
