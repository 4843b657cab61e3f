// The index of the search over all settings: every setting by its name, and the page that it is on.

import { ELSEWHERE } from "../integrations/elsewhere";
import type { SettingsPart } from "../view";
import { r } from "../words/integrations";
import { l } from "../words/catalog";
import { w } from "../words/words";
import { CODEX } from "./codex";
import { GENERAL } from "./general";
import type { Setting } from "./setting";

export type Group = "app" | "codex" | "extensions" | "advanced";

/** Every page once, in the order of the list. */
export const GROUPS: { group: Group; parts: SettingsPart[] }[] = [
  { group: "app", parts: ["general", "account", "about"] },
  { group: "codex", parts: ["codex", "models", "permissions", "rules", "projects", "import"] },
  { group: "extensions", parts: ["skills", "plugins", "apps", "servers"] },
  { group: "advanced", parts: ["config", "features", "diagnostics"] },
];

export interface Found {
  part: SettingsPart;
  /** The setting's name as on its page; `null` for the page itself. */
  setting: string | null;
  /** Further words to find it by. */
  also: string;
}

/** Further words to find a page by, besides its name and introduction. */
const ALSO: Partial<Record<SettingsPart, string>> = {
  general: "preferences options",
  account: "sign in out login logout api key",
  codex: "binary executable",
  permissions: "sandbox safety approvals",
  servers: "tools stdio http",
  apps: "connectors",
  plugins: "marketplace",
  config: "toml",
  import: "claude cursor migrate",
  diagnostics: "troubleshoot debug report",
};

export function everySetting(): Found[] {
  const at = (part: SettingsPart, ...settings: [string, string?][]): Found[] =>
    settings.map(([setting, also]) => ({ part, setting, also: also ?? "" }));
  const drawn = (part: SettingsPart, all: readonly Setting[]): Found[] =>
    all.map(({ label, hint, also }) => ({
      part,
      setting: label(),
      also: `${hint?.() ?? ""} ${also?.() ?? ""}`,
    }));
  const { accounts: a, settings: s } = w;
  const config = Object.entries(r.config.label).filter(([key]) => !ELSEWHERE[key]);
  return [
    ...GROUPS.flatMap(({ parts }) => parts).map((part): Found => ({
      part,
      setting: null,
      also: `${s.lead[part]} ${ALSO[part] ?? ""}`,
    })),
    ...drawn("general", Object.values(GENERAL)),
    ...drawn("codex", CODEX),
    ...at(
      "account",
      [a.title, "switch add sign out"],
      [w.limits.title, "quota weekly credits"],
      [w.usage.title],
      [w.usage.dearest],
      [a.keeping, "keyring"],
      [a.keychain],
      [a.session, a.sessionHint],
      [a.advanced, a.tokens],
    ),
    ...at("about", [s.aboutVersion], [s.aboutLinks], [s.license, s.licenseName]),
    ...at(
      "permissions",
      [
        s.defaults,
        Object.values(w.permissions)
          .flatMap((mode) =>
            typeof mode === "object" && "name" in mode && typeof mode.name === "string" ? [mode.name] : [],
          )
          .join(" "),
      ],
      [r.permissions.policy],
      [r.permissions.network, r.permissions.networkHint],
      [r.permissions.roots, r.permissions.rootsHint],
      [r.permissions.asks, Object.values(r.permissions.policies).join(" ")],
      [r.permissions.values],
      [r.permissions.trust, r.permissions.trustLead],
      [r.permissions.profiles, r.permissions.profilesLead],
    ),
    ...at("models", [r.models.hidden], [r.models.provider]),
    ...at("rules", [r.rules.session]),
    ...at("import", [r.importing.earlier]),
    ...at("skills", [l.skills.roots, l.skills.rootsHint]),
    ...at("plugins", [l.plugins.installed], [l.plugins.catalogue]),
    ...at("apps", [l.apps.connected], [l.apps.others]),
    ...at(
      "features",
      [r.features.modes],
      [r.features.hooks, r.features.hooksLead],
      [r.features.memory, r.features.forget],
      [r.features.compress, r.features.compressHint],
      [r.feedback.title, r.feedback.lead],
    ),
    ...at("diagnostics", [w.diagnostics.versions], [w.diagnostics.stderr]),
    ...at("config", ...config.map(([key, label]): [string, string] => [label, key])),
  ];
}

const plain = (text: string): string => text.toLocaleLowerCase();

/** Every word must be found somewhere. Matches at the beginning of a name come first. */
export function search(all: readonly Found[], typed: string): Found[] {
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word);
  if (!words.length) return [];
  const name = (one: Found): string => plain(one.setting ?? w.settings.parts[one.part]);
  const rank = (one: Found): number =>
    name(one).startsWith(plain(typed.trim())) ? 0 : words.every((word) => name(one).includes(word)) ? 1 : 2;
  return all
    .filter((one) => {
      const text = `${name(one)} ${plain(w.settings.parts[one.part])} ${plain(one.also)}`;
      return words.every((word) => text.includes(word));
    })
    .toSorted((a, b) => rank(a) - rank(b));
}
