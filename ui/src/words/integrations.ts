// The words of servers, models, rules and Codex's settings; apart, because most windows never show them.

import { integrations } from "./en/integrations";

export const r: typeof integrations = integrations;
