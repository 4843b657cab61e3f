// The page on which each shared setting is changed.

import type { SettingsPart } from "../view";

/** Settings of Codex that have a page of their own. The Config page shows them and links there. */
export const ELSEWHERE: Readonly<Record<string, SettingsPart>> = {
  model: "models",
  model_reasoning_effort: "models",
  approval_policy: "permissions",
  "sandbox_workspace_write.writable_roots": "permissions",
  "sandbox_workspace_write.network_access": "permissions",
};
