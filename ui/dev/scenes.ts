// One scene per screen and state.

import type { Scene } from "./engine";
import { accountScenes } from "./scenes/account";
import { askScenes } from "./scenes/asks";
import { pagingScenes } from "./scenes/paging";
import { threadScenes } from "./scenes/threads";

export const scenes: Record<string, Scene> = { ...threadScenes, ...askScenes, ...accountScenes, ...pagingScenes };
