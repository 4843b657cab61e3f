// The page opened outside of the app: an explanation instead of a blank window.

import type { JSX } from "solid-js";
import { Empty } from "./kit/bits";
import { w } from "./words/words";

export function NoHost(props: { why: string }): JSX.Element {
  return (
    <main class="opening" data-part="app">
      <Empty icon="error" top title={w.noHost.title} hint={w.noHost.meaning}>
        <p class="mono small faint">{props.why}</p>
      </Empty>
    </main>
  );
}
