// The text of config.toml.

import type { JSX } from "solid-js";
import { act } from "../host";
import type { ConfigSheet } from "../generated/model";
import { Button } from "../kit/controls";
import { toastError } from "../kit/toasts";
import { r } from "../words/integrations";

export const unwrapped = (sheet: ConfigSheet | undefined): ConfigSheet | null =>
  sheet ? (JSON.parse(JSON.stringify(sheet)) as ConfigSheet) : null;

export function Raw(props: { sheet: ConfigSheet | undefined }): JSX.Element {
  return (
    <section class="section stack" aria-label={r.config.raw}>
      <div class="row">
        <code class="grow clip small" title={props.sheet?.file}>
          {props.sheet?.file}
        </code>
        <Button size="small" onClick={() => void act({ type: "config", intent: { does: "reveal" } }).catch(toastError)}>
          {r.common.reveal}
        </Button>
      </div>
      <pre class="raw tall" tabindex="0" data-part="config-raw">
        {props.sheet?.raw}
      </pre>
      <p class="faint small">{r.config.covered}</p>
    </section>
  );
}
