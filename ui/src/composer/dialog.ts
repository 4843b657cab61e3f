// Which dialog of the composer is open.

import { createSignal } from "solid-js";

export const [composerDialog, setComposerDialog] = createSignal<"review" | "link" | null>(null);
