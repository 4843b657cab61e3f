// Sending what stands in the composer. Until the engine has taken it the text is the person's: it comes back when that fails.

import { createSignal, onCleanup } from "solid-js";
import type { Ground, Receipt, Target, ThreadId } from "../generated/model";
import { act, failureOf } from "../host";
import { toast, toastError } from "../kit/toasts";
import { mayBegin } from "../trust/ask";
import { go } from "../view";
import { w } from "../words/words";
import { choicesFor, forgetNew } from "./choices";
import { addAttached, attachedOf, draftOf, flush, letGo, setAll, setAttached } from "./drafts";
import { broughtBack, type How, intentOf, partsOf } from "./message";
import { remember } from "./recall";

export interface Sender {
  sending: () => boolean;
  /** A person is asked whether the folder is trusted. */
  asksTrust: () => boolean;
  send: (how: How) => Promise<void>;
  review: (target: Target) => Promise<void>;
}

export function createSender(thread: () => ThreadId | null, ground: () => Ground): Sender {
  const [sending, setSending] = createSignal(false);
  const [asksTrust, setAsksTrust] = createSignal(false);
  let left = false;
  onCleanup(() => (left = true));
  const arrived = (id: ThreadId | null, receipt: Receipt): void => {
    if (id !== null || !receipt.thread) return;
    forgetNew();
    if (!left) return go({ kind: "thread", id: receipt.thread });
    // Who went elsewhere meanwhile stays there, and so nobody shows it.
    act({ type: "closeThread", thread: receipt.thread }).catch(toastError);
  };
  /** A new thread waits until its folder was answered for; its text stays in the field until then. */
  const mayGo = async (): Promise<boolean> => {
    const at = ground();
    if (at.kind === "thread" || !at.cwd) return true;
    setAsksTrust(true);
    try {
      return await mayBegin(at.cwd);
    } finally {
      setAsksTrust(false);
    }
  };
  const send = async (how: How): Promise<void> => {
    const id = thread();
    // In a thread the text is taken at once, so that what is typed next is not part of it.
    if (id === null && !(await mayGo())) return;
    const at = ground();
    const words = draftOf(id);
    const { stays, sent } = partsOf(words, attachedOf(id));
    setSending(true);
    letGo(id, stays);
    try {
      const receipt = await act(intentOf(at, words, sent, how, choicesFor(id)));
      remember(words);
      // What was typed meanwhile is the draft now.
      setAll(id, draftOf(id), [...attachedOf(id)]);
      if (id === null && receipt.thread && stays.length) {
        setAttached(null, []);
        addAttached(receipt.thread, stays);
      }
      flush(id);
      arrived(id, receipt);
    } catch (error) {
      setAll(id, broughtBack(words, draftOf(id)), [...sent, ...attachedOf(id)]);
      flush(id);
      // That another Codex writes here stands over the composer.
      if (failureOf(error).code !== "locked")
        toast({ tone: "danger", icon: "error", title: w.composer.notSent, detail: failureOf(error).message });
    } finally {
      setSending(false);
    }
  };
  const review = async (target: Target): Promise<void> => {
    const id = thread();
    if (id === null && !(await mayGo())) return;
    act({ type: "review", at: ground(), target, choices: choicesFor(id) })
      .then((receipt) => arrived(id, receipt))
      .catch(toastError);
  };
  return { sending, asksTrust, send, review };
}
