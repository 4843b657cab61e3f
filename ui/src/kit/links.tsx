// Links that lead out of the app: opened by Rust, with their destination shown on hover.

import { createSignal, type JSX, onCleanup, onMount, Show } from "solid-js";
import type { ThreadId } from "../generated/model";
import { act } from "../host";
import { toast, toastError } from "./toasts";

/** Opens a link. Rust checks the address and reports if it did something else than open it. */
export function openLink(thread: ThreadId | null, url: string): void {
  act({ type: "openLink", thread, url })
    .then((receipt) => {
      if (receipt.note) toast({ tone: "plain", icon: "folder", title: receipt.note });
    })
    .catch(toastError);
}

/** The destination of a link if its text does not show it: a host in its ASCII form (`xn--…`), or an e-mail address. */
export function destination(text: string, address: string): string | null {
  const url = parsed(address);
  if (!url) return null;
  const to = url.protocol === "mailto:" ? url.pathname : url.host;
  return to && !says(text.trim(), to) ? to : null;
}

/** Whether the text names the destination. Only ASCII letters count, because others may be look-alikes. */
function says(text: string, to: string): boolean {
  if (!/^[\x21-\x7e]+$/.test(text)) return false;
  const named = parsed(text) ?? parsed(`https://${text}`);
  return (
    text === to ||
    (named?.protocol === "https:" || named?.protocol === "http:" ? named.host === to && !named.username : false)
  );
}

function parsed(address: string): URL | null {
  try {
    const url = new URL(address);
    return ["https:", "http:", "mailto:"].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

const ID = "link-host";

/** Shows the destination in the corner, as browsers do. Beside the link it would cover what is being read. */
export function LinkHost(): JSX.Element {
  const [shown, setShown] = createSignal<string | null>(null);
  let described: Element | undefined;
  const hide = (): void => {
    described?.removeAttribute("aria-describedby");
    described = undefined;
    setShown(null);
  };
  const look = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest("a[href], [data-address]") : null;
    if (!link && event.type === "pointerover" && described?.contains(document.activeElement)) return;
    hide();
    if (!link) return;
    const to = destination(
      link.textContent ?? "",
      link.getAttribute("href") ?? link.getAttribute("data-address") ?? "",
    );
    if (!to) return;
    if (!link.hasAttribute("aria-describedby")) {
      link.setAttribute("aria-describedby", ID);
      described = link;
    }
    setShown(to);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Escape") hide();
  };
  onMount(() => {
    for (const name of ["pointerover", "focusin"]) document.addEventListener(name, look);
    document.addEventListener("focusout", hide);
    document.addEventListener("keydown", key, true);
    onCleanup(() => {
      for (const name of ["pointerover", "focusin"]) document.removeEventListener(name, look);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("keydown", key, true);
    });
  });
  return (
    <Show when={shown()}>
      {(to) => (
        <div class="link-host" id={ID} role="tooltip" data-part="link-host">
          {to()}
        </div>
      )}
    </Show>
  );
}
