// Pictures and files on their way into a message: picked, pasted, dropped. What they are is Rust's to say.

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

/** Takes the pictures of a paste; `false` where there are none, or only that of a text, and the text goes its own way. */
export function pasteImages(thread: ThreadId | null, data: DataTransfer | null): boolean {
  const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith("image/"));
  const text = data?.getData("text/plain").trim() ?? "";
  // Cells of a sheet come as text and as a picture of it; a picture that was copied may come with its address or its name.
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

/** One that is written out in its address is kept like a pasted one; one on the web goes along by its address. */
export function linkImage(thread: ThreadId | null, url: string): void {
  if (!url.toLowerCase().startsWith("data:")) return addAttached(thread, [{ kind: "link", url }]);
  act({ type: "keepPicture", data: (url.split(",", 2)[1] ?? "").replace(/\s+/g, "") })
    .then((receipt) => receipt.path && addAttached(thread, pictures([receipt.path])))
    .catch(toastError);
}

/** A folder begins a new thread in it; pictures go along; any other file is named in the text. */
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

/** A file as it is named in the text; where its name has spaces, quotes say where it ends. */
export const mention = (path: string): string => `@${/\s/.test(path) ? `"${path}"` : path} `;

const spaced = (text: string): string => (text === "" || /\s$/.test(text) ? text : `${text} `);

/** Inside the folder its path is short. */
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
