// Suggestions while a name is typed: files after @, skills and apps after $, commands after /.
//
// The text field keeps the focus; arrows move, Enter and Tab accept, Escape closes.

import { createEffect, createMemo, createSignal, on } from "solid-js";
import type { App, Attached, FileHit, Skill, ThreadId } from "../generated/model";
import { query } from "../host";
import { mirror } from "../mirror";
import { w } from "../words/words";
import { mention } from "./attach";
import { commandsFor } from "./commands";
import { addAttached } from "./drafts";
import { tokenAt } from "./token";
import { type Entry, inOrder, rank } from "./rank";

const MOST = 40;

type Field = {
  text: () => string;
  thread: () => ThreadId | null;
  cwd: () => string | null;
  put: (text: string, caret: number) => void;
};

export type Suggesting = ReturnType<typeof createSuggest>;

export function createSuggest(field: Field) {
  const [caret, setCaret] = createSignal(0);
  const [left, setLeft] = createSignal<string | null>(null);
  const [at, setAt] = createSignal(0);
  const [files, setFiles] = createSignal<{ query: string; hits: FileHit[] }>({ query: "", hits: [] });
  const [named, setNamed] = createSignal<Entry[]>([]);
  const [busy, setBusy] = createSignal(false);
  const [focused, setFocused] = createSignal(false);
  const token = createMemo(() => (focused() ? tokenAt(field.text(), caret()) : null));
  const sigil = createMemo(() => token()?.sigil ?? null);
  const typed = createMemo(() => token()?.query ?? "");

  const replace = (text: string): void => {
    const now = token();
    if (!now) return;
    const whole = field.text();
    field.put(whole.slice(0, now.from) + text + whole.slice(now.to), now.from + text.length);
  };
  const insert = (text: string): void => {
    const whole = field.text();
    // A shell command must be at the very beginning.
    if (text === "!") field.put(`!${whole}`, whole.length + 1);
    else field.put(`${whole}${whole === "" || /\s$/.test(whole) ? "" : " "}${text}`, whole.length + 2);
  };

  let asked = 0;
  createEffect(
    on([sigil, typed, field.cwd], ([kind, words, cwd]) => {
      if (kind !== "@" || !cwd) return;
      const mine = ++asked;
      setBusy(true);
      query({ type: "files", cwd, query: words })
        .then((result) => mine === asked && setFiles({ query: words, hits: result.files }))
        .catch(() => mine === asked && setFiles({ query: words, hits: [] }))
        .finally(() => mine === asked && setBusy(false));
    }),
  );
  createEffect(
    on(
      [() => sigil() === "$", field.cwd, field.thread, () => mirror.revisions.skills, () => mirror.revisions.apps],
      ([wanted, cwd, thread]) => {
        if (!wanted) return;
        setBusy(true);
        const skills = query({ type: "skills", cwd }).then(
          (result) => result.skills.skills,
          () => [] as Skill[],
        );
        const apps = query({ type: "apps", thread }).then(
          (result) => result.apps.apps,
          () => [] as App[],
        );
        skills.then((all) => setNamed(all.filter((one) => one.enabled).map(skillEntry))).catch(() => undefined);
        // The list of apps is slow, so skills are shown without waiting for it.
        void Promise.all([skills, apps])
          .then(([some, more]) =>
            setNamed([
              ...some.filter((one) => one.enabled).map(skillEntry),
              ...more.filter((one) => one.accessible && one.enabled).map(appEntry),
            ]),
          )
          .finally(() => setBusy(false));
      },
    ),
  );

  const attach = (name: string, one: Attached): void => {
    replace(`$${name} `);
    addAttached(field.thread(), [one]);
  };
  const skillEntry = (skill: Skill): Entry => ({
    key: `skill:${skill.path}`,
    icon: "spool",
    label: skill.name,
    detail: skill.description,
    mono: false,
    run: () => attach(skill.name, { kind: "skill", name: skill.name, path: skill.path }),
  });
  const appEntry = (app: App): Entry => ({
    key: `app:${app.id}`,
    icon: "plug",
    label: app.slug,
    detail: app.description ?? app.name,
    mono: false,
    run: () => attach(app.slug, { kind: "mention", name: app.slug, path: `app://${app.id}` }),
  });
  const fileEntry = (file: FileHit): Entry => ({
    key: `file:${file.path}`,
    icon: file.isFolder ? "folder" : "file",
    label: file.path,
    detail: "",
    mono: true,
    run: () => replace(mention(file.path)),
  });

  const entries = createMemo((): Entry[] => {
    const kind = sigil();
    const words = typed().toLocaleLowerCase();
    if (kind === "@") {
      const { query: answered, hits } = files();
      // Results for fewer letters stay until the answer comes, but only those that still match, because Enter accepts
      // one.
      const meant = answered === typed() ? hits : hits.filter((file) => inOrder(file.path.toLocaleLowerCase(), words));
      return meant.map(fileEntry);
    }
    if (kind === "$") return rank(named(), words).slice(0, MOST);
    if (kind !== "/") return [];
    const commands = commandsFor(field.thread(), { insert });
    return rank(
      commands.map((one) => ({
        key: one.name,
        icon: one.icon,
        label: `/${one.name}`,
        detail: one.detail,
        mono: false,
        run: () => {
          replace("");
          one.run();
        },
      })),
      words,
    );
  });
  createEffect(on([sigil, typed], () => setAt(0)));

  // After Escape the list stays closed until another name is begun.
  const open = (): boolean =>
    token() !== null && left() !== `${sigil()}${token()?.from}` && (entries().length > 0 || busy());
  const take = (index: number): void => entries()[index]?.run();
  const onKey = (event: KeyboardEvent): boolean => {
    if (!open()) return false;
    const count = entries().length;
    if (event.key === "Escape") setLeft(`${sigil()}${token()?.from}`);
    else if (count === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
    else if (event.key === "ArrowDown") setAt((at() + 1) % count);
    else if (event.key === "ArrowUp") setAt((at() - 1 + count) % count);
    else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) take(Math.min(at(), count - 1));
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const moved = (area: HTMLTextAreaElement): void => {
    setCaret(area.selectionStart);
    if (!tokenAt(area.value, area.selectionStart)) setLeft(null);
  };
  const label = (): string =>
    sigil() === "@" ? w.suggest.files : sigil() === "$" ? w.suggest.skills : w.suggest.commands;
  return { open, entries, at, setAt, take, onKey, moved, label, busy, setFocused, insert };
}
