// The text field. The composer sets its content, so that typing is never overwritten by an echo of the saved draft.

import type { JSX } from "solid-js";
import { MOST_CHARACTERS, type ThreadId } from "../generated/model";
import { w } from "../words/words";
import { pasteImages } from "./attach";
import { draftOf, flush, setDraft } from "./drafts";
import { lengthOf } from "./message";
import { LIST, optionId } from "./Suggest";
import type { Suggesting } from "./suggest";

type FieldProps = {
  thread: ThreadId | null;
  placeholder: string;
  suggest: Suggesting;
  take: (area: HTMLTextAreaElement) => void;
  onKey: (event: KeyboardEvent) => void;
};

export function Field(props: FieldProps): JSX.Element {
  const listed = (): boolean => props.suggest.open() && props.suggest.entries().length > 0;
  return (
    <textarea
      ref={(made) => props.take(made)}
      aria-label={w.composer.name}
      placeholder={props.placeholder}
      data-part="composer-input"
      rows="1"
      aria-invalid={lengthOf(draftOf(props.thread)) > MOST_CHARACTERS}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls={listed() ? LIST : undefined}
      aria-activedescendant={listed() ? optionId(props.suggest.at()) : undefined}
      onInput={(event) => {
        setDraft(props.thread, event.currentTarget.value);
        props.suggest.moved(event.currentTarget);
      }}
      onSelect={(event) => props.suggest.moved(event.currentTarget)}
      onKeyDown={(event) => props.onKey(event)}
      onPaste={(event) => pasteImages(props.thread, event.clipboardData) && event.preventDefault()}
      onFocus={() => props.suggest.setFocused(true)}
      onBlur={() => {
        props.suggest.setFocused(false);
        flush(props.thread);
      }}
    />
  );
}
