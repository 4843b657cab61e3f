// Attaches pictures and files: picked, pasted, dropped. Rust decides what kind of file each is.

import type { Attached, ThreadId } from "../generated/model";
import { act, query } from "../host";
import { toastError, toast } from "../kit/toasts";
import { mirror } from "../mirror";
import { go, setPref, prefs, openThread, place } from "../view";
import { w } from "../words/words";
import { addAttached, draftOf, setDraft } from "./drafts";

const pictures = (paths: string[]): Attached[] => paths.map((path) => ({ kind: "image", path }));

export function pickImages(thread: ThreadId | null): void {
  act({ type: "pickImages" })
    .then((receipt) => {
      addAttached(thread, pictures(receipt.paths ?? []));
      if (receipt.problems?.length)
        toast({
          tone: "danger",
          icon: "error",
          title: w.attach.leftOut(receipt.problems.length),
          detail: receipt.problems.join(" "),
        });
    })
    .catch(toastError);
}

/**
 * Attaches the pictures of a paste. `false` if there are none, or only a picture of the pasted text, which is then
 * pasted as text.
 */
export function pasteImages(thread: ThreadId | null, data: DataTransfer | null): boolean {
  const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
  const text = data?.getData("text/plain").trim() ?? "";
  // Cells of a spreadsheet come as text and as a picture of it. A copied picture may come with its address or name.
  if (text && !isNameOf(text, files)) return false;
  for (const file of files) {
    base64(file)
      .then((text) => act({ type: "keepPicture", data: text }))
      .then((receipt) => receipt.path && addAttached(thread, pictures([receipt.path])))
      .catch(toastError);
  }
  return files.length > 0;
}

const isNameOf = (text: string, files: File[]): boolean =>
  /^[a-z][a-z0-9+.-]*:\S+$/i.test(text) || files.some((file) => text.split(/[\\/]/).at(-1) === file.name);

/** A `data:` URL is kept like a pasted picture; a picture on the web is attached by its address. */
export function linkImage(thread: ThreadId | null, url: string): void {
  if (!url.toLowerCase().startsWith("data:")) return addAttached(thread, [{ kind: "link", url }]);
  act({ type: "keepPicture", data: (url.split(",", 2)[1] ?? "").replace(/\s+/g, "") })
    .then((receipt) => receipt.path && addAttached(thread, pictures([receipt.path])))
    .catch(toastError);
}

/** A dropped folder starts a new thread in it, pictures are attached, and any other file is mentioned in the text. */
export async function dropped(paths: string[]): Promise<void> {
  try {
    const { found } = await query({ type: "paths", paths });
    const [folder] = found.folders;
    if (folder && !mirror.server.demo) setPref("folder", folder);
    if (folder || (place().kind !== "thread" && place().kind !== "new")) go({ kind: "new" });
    const thread = openThread();
    addAttached(thread, pictures(found.images));
    const cwd = thread ? (mirror.open[thread]?.head.cwd ?? "") : (prefs.folder ?? "");
    const named = found.files.map((path) => mention(relative(path, cwd))).join("");
    if (named) setDraft(thread, spaced(draftOf(thread)) + named);
    if (found.problems.length)
      toast({
        tone: "danger",
        icon: "error",
        title: w.attach.onlyNamed(found.problems.length),
        detail: found.problems.join(" "),
      });
    setTimeout(() => document.querySelector<HTMLElement>("[data-part=composer-input]")?.focus());
  } catch (error) {
    toastError(error);
  }
}

/** A mention of a file. If the path has spaces, quotes show where it ends. */
export const mention = (path: string): string => `@${/\s/.test(path) ? `"${path}"` : path} `;

const spaced = (text: string): string => (text === "" || /\s$/.test(text) ? text : `${text} `);

/** The path relative to the folder if it is inside. */
export function relative(path: string, cwd: string): string {
  const root = cwd.replace(/[\\/]+$/, "");
  return root && (path.startsWith(`${root}/`) || path.startsWith(`${root}\\`)) ? path.slice(root.length + 1) : path;
}

function base64(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(String(reader.result).split(",", 2)[1] ?? ""));
    reader.addEventListener("error", () => fail(reader.error ?? new Error(file.name)));
    reader.readAsDataURL(file);
  });
}
