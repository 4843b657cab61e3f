// The ways in, and what a person can do when one of them fails.
//
// Refuses: keeping a key or a link. What goes on is in `mirror.login`; only a refusal that never became a sign-in
// (a key with a space in it) is held here, until the next step.

import { createSignal } from "solid-js";
import { act, failureOf } from "../host";
import type { Account, Intent, Login, Next, Way } from "../generated/model";
import { copy } from "../kit/copy";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";

export type Problem = { way: Way; message: string; next: Next[] };

const [refused, setRefused] = createSignal<Problem | null>(null);
/** The form for a key is open. */
export const [keyOpen, setKeyOpen] = createSignal(false);

export const signedIn = (account: Account = mirror.account): boolean =>
  ["apiKey", "chatGpt", "other"].includes(account.kind);

/** What went wrong last: the server's word first. */
export function problem(): Problem | null {
  const { login } = mirror;
  if (login.kind === "failed") return login;
  return login.kind === "none" ? refused() : null;
}

/** It failed for want of a keychain, and there is one by now. */
export const worksNow = (problem: Problem): boolean =>
  problem.next.includes("checkKeychain") && mirror.access.keychain?.verdict === "works";

/** Nothing went wrong that a person still has to read. */
export const calm = (): void => void setRefused(null);

export function as<K extends Login["kind"]>(kind: K): Extract<Login, { kind: K }> | undefined {
  return mirror.login.kind === kind ? (mirror.login as Extract<Login, { kind: K }>) : undefined;
}

let given = false;
/** The attempt that ended was left by the person, not finished. */
export const givenUp = (): boolean => given;

/** One step of signing in. A refusal is shown where the sign-in is shown. */
export async function begin(way: Way, intent: Intent): Promise<boolean> {
  setRefused(null);
  given = false;
  try {
    await act(intent);
    return true;
  } catch (error) {
    // Signed in all the same (only the name was not kept): the screen is about to go, so say it on the next one.
    if (signedIn() && way === "key") toastError(error);
    else setRefused({ way, message: failureOf(error).message, next: [] });
    return false;
  }
}

export const withBrowser = (): void => {
  setKeyOpen(false);
  void begin("browser", { type: "signInWithBrowser" });
};

export const withCode = (): void => {
  setKeyOpen(false);
  void begin("device", { type: "signInWithCode" });
};

export const importLogin = (): void => void begin("import", { type: "importLogin" });

/** Back to the choice of ways. */
export function giveUp(): void {
  setKeyOpen(false);
  leave();
}

function leave(): void {
  given = true;
  setRefused(null);
  if (mirror.login.kind !== "none") act({ type: "cancelSignIn" }).catch(toastError);
}

/** To the form for a key, leaving whatever else was going on. A form that is open stays, with what is in it. */
export function withKey(): void {
  leave();
  setKeyOpen(true);
}

export function again(way: Way): void {
  switch (way) {
    case "browser":
      return withBrowser();
    case "device":
      return withCode();
    case "key":
      return withKey();
    case "import":
      return importLogin();
    case "switch":
    case "tokens":
      // Which one it was stands in the list beside it.
      return giveUp();
    default:
      return way satisfies never;
  }
}

/** Nothing is kept from here on; then the same way once more. */
export async function forSession(way: Way | null): Promise<void> {
  try {
    await act({ type: "keepForSession", on: true });
    if (way === "browser" || way === "device" || way === "key") again(way);
  } catch (error) {
    toastError(error);
  }
}

const [unlocking, setUnlocking] = createSignal(false);
export { unlocking };

/** The sign-in waits in a locked keychain: the system asks for its password, then Codex takes it up. */
export function unlock(): void {
  if (unlocking()) return;
  setUnlocking(true);
  act({ type: "keepForSession", on: false })
    .catch(toastError)
    .finally(() => setUnlocking(false));
}

export function follow(next: Next, from: Problem): void {
  switch (next) {
    case "tryAgain":
      return again(from.way);
    case "useBrowser":
      return withBrowser();
    case "useDevice":
      return withCode();
    case "useKey":
      return withKey();
    case "sessionOnly":
      return void forSession(from.way);
    case "checkKeychain":
      return checkKeychain();
    case "askAdmin":
      return void copy(from.message);
    case "restartCodex":
      giveUp();
      return void act({ type: "restartServer" }).catch(toastError);
    default:
      return next satisfies never;
  }
}

const [checking, setChecking] = createSignal(false);
export { checking };

/** A person who asks may be asked back for the keychain's password; a screen that only shows up may not. */
export function checkKeychain(mayPrompt = true): void {
  if (checking()) return;
  setChecking(true);
  act({ type: "checkKeychain", mayPrompt })
    .catch(toastError)
    .finally(() => setChecking(false));
}
