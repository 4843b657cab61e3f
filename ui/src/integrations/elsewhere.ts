// Each setting is changed in one place.

import type { SettingsPart } from "../view";

/** Settings of Codex that a part of their own changes: Config shows them and leads there. */
export const ELSEWHERE: Readonly<Record<string, SettingsPart>> = {
  model: "models",
  model_reasoning_effort: "models",
  approval_policy: "permissions",
  "sandbox_workspace_write.writable_roots": "permissions",
  "sandbox_workspace_write.network_access": "permissions",
};
