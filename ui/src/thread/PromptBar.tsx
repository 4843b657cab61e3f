// The prompt of the visible rows while it is scrolled out of sight; a click scrolls to it.

import { type JSX, Show } from "solid-js";
import type { Thread } from "../mirror";
import { Icon } from "../kit/icons";
import { type EntryKey, keyParts } from "../rows";
import { moment } from "../words/forms";
import { w } from "../words/words";

export function PromptBar(props: { thread: Thread; entry: EntryKey | undefined; go: () => void }): JSX.Element {
  const prompt = (): { text: string; ms: number | null } | null => {
    const row = props.entry && props.thread.rows[keyParts(props.entry).id];
    return row && row.body.kind === "prompt" ? { text: row.body.text, ms: row.startedMs } : null;
  };
  return (
    <Show when={prompt()}>
      {(found) => (
        <button type="button" class="prompt-bar" title={w.transcript.toPrompt} onClick={() => props.go()}>
          <Icon name="up" />
          <span class="clip">
            <b>{w.transcript.you}</b> {found().text}
          </span>
          <Show when={found().ms}>{(ms) => <time>{moment(ms(), Date.now())}</time>}</Show>
        </button>
      )}
    </Show>
  );
}
