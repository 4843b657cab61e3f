// Shown if a part of the window fails to draw: what happened, that nothing is lost, and how to continue.

import type { JSX } from "solid-js";
import { Button } from "./kit/controls";
import { copy } from "./kit/copy";
import { Icon } from "./kit/icons";
import { w } from "./words/words";

export function Crash(props: { error: unknown; reset: () => void }): JSX.Element {
  const text = (): string =>
    props.error instanceof Error ? `${props.error.message}\n${props.error.stack ?? ""}` : String(props.error);
  return (
    <div class="crash" role="alert">
      <Icon name="error" lead />
      <h2>{w.crash.title}</h2>
      <p class="quiet">{w.crash.meaning}</p>
      <pre class="data" tabindex="0" role="region" aria-label={w.crash.copy}>
        {text().slice(0, 2000)}
      </pre>
      <div class="row">
        <Button variant="primary" onClick={() => props.reset()}>
          {w.crash.reload}
        </Button>
        <Button onClick={() => void copy(text())}>{w.crash.copy}</Button>
      </div>
    </div>
  );
}
