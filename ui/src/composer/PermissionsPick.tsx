// The permissions of a thread: the choice, what it means and replaces, and the changes to it.

import { createSignal, type JSX, Show } from "solid-js";
import type { PermissionChoice, PermissionExtras, Permissions, Policy, ThreadId } from "../generated/model";
import { Button } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { Icon } from "../kit/icons";
import { later } from "../kit/later";
import { Menu, type MenuItem } from "../kit/Menu";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { choicesFor, pickChoices } from "./choices";
import { defaultsOf } from "./defaults";
import {
  AS_CONFIGURED,
  choiceName,
  ownProfile,
  PLAIN_EXTRAS,
  policyMeaning,
  policyName,
  sameChoice,
  type EffectivePermissions,
  effectivePermissions,
  effectiveName,
} from "./permissions";

const ExtrasDialog = later(() => import("./ExtrasDialog").then((file) => file.ExtrasDialog));

/** The choices until the server has answered. */
const PLAIN: PermissionChoice[] = (["asConfigured", "readOnly", "askEveryCommand", "ask", "auto", "full"] as const).map(
  (kind) => ({ permissions: { kind }, description: null, forbidden: false }),
);

export function PermissionsPick(props: { thread: ThreadId | null; cwd: string | null }): JSX.Element {
  const [asked, setAsked] = createSignal<"full" | "extras" | null>(null);
  const head = () => (props.thread ? mirror.open[props.thread]?.head : undefined);
  const mode = (): Permissions => choicesFor(props.thread).permissions;
  const extras = (): PermissionExtras => choicesFor(props.thread).extras;
  const configured = (): Policy | null => defaultsOf(props.cwd)?.policy ?? null;
  const now = (): EffectivePermissions => effectivePermissions(mode(), head()?.policy ?? null, configured());
  const choose = (permissions: Permissions): void => pickChoices(props.thread, { permissions, extras: PLAIN_EXTRAS });
  const detail = (choice: PermissionChoice): string => {
    const { permissions } = choice;
    const policy = configured();
    if (permissions.kind === "asConfigured")
      return policy ? `${policyName(policy)}. ${policyMeaning(policy)}` : w.permissions.asConfigured.meaning;
    if (permissions.kind === "profile") return choice.description ?? w.permissions.profileMeaning;
    const { meaning } = w.permissions[permissions.kind];
    const own = ownProfile(policy);
    if (!own) return meaning;
    return `${meaning} ${permissions.kind === "askEveryCommand" ? w.permissions.stays(own) : w.permissions.replaces(own)}`;
  };
  const changed = (): boolean => JSON.stringify(extras()) !== JSON.stringify(PLAIN_EXTRAS);
  const items = (): MenuItem[] => [
    { kind: "head", label: head()?.running ? w.permissions.fromNextTurn : w.composer.permissions },
    ...(defaultsOf(props.cwd)?.choices ?? PLAIN).map((choice): MenuItem => ({
      label: choiceName(choice.permissions),
      detail: detail(choice),
      off: choice.forbidden ? w.permissions.forbidden : undefined,
      checked: sameChoice(choice.permissions, mode()),
      danger: choice.permissions.kind === "full",
      run: () =>
        choice.permissions.kind === "full" && mode().kind !== "full" ? setAsked("full") : choose(choice.permissions),
    })),
    { kind: "line" },
    { label: w.permissions.extras, icon: "sliders", run: () => setAsked("extras") },
  ];
  return (
    <>
      <Menu
        label={`${w.composer.permissions}: ${effectiveName(now())}. ${now().meaning}`}
        of={w.composer.permissions}
        items={items()}
        class={`pick ${mode().kind === "full" ? "is-full" : ""}`}
        part="permissions-pick"
        wide
      >
        <Icon name="shield" />
        <span class="clip">{now().name}</span>
        <Show when={now().from}>{(from) => <span class="faint clip origin">{from()}</span>}</Show>
        <Show when={changed()}>
          <span class="faint" title={w.permissions.changed}>
            *
          </span>
        </Show>
        <Icon name="down" />
      </Menu>
      <Show when={asked() === "full"}>
        <Dialog title={w.permissions.fullTitle} close={() => setAsked(null)}>
          <p>{w.permissions.fullAsk}</p>
          <DialogFoot no={w.common.cancel} close={() => setAsked(null)} safe>
            <Button
              variant="danger"
              part="dialog-yes"
              onClick={() => {
                setAsked(null);
                choose({ kind: "full" });
              }}
            >
              {w.permissions.fullYes}
            </Button>
          </DialogFoot>
        </Dialog>
      </Show>
      <Show when={asked() === "extras"}>
        <ExtrasDialog
          thread={props.thread}
          cwd={props.cwd}
          close={() => setAsked(null)}
          back={() => choose(AS_CONFIGURED)}
        />
      </Show>
    </>
  );
}
