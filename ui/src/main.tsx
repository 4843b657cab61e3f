// The entry point: fills the mirror from Rust and draws the window from it.

import { batch } from "solid-js";
import { render } from "solid-js/web";
import { App } from "./App";
import { afterFirstPaint, removeEarlyFrame } from "./early";
import { NoHost } from "./NoHost";
import { perFrame } from "./frames";
import { subscribe } from "./host";
import { reconcileChoices } from "./composer/choices";
import { reconcileDrafts } from "./composer/drafts";
import { applyBatch } from "./mirror";
import { paintEarly } from "./theme";
import "./styles/all.css";

export function start(root: HTMLElement): void {
  paintEarly();
  const end = render(() => <App />, root);
  subscribe(
    perFrame((changes) =>
      batch(() => {
        applyBatch(changes);
        reconcileDrafts(changes);
        reconcileChoices(changes);
      }),
    ),
  ).catch((error: { message: string }) => {
    end();
    removeEarlyFrame();
    render(() => <NoHost why={error.message} />, root);
  });
}

const root = document.getElementById("root");
if (root && !root.hasAttribute("data-dev")) afterFirstPaint(() => start(root));
