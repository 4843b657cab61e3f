// Permissions of threads for which nothing else was chosen.

import { For, type JSX } from "solid-js";
import { AS_CONFIGURED, choiceName, policyMeaning, policyName, safe, sameChoice } from "../composer/permissions";
import { query } from "../host";
import type { PermissionChoice, ThreadDefaults } from "../generated/model";
import { later } from "../kit/later";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { change, settings } from "./setting";

const PermissionsMore = later(() => import("../integrations/PermissionsMore").then((file) => file.PermissionsMore));

export function PermissionsPart(): JSX.Element {
  const defaults = createLoader<ThreadDefaults>(
    () => [mirror.revisions.config, mirror.server.phase.kind],
    () => query({ type: "threadDefaults" }).then((result) => result.defaults),
    "permissions",
  );
  const choices = (): PermissionChoice[] =>
    defaults.now()?.choices.filter(({ permissions }) => permissions.kind !== "full") ?? [
      { permissions: AS_CONFIGURED, description: null, forbidden: false },
    ];
  const detail = ({ permissions, description, forbidden }: PermissionChoice): string => {
    if (forbidden) return w.permissions.forbidden;
    const policy = defaults.now()?.policy;
    if (permissions.kind === "asConfigured" && policy) return `${policyName(policy)}. ${policyMeaning(policy)}`;
    return permissions.kind === "profile"
      ? (description ?? w.permissions.profileMeaning)
      : w.permissions[permissions.kind].meaning;
  };
  return (
    <>
      <section class="section" aria-labelledby="set-modes">
        <header>
          <h2 id="set-modes">{w.settings.defaults}</h2>
        </header>
        <fieldset class="list modes">
          <legend class="sr">{w.settings.defaults}</legend>
          <For each={choices()}>
            {(choice) => (
              <label class="li">
                <input
                  type="radio"
                  name="mode"
                  value={choiceName(choice.permissions)}
                  disabled={choice.forbidden}
                  checked={sameChoice(safe(settings().permissions), choice.permissions)}
                  onChange={() => change({ permissions: choice.permissions })}
                />
                <span class="grow">
                  <span class="name">{choiceName(choice.permissions)}</span>
                  <small>{detail(choice)}</small>
                </span>
              </label>
            )}
          </For>
        </fieldset>
        <p class="faint small foot-note">{w.settings.fullNever}</p>
      </section>
      <PermissionsMore />
    </>
  );
}
