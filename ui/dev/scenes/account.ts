// Signing in, accounts and limits; a server that is missing or has stopped.

import type { Access, KeptAccounts, Limits, Login, Snapshot, StopReason } from "../../src/generated/model";
import { base, NOW, openThread, retryRows } from "../data";
import type { Scene } from "../engine";
import { at } from "./views";

const stopped = (why: StopReason, message: string, tail: string[]): Scene => ({
  snapshot: () => ({
    ...base(),
    server: {
      ...base().server,
      codex: why === "notFound" ? null : base().server.codex,
      phase: { kind: "stopped", why, message, tail },
    },
  }),
});

const welcome = (): Snapshot => {
  const snapshot = base();
  return {
    ...snapshot,
    account: { kind: "signedOut", needed: true },
    limits: { ...snapshot.limits, windows: [] },
    asks: [],
    settings: { ...snapshot.settings, welcomed: false },
  };
};
const keychain = { verdict: "works", message: "The keychain works." } as const;
const locked = {
  verdict: "locked",
  message: "The keychain is locked. Unlock it and try again, or stay signed in for this session only.",
} as const;
const signing = (login: Login, more: Partial<Access> = {}, accounts: Partial<KeptAccounts> = {}): Scene => ({
  snapshot: () => {
    const first = welcome();
    return {
      ...first,
      login,
      access: { ...first.access, keychain, ...more },
      settings: { ...first.settings, accounts: { ...first.settings.accounts, ...accounts } },
    };
  },
});
const URL =
  "https://auth.openai.com/oauth/authorize?response_type=code&client_id=app_EMoamEEZ73f0CkXaXp7hrann&redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fauth%2Fcallback&scope=openid+profile+email&state=Vq8J2b";
const DEVICE = "https://auth.openai.com/codex/device";
const ports =
  "The browser cannot come back to Codex: “node (process 4711)” uses the ports 1455 and 1457. Use a code instead, or close that program and try again.";
const limits = (more: Partial<Limits>): Limits => ({ ...base().limits, ...more });
const account = (more: Partial<Snapshot>, kept: Partial<KeptAccounts> = {}, rest: Partial<Scene> = {}): Scene => ({
  ...rest,
  snapshot: () => {
    const first = base();
    return {
      ...first,
      access: { ...first.access, keychain },
      ...more,
      settings: { ...first.settings, accounts: { ...first.settings.accounts, ...kept } },
    };
  },
});
const HOURS = 3_600_000;
const reached = limits({
  windows: [
    { limit: "codex", name: null, usedPercent: 100, period: { kind: "week" }, resetsMs: NOW + 42 * HOURS },
    { limit: "codex", name: null, usedPercent: 34, period: { kind: "hours", hours: 5 }, resetsMs: NOW + 2 * HOURS },
  ],
  block: { kind: "limit", name: null, period: { kind: "week" }, untilMs: NOW + 42 * HOURS },
  resets: {
    count: 1,
    resets: [
      {
        id: "r",
        title: "A reset of the weekly limit",
        description: "Earned by inviting a colleague.",
        expiresMs: NOW + 200 * HOURS,
      },
    ],
  },
});

