// Attaches a picture by its address: on the web, or a `data:` URL.

import { createSignal, type JSX } from "solid-js";
import { Button, TextField } from "../kit/controls";
import { Dialog, DialogFoot } from "../kit/Dialog";
import { w } from "../words/words";

export function LinkImage(props: { add: (url: string) => void; close: () => void }): JSX.Element {
  const [url, setUrl] = createSignal("");
  const good = (): boolean =>
    /^(https:\/\/[^\s/@]+\.[^\s/@]+|data:image\/[\w.+-]+;base64,[\w+/=\s]+$)/i.test(url().trim());
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!good()) return;
    props.add(url().trim());
    props.close();
  };
  return (
    <Dialog title={w.attach.linkTitle} close={props.close}>
      <form class="stack gap-3" onSubmit={save}>
        <TextField
          label={w.attach.linkLabel}
          large
          part="image-url"
          value={url()}
          placeholder="https://"
          data-focus
          hint={w.attach.linkHint}
          {...(url().trim() && !good() ? { problem: w.attach.linkBad } : {})}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <DialogFoot no={w.common.cancel} close={props.close}>
          <Button variant="primary" part="dialog-yes" type="submit" disabled={!good()}>
            {w.attach.linkAdd}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
