// The state of a thread in words, for its head and for screen readers. Pure.

import type { HeadState, Server } from "./generated/model";
import { w } from "./words/words";
import { ticking, wait, moment } from "./words/forms";

export type Tone = "plain" | "running" | "waiting" | "warn" | "danger";
/** `said`: the text without a ticking time, for screen readers. */
export type HeadWords = {
  tone: Tone;
  mark: "spin" | "wait" | "stop" | "lock" | "none";
  text: string;
  title?: string;
  said?: string;
};
export const SHORT = 48;
/** The state of a thread in words; null if there is nothing to say. */
export function headWords(
  state: HeadState,
  server: Server["phase"]["kind"],
  nowMs: number,
  askedMs: number | null,
): HeadWords | null {
  if (server === "restarting") return { tone: "warn", mark: "spin", text: w.state.restarting };
  switch (state.kind) {
    case "idle":
      return null;
    case "loading":
      return { tone: "plain", mark: "spin", text: w.state.loading };
    case "running":
      return {
        tone: "running",
        mark: "spin",
        text: w.state.running(ticking(nowMs - state.sinceMs)),
        said: w.state.running(null),
      };
    case "waiting":
      return {
        tone: "waiting",
        mark: "wait",
        text: w.state.waiting(askedMs === null ? null : wait(nowMs - askedMs)),
        said: w.state.waiting(null),
      };
    case "retrying":
      return {
        tone: "warn",
        mark: "spin",
        text: state.attempt ? w.state.retryingOf(state.attempt.nth, state.attempt.of) : w.state.retrying(state.text),
        title: state.why ?? state.text,
      };
    case "hook":
      return { tone: "running", mark: "spin", text: w.state.hook(state.text), title: state.text };
    case "interrupted":
      // An interruption without a reason was by the person, so nothing went wrong.
      return {
        tone: state.why ? "danger" : "plain",
        mark: "stop",
        text: w.state.interrupted(shortly(state.why)),
        title: state.why,
      };
    case "failed":
      return { tone: "danger", mark: "stop", text: w.state.failed, title: state.why };
    case "limited":
      // A limit whose time is over stops nothing any more.
      if (state.untilMs !== null && state.untilMs <= nowMs)
        return { tone: "danger", mark: "stop", text: w.state.failed, title: state.why };
      return {
        tone: "danger",
        mark: "stop",
        text: w.state.limited(state.untilMs === null ? null : moment(state.untilMs, nowMs)),
        title: state.why,
      };
    case "locked":
      return { tone: "plain", mark: "lock", text: w.state.locked };
    default:
      return state satisfies never;
  }
}
/** The first sentence, shortened if there is too little room. */
export function shortly(text: string): string {
  const first = /^.*?[.!?](?=\s|$)/.exec(text.trim())?.[0] ?? text.trim();
  const said = first.replace(/\.$/, "");
  return said.length > SHORT ? `${said.slice(0, SHORT).trimEnd()}…` : said;
}
