// Which question of the composer stands over the window.

import { createSignal } from "solid-js";

export const [askedFor, setAskedFor] = createSignal<"review" | "link" | null>(null);
