// Skills, apps and what stands beside them, for the page without Rust.

import type { Apps, Skill, Skills } from "../src/generated/model";

const skill = (name: string, scope: Skill["scope"], description: string, more: Partial<Skill> = {}): Skill => ({
  name,
  path: `/home/rowan/code/ledger-api/.agents/skills/${name}/SKILL.md`,
  description,
  scope,
  enabled: true,
  title: null,
  plugin: null,
  prompt: null,
  ...more,
});

export const SKILLS: Skills = {
  cwd: "/home/rowan/code/ledger-api",
  skills: [
    skill("migrations", "repo", "House rules for schema changes: reversible, one lock, no backfill in the same step"),
    skill("release-notes", "user", "Turns merged pull requests into a changelog entry"),
    skill("accessibility-review", "user", "Checks names, focus order and contrast of a screen", { enabled: false }),
    skill("tidy:sweep", "plugin", "Removes what nothing uses any more", { plugin: "tidy@lab-market", title: "Sweep" }),
    skill("skill-creator", "system", "Writes a new skill with you", { title: "Skill Creator", prompt: "Use $skill-creator to write down how we review." }),
  ],
  problems: [{ path: "/home/rowan/code/ledger-api/.agents/skills/half/SKILL.md", message: "missing YAML frontmatter delimited by ---" }],
};

export const APPS: Apps = {
  apps: [
    { id: "connector_code", slug: "code-host", name: "Code host", description: "Repositories, pull requests, checks", accessible: true, enabled: true, installUrl: "https://example.com/apps/code", plugins: [] },
    { id: "connector_chat", slug: "team-chat", name: "Team chat", description: "Search messages, post to a channel", accessible: true, enabled: false, installUrl: null, plugins: ["Tidy"] },
    { id: "connector_drive", slug: "cloud-drive", name: "Cloud drive", description: "Documents and sheets, read only", accessible: false, enabled: true, installUrl: "https://example.com/apps/drive", plugins: [] },
  ],
  problem: null,
  needs: null,
};
