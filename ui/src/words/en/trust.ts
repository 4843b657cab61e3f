// Words of trusting a folder.

export const trusting = {
  trust: {
    title: "Trust this folder?",
    /** The question before a thread, and the same once an answer is to be changed. */
    meaning:
      "If you trust it, Codex uses the config, hooks, rules and MCP servers that are stored in it. They can run programs outside the sandbox.",
    finds: "Trusting it turns on:",
    none: "Right now it contains nothing that would run. That can change whenever its files change.",
    cut: "There is more than fits here. Check the .codex folder in it before you trust it.",
    without:
      "Without trust, Codex works here within the permissions you choose. It ignores the files above and AGENTS.md.",
    withoutNone: "Without trust, Codex works here within the permissions you choose. It ignores AGENTS.md.",
    once: "Your answer applies to the whole folder and also to the Codex CLI. You can change it in the thread head or in Settings > Permissions.",
    yes: "Trust",
    no: "Work without trusting",
    cancel: "Cancel",
    kinds: {
      mcpServer: (name: string) => `MCP server “${name}”`,
      hook: (name: string) => `Hook on ${name}`,
      rules: () => "Rules that allow or block commands",
      agent: () => "Agent",
      settings: (name: string) => `Settings: ${name}`,
      unreadable: () => "Cannot be read",
    },
    trusted: "Trusted",
    untrusted: "Not trusted",
    trustedMeaning: "Codex uses the config, hooks, rules and MCP servers stored in this folder.",
    untrustedMeaning: "Codex ignores the config, hooks, rules and MCP servers stored in this folder.",
    stop: "Stop trusting",
    start: "Trust this folder…",
    all: "Trusted folders",
    of: "Trust for this folder",
    undo: "Undo",
  },
};
