// The real window on a scripted engine: `?scene=NAME&theme=dark`. An unknown name lists all scenes.

import { useHost } from "../src/host";
import { start } from "../src/main";
import { scriptedHost } from "./engine";
import { scenes } from "./scenes";

const asked = new URLSearchParams(location.search);
const scene = scenes[asked.get("scene") ?? "main"];
const root = document.getElementById("root");
if (root && !scene) root.replaceChildren(...Object.keys(scenes).map(linkTo));
if (scene && root) {
  localStorage.clear();
  for (const [key, value] of Object.entries(scene.storage ?? {})) localStorage.setItem(key, JSON.stringify(value));
  const theme = asked.get("theme") ?? "light";
  const snapshot = scene.snapshot();
  snapshot.settings.theme = theme.includes("dark") ? "dark" : "light";
  snapshot.settings.highContrast = theme.startsWith("contrast");
  useHost(scriptedHost(snapshot, scene));
  // view.ts reads localStorage when it is loaded, which was before this line, so a second load is needed.
  if (sessionStorage.getItem("scene") === location.search) start(root);
  else {
    sessionStorage.setItem("scene", location.search);
    location.reload();
  }
}

function linkTo(name: string): HTMLElement {
  const link = document.createElement("a");
  link.href = `?scene=${name}`;
  link.textContent = name;
  const line = document.createElement("p");
  line.append(link);
  return line;
}
