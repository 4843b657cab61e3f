// Sends the content of the composer. If that fails the text comes back.

import { createSignal, onCleanup } from "solid-js";
import type { Ground, Receipt, Target, ThreadId } from "../generated/model";
import { act, failureOf } from "../host";
import { toast, toastError } from "../kit/toasts";
import { mayBegin } from "../trust/ask";
import { go } from "../view";
import { w } from "../words/words";
import { choicesFor, forgetNew } from "./choices";
import { addAttached, attachedOf, draftOf, flush, emptyForSending, setAll, setAttached } from "./drafts";
import { beforeTyped, type How, intentOf, partsOf } from "./message";
import { remember } from "./recall";

export interface Sender {
  sending: () => boolean;
  /** Whether the person is being asked about trust in the folder. */
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
    // If the person went elsewhere meanwhile, they stay there and this window does not show the new thread.
    act({ type: "closeThread", thread: receipt.thread }).catch(toastError);
  };
  /** Asks about trust before the first thread in a folder. The text stays in the field until then. */
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
    // In an existing thread the field is emptied at once, so that what is typed next is not part of the message.
    if (id === null && !(await mayGo())) return;
    const at = ground();
    const words = draftOf(id);
    const { stays, sent } = partsOf(words, attachedOf(id));
    setSending(true);
    emptyForSending(id, stays);
    try {
      const receipt = await act(intentOf(at, words, sent, how, choicesFor(id)));
      remember(words);
      // The text that was typed meanwhile becomes the draft.
      setAll(id, draftOf(id), [...attachedOf(id)]);
      if (id === null && receipt.thread && stays.length) {
        setAttached(null, []);
        addAttached(receipt.thread, stays);
      }
      flush(id);
      arrived(id, receipt);
    } catch (error) {
      setAll(id, beforeTyped(words, draftOf(id)), [...sent, ...attachedOf(id)]);
      flush(id);
      // A locked thread is already reported above the composer.
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
