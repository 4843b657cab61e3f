// Signing in: starts each way, and holds what a person can do if one fails.
//
// Invariant: no key or link is stored here. The sign-in in progress is in `mirror.login`; only a refusal that never
// became a sign-in (a key with a space in it) is kept here, until the next step.

import { createSignal } from "solid-js";
import { act, failureOf } from "../host";
import type { Account, Intent, Login, Next, Way } from "../generated/model";
import { copy } from "../kit/copy";
import { toastError } from "../kit/toasts";
import { mirror } from "../mirror";

export type Problem = { way: Way; message: string; next: Next[] };

const [refused, setRefused] = createSignal<Problem | null>(null);
/** Whether the form for a key is open. */
export const [keyOpen, setKeyOpen] = createSignal(false);

export const signedIn = (account: Account = mirror.account): boolean =>
  ["apiKey", "chatGpt", "other"].includes(account.kind);

/** The last problem. The server's takes precedence. */
export function problem(): Problem | null {
  const { login } = mirror;
  if (login.kind === "failed") return login;
  return login.kind === "none" ? refused() : null;
}

/** Whether a problem was a missing keychain and there is one by now. */
export const keychainWorksNow = (problem: Problem): boolean =>
  problem.next.includes("checkKeychain") && mirror.access.keychain?.verdict === "works";

/** Dismisses the last problem. */
export const dismissProblem = (): void => void setRefused(null);

export function as<K extends Login["kind"]>(kind: K): Extract<Login, { kind: K }> | undefined {
  return mirror.login.kind === kind ? (mirror.login as Extract<Login, { kind: K }>) : undefined;
}

let given = false;
/** Whether the last attempt was cancelled by the person. */
export const wasCancelled = (): boolean => given;

/** Runs one step of signing in. A refusal is shown on the sign-in page. */
export async function begin(way: Way, intent: Intent): Promise<boolean> {
  setRefused(null);
  given = false;
  try {
    await act(intent);
    return true;
  } catch (error) {
    // The sign-in worked and only the key's label was not saved. This screen is about to go, so the next one shows the
    // message.
    if (signedIn() && way === "key") toastError(error);
    else setRefused({ way, message: failureOf(error).message, next: [] });
    return false;
  }
}

export const signInByBrowser = (): void => {
  setKeyOpen(false);
  void begin("browser", { type: "signInWithBrowser" });
};

export const signInByCode = (): void => {
  setKeyOpen(false);
  void begin("device", { type: "signInWithCode" });
};

export const importLogin = (): void => void begin("import", { type: "importLogin" });

/** Cancels and returns to the choice of ways. */
export function cancelSignIn(): void {
  setKeyOpen(false);
  leave();
}

function leave(): void {
  given = true;
  setRefused(null);
  if (mirror.login.kind !== "none") act({ type: "cancelSignIn" }).catch(toastError);
}

/** Opens the form for a key and cancels whatever else is in progress. An open form stays as it is. */
export function openKeyForm(): void {
  leave();
  setKeyOpen(true);
}

export function again(way: Way): void {
  switch (way) {
    case "browser":
      return signInByBrowser();
    case "device":
      return signInByCode();
    case "key":
      return openKeyForm();
    case "import":
      return importLogin();
    case "switch":
    case "tokens":
      // The list beside it shows the accounts.
      return cancelSignIn();
    default:
      return way satisfies never;
  }
}

/** Keeps the next sign-in for this session only, then repeats the same way. */
export async function keepForSessionOnly(way: Way | null): Promise<void> {
  try {
    await act({ type: "keepForSession", on: true });
    if (way === "browser" || way === "device" || way === "key") again(way);
  } catch (error) {
    toastError(error);
  }
}

const [unlocking, setUnlocking] = createSignal(false);
export { unlocking };

/** Unlocks the keychain that holds the sign-in: the system asks for its password, then Codex uses the sign-in. */
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
      return signInByBrowser();
    case "useDevice":
      return signInByCode();
    case "useKey":
      return openKeyForm();
    case "sessionOnly":
      return void keepForSessionOnly(from.way);
    case "checkKeychain":
      return checkKeychain();
    case "askAdmin":
      return void copy(from.message);
    case "restartCodex":
      cancelSignIn();
      return void act({ type: "restartServer" }).catch(toastError);
    default:
      return next satisfies never;
  }
}

const [checking, setChecking] = createSignal(false);
export { checking };

/** Checks the keychain. Only if the person asked for the check may the system ask for the keychain's password. */
export function checkKeychain(mayPrompt = true): void {
  if (checking()) return;
  setChecking(true);
  act({ type: "checkKeychain", mayPrompt })
    .catch(toastError)
    .finally(() => setChecking(false));
}
