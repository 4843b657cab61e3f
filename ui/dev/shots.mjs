// Pictures of every scene under the product's own CSP: node dev/shots.mjs OUT [scene…]. Needs Chromium in CHROMIUM or PATH.
import { createServer } from "node:http";
import { readFile, mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, extname } from "node:path";
import { chromium } from "playwright-core";

const [out = "shots", ...only] = process.argv.slice(2);
const built = new URL("../node_modules/.dev/", import.meta.url).pathname;
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const csp = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: asset:";
const server = createServer(async (request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  try {
    const body = await readFile(join(built, path === "/" ? "index.html" : path));
    response.writeHead(200, { "content-type": types[extname(path)] ?? "text/html", "content-security-policy": csp });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;
await mkdir(out, { recursive: true });
const browser = await chromium.launchPersistentContext(await mkdtemp(join(tmpdir(), "tl-shots-")), {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  headless: true,
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const page = await browser.newPage();
// The shell freezes the prototypes; nothing here may lean on changing them.
await page.addInitScript(() => Object.freeze(Object.prototype));
const axeSource = process.env.AXE
  ? await readFile(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8")
  : "";
const trouble = [];
page.on("console", (message) => ["error", "warning"].includes(message.type()) && trouble.push(message.text()));
page.on("pageerror", (error) => trouble.push(String(error.stack ?? error)));
const steps = {
  new: (p) => p.click("[data-part=new-thread]"),
  settings: (p) => p.click("[data-part=account]"),
  general: (p) => p.click("[data-part=account]").then(() => p.click("text=General")),
  codex: (p) => p.click("[data-part=account]").then(() => p.click(".side-row:has-text('Codex')")),
  permissions: (p) => p.click("[data-part=account]").then(() => p.click(".side-row:has-text('Permissions')")),
  diagnostics: (p) => p.click("[data-part=account]").then(() => p.click(".side-row:has-text('Diagnostics')")),
  about: (p) => p.click("[data-part=account]").then(() => p.click(".side-row:has-text('About')")),
  skills: (p) => p.click("[data-part=account]").then(() => p.click("[data-section=skills]")),
  apps: (p) =>
    p
      .click("[data-part=account]")
      .then(() => p.click("[data-section=apps]"))
      .then(() => p.click("[data-name=code-host] [aria-expanded]")),
  plugins: (p) =>
    p
      .click("[data-part=account]")
      .then(() => p.click("[data-section=plugins]"))
      .then(() => p.click("[data-part=plugin-details]")),
  market: (p) =>
    p
      .click("[data-part=account]")
      .then(() => p.click("[data-section=plugins]"))
      .then(() => p.click("[data-part=add-market]")),
  ...Object.fromEntries(
    ["models", "servers", "rules", "config", "features", "import"].map((section) => [
      section,
      (p) => p.click("[data-part=account]").then(() => p.click(`[data-section=${section}]`)),
    ]),
  ),
  palette: (p) => p.keyboard.press("Control+k").then(() => p.keyboard.type("re")),
  keys: (p) => p.keyboard.press("Control+/"),
  model: (p) => p.click("[data-part=model-pick]"),
  modes: (p) => p.click("[data-part=permissions-pick]"),
  rule: (p) => p.click("[data-part=ask-more]").then(() => p.click("[role=menuitem]")),
  key: (p) => p.click("[data-part=api-key]"),
  sidebar: (p) => p.keyboard.press("Control+b"),
  toast: (p) => p.click("[data-part=send]"),
  approvals: (p) => p.click("[data-part=head-menu]").then(() => p.click("[role=menuitem]:has-text('Approvals')")),
  names: (p) => p.click("[data-part=composer-input]").then(() => p.keyboard.type("@")),
  slash: (p) => p.fill("[data-part=composer-input]", "").then(() => p.keyboard.type("/")),
  manner: (p) => p.click("[data-part=manner-pick]"),
  reviewing: (p) =>
    p
      .click("[data-part=attach]")
      .then(() => p.click("text=Review changes"))
      .then(() => p.click("[data-part=review-branch]")),
  plus: (p) => p.click("[data-part=attach]"),
};
const scenes = {
  main: [],
  approval: [],
  asks: [],
  asks2: [],
  rows: [],
  reviewed: [],
  approvals: ["approvals", "reviewed"],
  empty: [],
  plan: [],
  new: ["new"],
  demo: [],
  welcome: [],
  finding: [],
  stopped: [],
  notfound: [],
  restarting: [],
  closing: [],
  long: [],
  "login-import": [],
  "login-browser": [],
  "login-slow": [],
  "login-unopened": [],
  "login-device": [],
  "login-ports": [],
  "login-nokeychain": [],
  "login-forbidden": [],
  "login-session": [],
  "login-waiting": [],
  "login-shut": [],
  "login-workspace": [],
  shut: [],
  blocked: [],
  "blocked-credits": [],
  account: ["settings", "account"],
  "account-key": ["settings", "account-key"],
  "account-reached": ["settings", "account-reached"],
  "account-unknown": ["settings", "account-unknown"],
  "account-out": ["settings", "account-out"],
  "account-shut": ["settings", "account-shut"],
  settings: ["settings"],
  general: ["general", "main"],
  codex: ["codex", "main"],
  permissions: ["permissions", "main"],
  diagnostics: ["diagnostics", "main"],
  about: ["about", "main"],
  skills: ["skills", "main"],
  apps: ["apps", "main"],
  plugins: ["plugins", "main"],
  market: ["market", "main"],
  models: ["models", "main"],
  servers: ["servers", "main"],
  rules: ["rules", "main"],
  config: ["config", "main"],
  features: ["features", "main"],
  import: ["import", "main"],
  palette: ["palette", "main"],
  keys: ["keys", "main"],
  model: ["model", "main"],
  modes: ["modes", "main"],
  rule: ["rule", "approval"],
  key: ["key", "welcome"],
  sidebar: ["sidebar", "main"],
  toast: ["toast", "main"],
  composer: [],
  names: ["names", "composer"],
  slash: ["slash", "composer"],
  manner: ["manner", "composer"],
  reviewing: ["reviewing", "composer"],
  plus: ["plus", "composer"],
};
const sizes = { wide: { width: 1440, height: 900 }, narrow: { width: 760, height: 900 } };
const themes = (process.env.THEMES ?? "light,dark").split(",");
for (const [name, [step, scene]] of Object.entries(scenes)) {
  if (only.length && !only.includes(name)) continue;
  for (const theme of themes) {
    for (const [size, viewport] of Object.entries(sizes)) {
      if (
        size === "narrow" &&
        step &&
        !["new", "settings", "sidebar", "rule", "key", "servers", "config", "models"].includes(step)
      )
        continue;
      if ((process.env.SIZES ?? "wide,narrow").split(",").includes(size) === false) continue;
      await page.setViewportSize(viewport);
      await page.goto(`${address}?scene=${scene ?? name}&theme=${theme}`);
      await page
        .waitForSelector("html[data-ready=true]", { timeout: 5000 })
        .catch(() => trouble.push(`${name}: not ready`));
      await page.waitForTimeout(350);
      if (step) {
        if (size === "narrow" && ["new", "settings", "servers", "config", "models"].includes(step))
          await page.keyboard.press("Control+b");
        await steps[step](page).catch((error) => trouble.push(`${name}: ${error.message.split("\n")[0]}`));
      }
      await page.waitForTimeout(250);
      if (process.env.AXE) {
        await page.evaluate(axeSource);
        const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
        for (const one of found.violations)
          trouble.push(
            `axe ${one.id}: ${one.nodes
              .map((node) => node.target.join(" "))
              .slice(0, 3)
              .join(" | ")} ${one.nodes[0].failureSummary.split("\n")[1] ?? ""}`,
          );
      }
      await page.screenshot({ path: join(out, `${name}-${theme}-${size}.png`) });
      while (trouble.length) process.stdout.write(`${name} ${theme} ${size}: ${trouble.shift()}\n`);
    }
  }
}
await browser.close();
server.close();
