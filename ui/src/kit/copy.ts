// Copies text to the clipboard and confirms it with a toast.

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

/** WebKitGTK refuses the clipboard API if the page has no permission, but copying a selection works. */
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
