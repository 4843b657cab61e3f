// Asks whether a folder is trusted: before the first thread in it, and when a person wants to change the answer.

import { createSignal } from "solid-js";
import type { FolderTrust } from "../generated/model";
import { act, query } from "../host";
import { toastError } from "../kit/toasts";

/** `null`: no answer, so nothing happens. */
export type TrustAnswer = boolean | null;
export type TrustQuestion = { cwd: string; trust: FolderTrust; answer: (answer: TrustAnswer) => void };

const [question, setQuestion] = createSignal<TrustQuestion | null>(null);
export const trustQuestion = question;

export const readTrust = (cwd: string): Promise<FolderTrust> =>
  query({ type: "folderTrust", cwd }).then((result) => result.trust);

export const setTrust = (cwd: string, trusted: boolean): Promise<unknown> => act({ type: "trustFolder", cwd, trusted });

/** Shows the question and writes the answer. `false` if there was no answer or it could not be written. */
export async function askTrust(cwd: string, trust: FolderTrust): Promise<boolean> {
  // An open question is not replaced without an answer.
  question()?.answer(null);
  const answer = await new Promise<TrustAnswer>((done) => setQuestion({ cwd, trust, answer: done }));
  setQuestion(null);
  if (answer === null) return false;
  return setTrust(cwd, answer).then(
    () => true,
    (error: unknown) => {
      toastError(error);
      return false;
    },
  );
}

/** Asks before a thread starts in a folder. Rust refuses a folder without an answer, so a failed query is left to it. */
export async function mayBegin(cwd: string): Promise<boolean> {
  const trust = await readTrust(cwd).catch(() => null);
  return trust?.standing !== "unanswered" || askTrust(cwd, trust);
}
