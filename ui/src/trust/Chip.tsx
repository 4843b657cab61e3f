// Whether the folder of a thread is trusted, in its head, and the button to change that.

import { type JSX, Show } from "solid-js";
import type { FolderTrust } from "../generated/model";
import { Menu, type MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { go } from "../view";
import { w } from "../words/words";
import { askTrust, readTrust, setTrust } from "./ask";

export function TrustChip(props: { cwd: string }): JSX.Element {
  const held = createLoader(
    () => [props.cwd, mirror.revisions.config, mirror.server.phase.kind],
    async () => ({ cwd: props.cwd, trust: await readTrust(props.cwd) }),
    "file",
  );
  /** The trust of this folder, not of the one that was open a moment ago. */
  const trust = (): FolderTrust | undefined => {
    const now = held.now();
    return now?.cwd === props.cwd && now.trust.standing !== "nothing" ? now.trust : undefined;
  };
  const items = (found: FolderTrust): MenuItem[] => [
    { kind: "head", label: found.folder },
    found.standing === "trusted"
      ? {
          label: w.trust.stop,
          detail: w.trust.trustedMeaning,
          icon: "x",
          run: () => void setTrust(props.cwd, false).catch(toastError),
        }
      : {
          label: w.trust.start,
          detail: w.trust.untrustedMeaning,
          icon: "shield",
          run: () => void askTrust(props.cwd, found),
        },
    { kind: "line" },
    { label: w.trust.all, icon: "gear", run: () => go({ kind: "settings", part: "permissions" }) },
  ];
  const name = (found: FolderTrust): string => (found.standing === "trusted" ? w.trust.trusted : w.trust.untrusted);
  return (
    <Show when={trust()}>
      {(found) => (
        <Menu
          label={`${name(found())}. ${found().standing === "trusted" ? w.trust.trustedMeaning : w.trust.untrustedMeaning}`}
          of={w.trust.of}
          items={items(found())}
          class="trust-chip"
          part="trust-chip"
          wide
        >
          <span>{name(found())}</span>
        </Menu>
      )}
    </Show>
  );
}
