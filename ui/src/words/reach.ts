// The words of servers, models, rules and Codex's settings; apart, because most windows never show them.

import { reach } from "./en/reach";

export const r: typeof reach = reach;
