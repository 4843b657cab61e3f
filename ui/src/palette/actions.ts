// Every action that is possible now, from all places that offer one: menus, commands, keys, the panel, the list, the
// settings.

import { commandsFor, type CommandName } from "../composer/commands";
import { insertAtEnd } from "../composer/insert";
import type { Theme, ThreadId } from "../generated/model";
import { act } from "../host";
import { headItems, sourceName, threadItems } from "../conversation/menu";
import { setRenaming } from "../conversation/actions";
import type { IconName } from "../kit/icons";
import type { MenuItem } from "../kit/Menu";
import { toastError } from "../kit/toasts";
import { isMac } from "../keys";
import { allLines, mirror } from "../mirror";
import type { Filter } from "../sidebar/items";
import type { Sort } from "../sidebar/items";
import { pressed } from "../shortcuts";
import { values } from "../sidebar/lines";
import { setPref, openThread, type PanelTab, place, type SettingsPart, showPanel } from "../view";
import { w } from "../words/words";
import { openPage, settingsPages } from "./pages";

/** `keys`: the shortcut with the same effect; `words`: further words to find it by. */
export type Action = {
  key: string;
  icon: IconName;
  label: string;
  where: string;
  keys?: string[];
  words?: string;
  run: () => void;
};

/** Commands that the thread's menu or a shortcut offers under the same name. */
const IN_MENUS: readonly CommandName[] = [
  "compact",
  "goal",
  "fork",
  "rename",
  "export",
  "archive",
  "new",
  "search",
  "keys",
  "diff",
];
const TABS: readonly [PanelTab, IconName][] = [
  ["changes", "edit"],
  ["plan", "plan"],
  ["terminal", "terminal"],
  ["activity", "activity"],
];
const FILTERS: readonly Filter[] = ["active", "archived", "all"];
const SORTS: readonly Sort[] = ["recent", "created", "name"];
const THEMES: readonly Theme[] = ["system", "light", "dark"];

export function actionsNow(): Action[] {
  const thread = openThread();
  return [
    ...windowActions(thread),
    ...(thread ? threadActions(thread) : []),
    ...composerActions(thread),
    ...panelActions(thread),
    ...listActions(),
    ...settingsActions(),
  ];
}

function windowActions(thread: ThreadId | null): Action[] {
  const mod = isMac ? w.keys.modMac : w.keys.mod;
  const key = (sign: string, icon: IconName, label: string, words?: string): Action => ({
    key: `key:${sign}`,
    icon,
    label,
    where: w.palette.where.window,
    keys: [mod, sign.toLocaleUpperCase()],
    ...(words ? { words } : {}),
    run: () => pressed(sign),
  });
  return [
    key("n", "compose", w.keys.newThread, "create start conversation chat"),
    key("i", "inbox", w.keys.inbox, "requests approvals waiting"),
    key(",", "gear", w.keys.settings, "preferences options"),
    ...(thread ? [key("f", "search", w.keys.find, "search")] : []),
    ...(place().kind === "settings" ? [] : [key("l", "pencil", w.keys.composer, "composer prompt focus")]),
    key("b", "sidebar", w.keys.sidebar, "toggle"),
    key("j", "panel", w.keys.panel, "toggle"),
    key("[", "up", w.keys.previous),
    key("]", "down", w.keys.next),
    key("/", "keyboard", w.keys.title, "keys keyboard shortcuts help"),
    key("+", "plus", w.keys.zoomIn, "zoom larger size"),
    key("-", "minus", w.keys.zoomOut, "zoom smaller size"),
    key("0", "search", w.keys.zoomActual, "zoom reset size"),
    ...(mirror.server.demo
      ? [
          {
            key: "leave-demo",
            icon: "x",
            label: w.banner.leaveDemo,
            where: w.palette.where.window,
            run: () => void act({ type: "leaveDemo" }).catch(toastError),
          } as const,
        ]
      : []),
  ];
}

/** The entries of a menu that can be chosen now. */
function fromMenu(from: string, where: string, items: MenuItem[]): Action[] {
  return items.flatMap((item): Action[] =>
    item.kind === "head" || item.kind === "line" || item.off
      ? []
      : [{ key: `${from}:${item.label}`, icon: item.icon ?? "right", label: item.label, where, run: item.run }],
  );
}

function threadActions(thread: ThreadId): Action[] {
  const rename = (): void => void setRenaming({ thread, where: "head" });
  return fromMenu("thread", w.palette.where.thread, [
    ...threadItems(thread, mirror.threads[thread], rename),
    ...headItems(thread),
  ]);
}

function composerActions(thread: ThreadId | null): Action[] {
  if (place().kind === "settings") return [];
  const commands = commandsFor(thread, { insert: insertAtEnd }).filter((one) => !IN_MENUS.includes(one.name));
  return commands.map((one): Action => ({
    key: `/${one.name}`,
    icon: one.icon,
    label: one.detail,
    where: w.palette.where.composer,
    keys: [`/${one.name}`],
    words: one.name,
    run: one.run,
  }));
}

function panelActions(thread: ThreadId | null): Action[] {
  if (!thread) return [];
  return TABS.map(([tab, icon]): Action => ({
    key: `tab:${tab}`,
    icon,
    label: w.panel[tab],
    where: w.palette.where.panel,
    words: "show open panel",
    run: () => showPanel(tab),
  }));
}

function listActions(): Action[] {
  const where = w.palette.where.list;
  const item = (key: string, icon: IconName, label: string, run: () => void): Action => ({
    key: `list:${key}`,
    icon,
    label,
    where,
    words: "list threads show filter sort",
    run,
  });
  return [
    ...FILTERS.map((filter) =>
      item(filter, "filter", w.palette.shows(w.sidebar.filter[filter]), () => setPref("filter", filter)),
    ),
    item("usual", "filter", w.palette.shows(w.lists.usual), () => setPref("source", null)),
    item("everything", "filter", w.palette.shows(w.lists.everything), () => setPref("source", "all")),
    ...values(allLines(), (line) => line.source).map((source) =>
      item(`source-${source}`, "filter", w.palette.shows(sourceName(source)), () => setPref("source", source)),
    ),
    ...SORTS.map((sort) => item(sort, "sort", w.lists.sortedBy(w.lists.sorts[sort]), () => setPref("sort", sort))),
    item("refresh", "refresh", w.sidebar.refresh, () => void act({ type: "refreshThreads" }).catch(toastError)),
  ];
}

function settingsActions(): Action[] {
  const pages = Object.entries(settingsPages()) as [SettingsPart, { words: string; sections: string[] }][];
  const themes = THEMES.map((theme): Action => ({
    key: `theme:${theme}`,
    icon: "sliders",
    label: `${w.settings.theme}: ${w.settings.themes[theme]}`,
    where: w.settings.parts.general,
    words: "appearance colours mode",
    run: () => void act({ type: "changeSettings", patch: { theme } }).catch(toastError),
  }));
  const whole = pages.map(([part, page]): Action => ({
    key: `page:${part}`,
    icon: "gear",
    label: w.settings.parts[part],
    where: w.settings.title,
    words: `${page.words} ${w.settings.lead[part]}`,
    run: () => openPage(part),
  }));
  const sections = pages.flatMap(([part, page]) =>
    page.sections.map((section): Action => ({
      key: `page:${part}:${section}`,
      icon: "gear",
      label: section,
      where: w.palette.in(w.settings.parts[part]),
      words: page.words,
      run: () => openPage(part, section),
    })),
  );
  return [...whole, ...themes, ...sections];
}
