// Permissions in words: what was chosen, what a thread runs with, and where that comes from.

import type { PermissionExtras, Permissions, Policy } from "../generated/model";
import { w } from "../words/words";

export const PLAIN_EXTRAS: PermissionExtras = { network: null, folders: [], reviewer: null };
export const AS_CONFIGURED: Permissions = { kind: "asConfigured" };

/** Full access is never a default, whatever a settings file says. */
export const safe = (permissions: Permissions): Permissions =>
  permissions.kind === "full" ? AS_CONFIGURED : permissions;

export const sameChoice = (one: Permissions, other: Permissions): boolean =>
  one.kind === other.kind && (one.kind !== "profile" || other.kind !== "profile" || one.id === other.id);

export const choiceName = (permissions: Permissions): string =>
  permissions.kind === "profile" ? permissions.id : w.permissions[permissions.kind].name;

const isBuiltIn = (profile: string): profile is keyof typeof w.policy.builtIn => profile in w.policy.builtIn;

/** A profile from the person's own config, which may deny more than any mode of ours. */
export const ownProfile = (policy: Policy | null): string | null =>
  policy?.profile && !isBuiltIn(policy.profile) ? policy.profile : null;

export function policyName(policy: Policy): string {
  if (policy.profile) return isBuiltIn(policy.profile) ? w.policy.builtIn[policy.profile] : policy.profile;
  return w.policy.sandbox[policy.sandbox].name;
}

/** What a policy means, in one line. */
export function policyMeaning(policy: Policy): string {
  const parts = [w.policy.sandbox[policy.sandbox].does, w.policy.approvals[policy.approvals]];
  if (policy.network && policy.sandbox !== "off") parts.push(w.policy.network);
  if (policy.reviewer === "auto") parts.push(w.policy.reviewed);
  if (ownProfile(policy)) parts.push(w.policy.ownLimits);
  return w.policy.line(parts);
}

/** Whether a thread runs with what the config sets now. */
export function isConfigured(policy: Policy, configured: Policy): boolean {
  const asks = policy.approvals === configured.approvals && policy.reviewer === configured.reviewer;
  if (policy.profile || configured.profile) return asks && policy.profile === configured.profile;
  return asks && policy.sandbox === configured.sandbox && policy.network === configured.network;
}

export type EffectivePermissions = {
  name: string;
  /** Where the permissions come from, if nobody chose them here. */
  from: string | null;
  meaning: string;
};

/**
 * The permissions of the next turn. `policy`: as the server reports for this thread; `configured`: as the config sets
 * now.
 */
export function effectivePermissions(
  permissions: Permissions,
  policy: Policy | null,
  configured: Policy | null,
): EffectivePermissions {
  if (permissions.kind === "profile")
    return { name: permissions.id, from: null, meaning: w.permissions.profileMeaning };
  if (permissions.kind !== "asConfigured")
    return { name: w.permissions[permissions.kind].name, from: null, meaning: w.permissions[permissions.kind].meaning };
  const now = policy ?? configured;
  if (!now) return { name: w.permissions.asConfigured.name, from: null, meaning: w.permissions.asConfigured.meaning };
  const own = !policy || (configured !== null && isConfigured(policy, configured));
  return {
    name: policyName(now),
    // A profile of one's own can only come from a config; what Codex has built in runs without any.
    from: !own ? w.permissions.ofThread : ownProfile(now) ? w.permissions.fromConfig : w.permissions.byDefault,
    meaning: policyMeaning(now),
  };
}

export const effectiveName = ({ name, from }: EffectivePermissions): string =>
  from ? w.permissions.named(name, from) : name;

/** Which of network and folders can be changed beside a choice. */
export function widens(permissions: Permissions, configured: Policy | null): { network: boolean; folders: boolean } {
  switch (permissions.kind) {
    case "asConfigured":
    case "askEveryCommand":
      return {
        network: configured?.sandbox === "readOnly" || configured?.sandbox === "workspace",
        folders: configured?.sandbox === "workspace",
      };
    case "readOnly":
      return { network: true, folders: false };
    case "ask":
    case "auto":
    case "autoReviewed":
      return { network: true, folders: true };
    case "profile":
    case "full":
      return { network: false, folders: false };
    default:
      return permissions satisfies never;
  }
}
