// Which dialog of the composer stands over the window.

import { createSignal } from "solid-js";

export const [composerDialog, setComposerDialog] = createSignal<"review" | "link" | null>(null);
