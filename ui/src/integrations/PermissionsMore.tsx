// More about permissions: the values behind each mode, the defaults of other clients, and trusted folders.

import { createSignal, For, type JSX, Show } from "solid-js";
import { act, failureOf, query } from "../host";
import type { PermissionSheet } from "../generated/model";
import { Button, Segmented, Switch } from "../kit/controls";
import { Icon } from "../kit/icons";
import { toast, toastError } from "../kit/toasts";
import { Loaded } from "../lists/Loaded";
import { createLoader } from "../lists/loader";
import { mirror } from "../mirror";
import { r } from "../words/integrations";
import { choiceName } from "../composer/permissions";
import { From, LongField } from "./bits";
import { lines } from "./lines";

const POLICIES = ["untrusted", "on-request", "never", "granular"] as const;
type Policy = (typeof POLICIES)[number];
const KINDS = ["sandbox_approval", "rules", "mcp_elicitations", "request_permissions", "skill_approval"] as const;

export function PermissionsMore(): JSX.Element {
  const sheet = createLoader<PermissionSheet>(
    () => [mirror.revisions.config, mirror.server.phase.kind, mirror.server.sandboxWorks],
    () => query({ type: "permissions" }).then((result) => result.sheet),
    "path",
  );
  const now = (): PermissionSheet | undefined => sheet.now();
  const [roots, setRoots] = createSignal<string | null>(null);
  const [problem, setProblem] = createSignal<string | undefined>();
  const write = (key: string, value: unknown): Promise<void> =>
    act({ type: "config", intent: { does: "write", edits: [{ key, value }], version: null } }).then((receipt) => {
      toast({ tone: "plain", icon: "check", title: receipt.note ?? r.permissions.saved });
    });
  const granular = (): Record<string, boolean> | null => {
    const policy = now()?.approval;
    return typeof policy === "object" && policy !== null && "granular" in policy
      ? (policy.granular as Record<string, boolean>)
      : null;
  };
  const policy = (): Policy =>
    granular() ? "granular" : (POLICIES.find((one) => one === now()?.approval) ?? "on-request");
  const setPolicy = (next: Policy): void => {
    const all = Object.fromEntries(KINDS.map((kind) => [kind, true]));
    write("approval_policy", next === "granular" ? { granular: all } : next).catch(toastError);
  };
  const setKind = (kind: string, on: boolean): void =>
    void write("approval_policy", { granular: { ...granular(), [kind]: on } }).catch(toastError);
  const saveRoots = (): void => {
    setProblem(undefined);
    write("sandbox_workspace_write.writable_roots", lines(roots() ?? ""))
      .then(() => setRoots(null))
      .catch((error: unknown) => setProblem(failureOf(error).message));
  };
  return (
    <Loaded seen={sheet}>
      <section class="section" aria-labelledby="perm-values">
        <header>
          <h2 id="perm-values">{r.permissions.values}</h2>
          <p class="grow">{r.permissions.valuesLead}</p>
        </header>
        <div class="list">
          <table class="grid-table" data-part="modes-table">
            <thead>
              <tr>
                <th scope="col">{r.permissions.mode}</th>
                <th scope="col">{r.permissions.asks}</th>
                <th scope="col">{r.permissions.fence}</th>
              </tr>
            </thead>
            <tbody>
              <For each={now()?.modes}>
                {(mode) => (
                  <tr>
                    <td>
                      <span class="row gap-1">
                        {choiceName(mode.mode)}
                        <Show when={mode.forbidden}>
                          <span class="tag">
                            <Icon name="lock" />
                            {r.permissions.forbidden}
                          </span>
                        </Show>
                      </span>
                    </td>
                    <td>
                      <code>{mode.approval}</code>
                    </td>
                    <td>
                      <Show when={mode.sandbox} fallback={r.permissions.sandboxAsConfigured}>
                        <code>{mode.sandbox}</code>
                      </Show>
                    </td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </div>
      </section>
      <section class="section" aria-labelledby="perm-policy">
        <header>
          <h2 id="perm-policy">{r.permissions.policy}</h2>
          <p class="grow">{r.permissions.policyLead}</p>
        </header>
        <ul class="list">
          <li>
            <span class="grow">
              <span class="name">{r.permissions.asks}</span>
              <small>
                <From layer={now()?.approvalLayer ?? null} />
              </small>
            </span>
            <Segmented
              label={r.permissions.policy}
              value={policy()}
              options={POLICIES.map((one) => ({ value: one, label: r.permissions.policies[one] ?? one }))}
              change={setPolicy}
            />
          </li>
          <Show when={granular()}>
            {(held) => (
              <For each={KINDS}>
                {(kind) => (
                  <li data-part="granular" data-name={kind}>
                    <span class="grow">{r.permissions.kinds[kind]}</span>
                    <Switch
                      label={r.permissions.kinds[kind] ?? kind}
                      on={held()[kind] === true}
                      change={(on) => setKind(kind, on)}
                    />
                  </li>
                )}
              </For>
            )}
          </Show>
          <li>
            <span class="grow">
              <span class="name">{r.permissions.network}</span>
              <small>{r.permissions.networkHint}</small>
            </span>
            <Switch
              label={r.permissions.network}
              on={now()?.network === true}
              change={(on) => void write("sandbox_workspace_write.network_access", on).catch(toastError)}
            />
          </li>
          <li class="block">
            <LongField
              label={r.permissions.roots}
              hint={r.permissions.rootsHint}
              problem={problem()}
              part="writable-roots"
              value={roots() ?? now()?.roots.join("\n") ?? ""}
              change={setRoots}
            />
            <Show when={roots() !== null}>
              <div class="row end">
                <Button size="small" part="save-roots" onClick={saveRoots}>
                  {r.permissions.save}
                </Button>
              </div>
            </Show>
          </li>
        </ul>
      </section>
      <section class="section" aria-labelledby="perm-trust">
        <header>
          <h2 id="perm-trust">{r.permissions.trust}</h2>
          <p class="grow">{r.permissions.trustLead}</p>
        </header>
        <Show when={now()?.folders.length} fallback={<p class="quiet">{r.permissions.trustNone}</p>}>
          <ul class="list">
            <For each={now()?.folders}>
              {(folder) => (
                <li data-part="trusted-folder" data-name={folder.path}>
                  <code class="grow clip" title={folder.path}>
                    {folder.path}
                  </code>
                  <Show when={folder.own} fallback={<span class="tag">{r.permissions.elsewhere}</span>}>
                    <Switch
                      label={r.permissions.trusted(folder.path)}
                      on={folder.trusted}
                      change={(trusted) =>
                        void act({ type: "config", intent: { does: "trust", folder: folder.path, trusted } }).catch(
                          toastError,
                        )
                      }
                    />
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </Show>
      </section>
      <Show when={now()?.profiles.length}>
        <section class="section" aria-labelledby="perm-profiles">
          <header>
            <h2 id="perm-profiles">{r.permissions.profiles}</h2>
            <p class="grow">{r.permissions.profilesLead}</p>
          </header>
          <ul class="list">
            <For each={now()?.profiles}>
              {(profile) => (
                <li class="tight">
                  <code class="grow">{profile.id}</code>
                  <span class="quiet small">{profile.description}</span>
                  <Show when={!profile.allowed}>
                    <span class="tag">
                      <Icon name="lock" />
                      {r.common.locked}
                    </span>
                  </Show>
                </li>
              )}
            </For>
          </ul>
        </section>
      </Show>
    </Loaded>
  );
}
