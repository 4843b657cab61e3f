// Nothing is laid out in happy-dom, so lists draw every line; and every place is there at once.

import { beforeAll } from "vitest";
import { loadAll } from "../src/kit/later";
import { drawWholeLists } from "../src/kit/List";

drawWholeLists();
// Nor is anything out of sight, unless a test says so.
globalThis.IntersectionObserver = class {
  constructor(private tell: (entries: { isIntersecting: boolean }[]) => void) {}
  observe(): void {
    this.tell([{ isIntersecting: true }]);
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): [] {
    return [];
  }
} as unknown as typeof IntersectionObserver;
// A ceiling only: a busy machine takes its time over so many files.
beforeAll(loadAll, 120_000);
