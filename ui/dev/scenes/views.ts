// Shared by several scenes: which thread is open, and what the window remembers of it.

import type { OpenThread, Snapshot } from "../../src/generated/model";
import { base } from "../data";

export const view = (more: Record<string, unknown>): Record<string, unknown> => ({ "threadloft.view": more });

export const at = (id: string): Record<string, unknown> => view({ thread: id });

export const withOpen = (make: () => OpenThread) => (): Snapshot => ({ ...base(), open: [make()] });
