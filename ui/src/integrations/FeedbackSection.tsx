// Feedback to OpenAI: saved to a file first, and sent only after the person saw the list of its contents.

import { createSignal, type JSX, Show } from "solid-js";
import { act } from "../host";
import type { Feedback, FeedbackKind } from "../generated/model";
import { Button, Segmented, Switch } from "../kit/controls";
import { toast, toastError } from "../kit/toasts";
import { ConfirmDialog } from "../lists/Loaded";
import { r } from "../words/integrations";
import { LongField } from "./bits";

const KINDS: FeedbackKind[] = ["bug", "badResult", "goodResult", "other"];

export function FeedbackSection(): JSX.Element {
  const [about, setAbout] = createSignal<FeedbackKind>("bug");
  const [words, setWords] = createSignal("");
  const [logs, setLogs] = createSignal(false);
  const [busy, setBusy] = createSignal(false);
  const [saved, setSaved] = createSignal<string | null>(null);
  const [sending, setSending] = createSignal(false);
  const feedback = (): Feedback => ({ about: about(), words: words(), thread: null, logs: logs() });
  const save = (): void => {
    setBusy(true);
    act({ type: "feature", intent: { does: "saveFeedback", feedback: feedback(), folder: null } })
      .then((receipt) => setSaved(receipt.path))
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  const change = (run: () => void): void => {
    run();
    // An edit discards the saved file, because only what could be looked at is sent.
    setSaved(null);
  };
  return (
    <section class="section" aria-labelledby="feedback-title" data-part="feedback">
      <header>
        <h2 id="feedback-title">{r.feedback.title}</h2>
        <p class="grow">{r.feedback.lead}</p>
      </header>
      <div class="list padded stack">
        <div>
          <Segmented
            label={r.feedback.about}
            value={about()}
            options={KINDS.map((kind) => ({ value: kind, label: r.feedback.kinds[kind] }))}
            change={(kind) => change(() => setAbout(kind))}
          />
        </div>
        <LongField
          label={r.feedback.words}
          part="feedback-words"
          rows={3}
          value={words()}
          change={(text) => change(() => setWords(text))}
        />
        <div class="row">
          <span class="grow">
            {r.feedback.logs}
            <small class="block faint">{r.feedback.logsHint}</small>
          </span>
          <Switch label={r.feedback.logs} on={logs()} change={(on) => change(() => setLogs(on))} />
        </div>
        <div class="row" aria-live="polite">
          <Button part="save-feedback" disabled={busy() || words().trim() === ""} onClick={save}>
            {r.feedback.save}
          </Button>
          <Show when={saved()}>
            {(path) => (
              <>
                <span class="grow clip small quiet" title={path()} data-part="feedback-saved">
                  {`${r.feedback.saved}: ${path()}`}
                </span>
                <Button
                  size="small"
                  variant="plain"
                  onClick={() => void act({ type: "revealExport", path: path() }).catch(toastError)}
                >
                  {r.feedback.show}
                </Button>
                <Button size="small" part="send-feedback" onClick={() => setSending(true)}>
                  {r.feedback.send}
                </Button>
              </>
            )}
          </Show>
        </div>
      </div>
      <Show when={sending()}>
        <ConfirmDialog
          question={{
            title: r.feedback.sendAsk,
            hint: r.feedback.goes,
            yes: r.feedback.send.replace("…", ""),
            run: () =>
              act({ type: "feature", intent: { does: "sendFeedback", feedback: feedback() } }).then(() =>
                toast({ tone: "plain", icon: "check", title: r.feedback.sent }),
              ),
          }}
          close={() => setSending(false)}
        >
          <ul class="bullets">
            <li>{r.feedback.goesWords}</li>
            <li>{r.feedback.goesVersion}</li>
            <li>{logs() ? r.feedback.goesLogs : r.feedback.goesNoLogs}</li>
          </ul>
        </ConfirmDialog>
      </Show>
    </section>
  );
}
