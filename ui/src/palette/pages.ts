// Every page of the settings and its sections, by their visible names.

import { place, type SettingsPart } from "../view";
import { go } from "../view";
import { l } from "../words/catalog";
import { r } from "../words/integrations";
import { w } from "../words/words";

/** `words`: further words to find it by; `sections`: headings and rows of the page. */
type Page = { words: string; sections: string[] };

export function settingsPages(): Record<SettingsPart, Page> {
  const { settings, drawn, accounts, limits, usage, diagnostics } = w;
  return {
    general: {
      words: "appearance dark light keyboard preferences options",
      sections: [
        settings.theme,
        settings.contrast,
        settings.zoom,
        settings.enter,
        settings.notify,
        settings.badge,
        settings.trayIcon,
        settings.tray,
        drawn.editor,
        drawn.remote,
        settings.keys,
      ],
    },
    account: {
      words: "sign in login log out api key quota",
      sections: [limits.title, accounts.title, accounts.keeping, usage.title, usage.dearest],
    },
    codex: {
      words: "binary executable server",
      sections: [settings.codexPath, settings.codexVersion, settings.codexHome, settings.sandbox, settings.restartRow],
    },
    permissions: {
      words: "approval sandbox safety",
      sections: [
        settings.defaults,
        r.permissions.values,
        r.permissions.policy,
        r.permissions.trust,
        r.permissions.profiles,
      ],
    },
    models: { words: "reasoning effort default", sections: [] },
    skills: { words: "", sections: [l.skills.roots] },
    apps: { words: "connectors chatgpt", sections: [l.apps.connected, l.apps.others] },
    plugins: { words: "marketplace extensions", sections: [l.plugins.installed, l.plugins.catalogue] },
    servers: { words: "tools stdio http", sections: [] },
    rules: { words: "allow deny always", sections: [r.rules.session] },
    config: { words: "toml settings file", sections: Object.values(r.config.group) },
    features: {
      words: "experimental flags beta",
      sections: [r.features.memory, r.features.hooks, r.features.modes, r.feedback.title],
    },
    import: { words: "claude cursor migrate", sections: [r.importing.earlier] },
    projects: { words: "group", sections: [] },
    diagnostics: {
      words: "log report debug troubleshoot",
      sections: [diagnostics.versions, diagnostics.health, diagnostics.stderr],
    },
    about: { words: "version licence license", sections: [] },
  };
}

/** The number of frames that a page may take to appear. */
const PATIENCE = 120;

export function openPage(part: SettingsPart, section?: string): void {
  go({ kind: "settings", part });
  if (section) requestAnimationFrame(() => reveal(part, section, PATIENCE));
}

/** Scrolls to a section and focuses its control. */
function reveal(part: SettingsPart, section: string, tries: number): void {
  const at = place();
  if (at.kind !== "settings" || at.part !== part) return;
  const names = [...document.querySelectorAll<HTMLElement>("[data-part=settings] :is(.name, h2, h3)")];
  const found = names.find((name) => name.textContent?.trim() === section);
  if (!found) {
    if (tries > 0) requestAnimationFrame(() => reveal(part, section, tries - 1));
    return;
  }
  found.scrollIntoView({ block: "center" });
  found.closest("li")?.querySelector<HTMLElement>("button, input, select, textarea")?.focus({ preventScroll: true });
}
