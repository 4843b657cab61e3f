// Every page of the settings: its icon and its component. All but the small ones are loaded when first shown.

import type { Component } from "solid-js";
import type { IconName } from "../kit/icons";
import { later } from "../kit/later";
import type { SettingsPart } from "../view";
import { CodexPart, GeneralPart } from "./parts";
import { AboutPart } from "./AboutPart";
import { PermissionsPart } from "./PermissionsPart";

export type Entry = { icon: IconName; shows: Component; /** It has a head of its own. */ whole?: boolean };

export const PARTS: Record<SettingsPart, Entry> = {
  general: { icon: "sliders", shows: GeneralPart },
  account: { icon: "account", shows: later(() => import("./AccountPart").then((file) => file.AccountPart)) },
  codex: { icon: "terminal", shows: CodexPart },
  permissions: { icon: "shield", shows: PermissionsPart },
  models: { icon: "spool", shows: later(() => import("../integrations/ModelsPart").then((file) => file.ModelsPart)) },
  skills: { icon: "skill", shows: later(() => import("../catalog/SkillsPart").then((file) => file.SkillsPart)) },
  apps: { icon: "apps", shows: later(() => import("../catalog/AppsPart").then((file) => file.AppsPart)) },
  plugins: { icon: "puzzle", shows: later(() => import("../catalog/PluginsPart").then((file) => file.PluginsPart)) },
  servers: { icon: "plug", shows: later(() => import("../integrations/ServersPart").then((file) => file.ServersPart)) },
  rules: { icon: "lock", shows: later(() => import("../integrations/RulesPart").then((file) => file.RulesPart)) },
  config: { icon: "code", shows: later(() => import("../integrations/ConfigPart").then((file) => file.ConfigPart)) },
  features: {
    icon: "flask",
    shows: later(() => import("../integrations/FeaturesPart").then((file) => file.FeaturesPart)),
  },
  import: {
    icon: "download",
    shows: later(() => import("../integrations/ImportPart").then((file) => file.ImportPart)),
  },
  projects: {
    icon: "layers",
    shows: later(() => import("../integrations/ProjectsPart").then((file) => file.ProjectsPart)),
  },
  diagnostics: {
    icon: "activity",
    whole: true,
    shows: later(() => import("../diagnostics/Diagnostics").then((file) => file.Diagnostics)),
  },
  about: { icon: "info", shows: AboutPart },
};
