// Data of the composer, for the development page and the scenes.

import type { FileHit, Repository } from "../src/generated/model";

export const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

export const FILES: FileHit[] = [
  "crates/webhooks/src/backoff.rs",
  "crates/webhooks/src/deliver.rs",
  "config/default.toml",
  "README.md",
].map((path) => ({ path, isFolder: false }));

export const REPOSITORY: Repository = {
  isRepository: true,
  branch: "webhooks/retry-backoff",
  branches: ["main", "origin/main", "release/2.4"],
  commits: [
    { sha: "4f0c2d9be1a7730c6d1e5d1a1f6f0a6d8c3b2e11", title: "Hold a job's turn while it is tried" },
    { sha: "91b6a40d2c5e8f7a6b3c4d5e6f7a8b9c0d1e2f3a", title: "Back off twice as long after each failure" },
  ],
};
