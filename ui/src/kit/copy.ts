// Text to the clipboard, with a word that it is there.

import { w } from "../words/words";
import { toastError, toast } from "./toasts";

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyOldWay(text)) return toastError({ message: w.common.unknown });
  }
  toast({ tone: "plain", icon: "check", title: w.common.copied });
}

/** WebKitGTK refuses the clipboard API where the page has no permission; a selection still copies. */
function copyOldWay(text: string): boolean {
  const area = document.createElement("textarea");
  const had = document.activeElement;
  area.value = text;
  area.className = "sr";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (had instanceof HTMLElement) had.focus();
  return done;
}
