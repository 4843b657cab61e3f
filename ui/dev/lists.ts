// Skills, apps and plugins, for the page without Rust.

import type { AppDetail, Apps, Plugin, PluginDetail, Plugins, Skill, Skills } from "../src/generated/model";

const skill = (name: string, scope: Skill["scope"], description: string, more: Partial<Skill> = {}): Skill => ({
  name,
  path: `/home/rowan/code/ledger-api/.agents/skills/${name}/SKILL.md`,
  description,
  scope,
  enabled: true,
  title: null,
  plugin: null,
  prompt: null,
  icon: null,
  needs: [],
  ...more,
});

export const SKILLS: Skills = {
  cwd: "/home/rowan/code/ledger-api",
  skills: [
    skill("migrations", "repo", "Engine rules for schema changes: reversible, one lock, no backfill in the same step"),
    skill("release-notes", "user", "Turns merged pull requests into a changelog entry"),
    skill("accessibility-review", "user", "Checks names, focus order and contrast of a screen", { enabled: false }),
    skill("tidy:sweep", "plugin", "Removes what nothing uses any more", {
      plugin: "tidy@lab-market",
      title: "Sweep",
      needs: ["tidy-mcp"],
    }),
    skill("skill-creator", "system", "Writes a new skill with you", {
      title: "Skill Creator",
      prompt: "Use $skill-creator to write down how we review.",
    }),
  ],
  problems: [
    {
      path: "/home/rowan/code/ledger-api/.agents/skills/half/SKILL.md",
      message: "missing YAML frontmatter delimited by ---",
    },
  ],
};

export const APPS: Apps = {
  apps: [
    {
      id: "connector_code",
      slug: "code-host",
      name: "Code host",
      description: "Repositories, pull requests, checks",
      accessible: true,
      enabled: true,
      logo: null,
      installUrl: "https://example.com/apps/code",
      plugins: [],
    },
    {
      id: "connector_chat",
      slug: "team-chat",
      name: "Team chat",
      description: "Search messages, post to a channel",
      accessible: true,
      enabled: false,
      logo: null,
      installUrl: null,
      plugins: ["Tidy"],
    },
    {
      id: "connector_drive",
      slug: "cloud-drive",
      name: "Cloud drive",
      description: "Documents and sheets, read only",
      accessible: false,
      enabled: true,
      logo: null,
      installUrl: "https://example.com/apps/drive",
      plugins: [],
    },
  ],
  problem: null,
  needs: null,
};

export const APP: AppDetail = {
  id: "connector_code",
  description: "Repositories, pull requests, checks",
  callable: true,
  tools: [
    { name: "find_issue", description: "Finds issues by words", readOnly: true, enabled: true, why: null },
    {
      name: "open_pull_request",
      description: "Opens a pull request",
      readOnly: false,
      enabled: false,
      why: "Turned off by your admin",
    },
  ],
};

const plugin = (name: string, market: string, more: Partial<Plugin> = {}): Plugin => ({
  id: `${name}@${market}`,
  at: {
    name,
    market,
    path: `/home/rowan/.codex/.tmp/marketplaces/${market}/.agents/plugins/marketplace.json`,
    remote: null,
  },
  title: name,
  description: null,
  version: "1.2.0",
  developer: "Northloom",
  category: "Coding",
  installed: false,
  enabled: false,
  barred: null,
  asksAtOnce: true,
  source: `/home/rowan/.codex/.tmp/marketplaces/${market}/plugins/${name}`,
  website: "https://example.com",
  icon: null,
  ...more,
});

const TIDY = plugin("tidy", "lab-market", {
  title: "Tidy",
  description: "Keeps a repository in order",
  installed: true,
  enabled: true,
});

export const PLUGINS: Plugins = {
  markets: [
    {
      name: "lab-market",
      title: "Lab Market",
      source: "https://github.com/lab/market.git",
      plugins: [
        TIDY,
        plugin("charts", "lab-market", { title: "Charts", description: "Draws what a query finds" }),
        plugin("vault", "lab-market", { title: "Vault", description: "Company secrets", barred: "byAdmin" }),
      ],
    },
  ],
  problems: [
    {
      path: "/home/rowan/.codex/.tmp/marketplaces/old/.agents/plugins/marketplace.json",
      message: "expected value at line 1 column 1",
    },
  ],
  featured: ["charts@lab-market"],
  off: false,
};

export const PLUGIN: PluginDetail = {
  plugin: TIDY,
  description: "Finds what nothing uses, and takes it away step by step.",
  skills: [{ name: "tidy:sweep", description: "Removes what nothing uses any more" }],
  apps: [{ id: "connector_code", name: "Code host", installUrl: "https://example.com/apps/code" }],
  servers: ["tidy-mcp"],
  hooks: ["postToolUse"],
  capabilities: ["Read", "Write"],
  prompts: ["Tidy up this folder"],
  privacy: "https://example.com/privacy",
  terms: null,
};