export const accountScenes: Record<string, Scene> = {
  welcome: { snapshot: welcome },
  finding: {
    snapshot: () => ({
      ...welcome(),
      threads: [],
      list: "loading",
      account: { kind: "unknown" },
      server: { ...base().server, phase: { kind: "finding" }, codex: null },
    }),
  },
  stopped: stopped("crashing", "Codex ended three times within a minute (exit 101).", [
    "thread 'main' panicked at core/src/config.rs:88:14:",
    "called `Result::unwrap()` on an `Err` value: missing field `model`",
    "note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
  ]),
  notfound: stopped("notFound", "Looked in your settings, your PATH and the usual places.", []),
  "login-import": signing({ kind: "none" }, { importable: "/home/rowan/.codex/auth.json" }),
  "login-starting": signing({ kind: "starting", way: "browser" }),
  "login-browser": signing({ kind: "browser", url: URL, sinceMs: NOW, unopened: null }),
  "login-slow": signing({ kind: "browser", url: URL, sinceMs: NOW - 25_000, unopened: null }),
  "login-unopened": signing({
    kind: "browser",
    url: URL,
    sinceMs: NOW,
    unopened: "No program on this computer opens web pages.",
  }),
  "login-device": signing({ kind: "device", url: DEVICE, code: "WTRK-47QMD", sinceMs: NOW - 72_000 }),
  "login-confirming": signing({ kind: "confirming", way: "device" }),
  "login-ports": signing({ kind: "failed", way: "browser", message: ports, next: ["useDevice", "tryAgain"] }),
  "login-nokeychain": signing(
    { kind: "failed", way: "key", message: locked.message, next: ["checkKeychain", "sessionOnly"] },
    { keychain: locked },
  ),
  "login-unconfirmed": signing({
    kind: "failed",
    way: "device",
    message: "Codex said that you were signed in, and then knew of no account. Restart Codex, or sign in again.",
    next: ["restartCodex", "tryAgain"],
  }),
  "login-shut": signing({ kind: "none" }, { keychain: locked, shut: true, keeping: "session" }),
  "login-workspace": signing(
    {
      kind: "failed",
      way: "browser",
      message:
        "This computer only takes accounts of a certain workspace, and this is another one. Choose that workspace when you sign in, or ask your admin.",
      next: ["tryAgain", "askAdmin"],
    },
    { workspaceOnly: true },
  ),
  "login-forbidden": signing({ kind: "none" }, { chatGptAllowed: false }),
  "login-session": signing({ kind: "none" }, { keeping: "session" }),
  "login-waiting": signing(
    { kind: "none" },
    {},
    { parked: [{ id: "1", name: "rowan@weavers-guild.example" }], keys: ["batch jobs"] },
  ),
  account: account(
    {
      limits: limits({
        windows: [
          { limit: "codex", name: null, usedPercent: 91, period: { kind: "week" }, resetsMs: NOW + 18 * HOURS },
          { limit: "gpt", name: "gpt-6.1-sol", usedPercent: 58, period: { kind: "week" }, resetsMs: NOW + 18 * HOURS },
          {
            limit: "codex",
            name: null,
            usedPercent: 34,
            period: { kind: "hours", hours: 5 },
            resetsMs: NOW + 2.7 * HOURS,
          },
          { limit: "review", name: "Code review", usedPercent: 0, period: { kind: "unknown" }, resetsMs: null },
        ],
        resets: { count: 1, resets: [] },
        credits: { hasCredits: true, unlimited: false, balance: "1,240" },
        spend: { limit: "$200", used: "$61.20", remainingPercent: 69, resetsMs: NOW + 300 * HOURS, reached: false },
      }),
      access: {
        ...base().access,
        keychain,
        workspaces: [
          { session: "s", id: "p", name: "Personal", active: true },
          { session: "s", id: "w", name: "Weavers Guild", active: false },
        ],
      },
    },
    { parked: [{ id: "1", name: "rowan@weavers-guild.example" }], keys: ["batch jobs"] },
    { messages: [{ id: "m", isHeadline: true, text: "Limits double from Monday, for the release week.", atMs: NOW }] },
  ),
  "account-key": account(
    { account: { kind: "apiKey" }, limits: limits({ report: "notReported", windows: [] }) },
    { keys: ["batch jobs"] },
  ),
  "account-reached": account({ limits: reached }, {}, { usage: null }),
  "account-unknown": account(
    {
      limits: limits({ report: "unknown", windows: [] }),
      access: { ...base().access, keychain: locked, keeping: "session" },
    },
    {},
    { usage: { days: [], lifetimeTokens: null, peakDailyTokens: null, streakDays: null } },
  ),
  "account-out": account(
    {
      account: { kind: "signedOut", needed: true },
      limits: limits({ report: "unknown", windows: [] }),
      login: {
        kind: "failed",
        way: "switch",
        message: "Codex said that you were signed in, and then knew of no account. Restart Codex, or sign in again.",
        next: ["restartCodex", "tryAgain"],
      },
    },
    { parked: [{ id: "1", name: "rowan@weavers-guild.example" }] },
  ),
  "account-shut": account({
    account: { kind: "signedOut", needed: true },
    limits: limits({ report: "unknown", windows: [] }),
    access: { ...base().access, keychain: locked, shut: true, keeping: "session" },
  }),
  shut: {
    snapshot: () => ({
      ...base(),
      asks: [],
      account: { kind: "signedOut", needed: true },
      access: { ...base().access, keychain: locked, shut: true, keeping: "session" },
    }),
    storage: at("t-sqlx"),
  },
  blocked: {
    snapshot: () => ({ ...base(), asks: [], limits: reached, open: [openThread("t-sqlx", retryRows.slice(0, 4))] }),
    storage: at("t-sqlx"),
  },
  "blocked-credits": {
    snapshot: () => ({
      ...base(),
      asks: [],
      limits: limits({ block: { kind: "credits", canAsk: true } }),
      open: [openThread("t-sqlx", retryRows.slice(0, 4))],
    }),
    storage: at("t-sqlx"),
  },
};
