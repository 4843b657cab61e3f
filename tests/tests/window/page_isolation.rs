//! What a page must not be able to do, tried from inside the real page.

use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use threadloft_tests::app::{App, Start};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::untrusted_repository::UntrustedRepository;
use threadloft_tests::wait;

const PROBES: &str = r#"
const done = arguments[0];
const out = {};
const violations = [];
const hosts = new Set();
document.addEventListener("securitypolicyviolation", (event) => {
  violations.push(event.effectiveDirective);
  if (event.blockedURI.includes(".localhost")) hosts.add(new URL(event.blockedURI).host);
});
const later = (ms) => new Promise((go) => setTimeout(go, ms));
const invoke = async (name, command, args) => {
  try { await window.__TAURI_INTERNALS__.invoke(command, args); out[name] = "allowed"; }
  catch (error) { out[name] = "refused"; }
};
(async () => {
  out.global = typeof window.__TAURI__;
  try { eval("1"); out.eval = "ran"; } catch { out.eval = "refused"; }
  try { new Function("return 1")(); out.function = "ran"; } catch { out.function = "refused"; }
  const script = document.createElement("script");
  script.textContent = "window.__inline = 1";
  document.head.append(script);
  out.inline = window.__inline === 1 ? "ran" : "refused";
  const remote = document.createElement("script");
  remote.src = "https://example.invalid/x.js";
  document.head.append(remote);
  try { await fetch("http://127.0.0.1:9/"); out.fetch = "went"; } catch { out.fetch = "refused"; }
  const image = document.createElement("img");
  image.src = "https://example.invalid/x.png";
  document.body.append(image);
  // Only on Windows are these our own schemes; anywhere else a page may not request them.
  try { await fetch("http://ipc.localhost/act", { method: "POST" }); } catch {}
  const windows = document.createElement("img");
  windows.src = "http://picture.localhost/x.png";
  document.body.append(windows);
  const frame = document.createElement("iframe");
  frame.src = "https://example.invalid/";
  document.body.append(frame);
  try { Object.prototype.polluted = 1; } catch {}
  out.prototype = ({}).polluted === 1 ? "mutable" : "frozen";
  await invoke("unknown", "open_the_gates", {});
  await invoke("shell", "plugin:shell|execute", { program: "sh", args: ["-c", "true"], options: {} });
  await invoke("spawn", "plugin:shell|spawn", { program: "sh", args: [], options: {} });
  await invoke("opener", "plugin:opener|open_url", { url: "file:///etc/passwd" });
  await invoke("path", "plugin:opener|open_path", { path: "/etc/passwd" });
  await invoke("dialog", "plugin:dialog|open", { options: {} });
  await invoke("close", "plugin:window|close", { label: "main" });
  await invoke("create", "plugin:webview|create_webview_window", { options: { label: "x", url: "https://example.invalid" } });
  await invoke("emit", "plugin:event|emit", { event: "closing", payload: null });
  await invoke("app", "plugin:app|version", {});
  await invoke("state", "plugin:window-state|save_window_state", { flags: 1 });
  await invoke("intent", "act", { intent: { type: "noSuchIntent" } });
  await invoke("query", "query", { look: { type: "noSuchLook" } });
  for (let i = 0; i < 100 && new Set(violations).size < 5; i += 1) await later(20);
  for (let i = 0; i < 100 && hosts.size < 2; i += 1) await later(20);
  out.hosts = [...hosts].sort();
  out.violations = [...new Set(violations)].sort();
  done(out);
})();
"#;

#[tokio::test]
async fn a_page_reaches_only_its_three_commands() {
    let display = Display::new().await;
    let app = Start::on(&display).ready().await;
    let found = app.script_later(PROBES, vec![]).await;
    let refused = "refused";
    let expected = json!({
        "global": "undefined", "eval": refused, "function": refused, "inline": refused, "fetch": refused,
        "prototype": "frozen", "unknown": refused, "shell": refused, "spawn": refused, "opener": refused,
        "path": refused, "dialog": refused, "close": refused, "create": refused, "emit": refused, "app": refused,
        "state": refused, "intent": refused, "query": refused,
        "hosts": ["ipc.localhost", "picture.localhost"],
        "violations": ["connect-src", "frame-src", "img-src", "script-src", "script-src-elem"],
    });
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_page_cannot_be_led_away() {
    let display = Display::new().await;
    let app = Start::on(&display).ready().await;
    app.script("window.__here = true; location.href = 'https://example.invalid/'", vec![]).await;
    app.settled().await;
    let still = app.script("return [window.__here, location.protocol]", vec![]).await;
    assert_eq!(still, json!([true, "tauri:"]));
}

const DECLINED: &str = "Cancelled. Nothing was changed.";

/// Sends an intent as a script in the page would. The answer ends up in `window.__said`.
async fn sends(app: &App<'_>, intent: Value) {
    let script = "window.__said = null;
        window.__TAURI_INTERNALS__.invoke('act', { intent: arguments[0] })
            .then(() => { window.__said = 'done'; }, (why) => { window.__said = why.message; })";
    app.script(script, vec![intent]).await;
}

async fn said(app: &App<'_>) -> Value {
    let read = async || Some(app.script("return window.__said", vec![]).await).filter(|said| !said.is_null());
    wait::for_some(read).await.unwrap_or_default()
}

#[tokio::test]
async fn a_page_alone_configures_no_program() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let config = codex_home.home().join("config.toml");
    let held = || std::fs::read_to_string(&config).unwrap_or_default();
    let app = codex_home.start().ready().await;
    app.browse().await;
    let before = held();

    let transport =
        json!({"kind": "stdio", "command": "sh", "args": ["-c", "true"], "cwd": null, "variables": [], "passed": []});
    let draft =
        json!({"name": "evil", "was": null, "transport": transport, "startupTimeoutS": null, "toolTimeoutS": null});
    let server = json!({"type": "mcp", "intent": {"does": "save", "draft": draft}});
    let edit = |key: &str, value: Value| json!({"type": "config", "intent": {"does": "write", "version": null, "edits": [{"key": key, "value": value}]}});
    let token = json!({"type": "useTokenCommand", "command": ["touch", display.folder("outside").join("ran")]});
    let project = UntrustedRepository::make(display.folder("projects/stranger"), &display.folder("marks"));
    let trust = json!({"type": "trustFolder", "cwd": project.cwd(), "trusted": true});
    let tries = [
        ("Trust this folder?", trust),
        ("Write this to config.toml?", edit("sandbox_mode", json!("danger-full-access"))),
        ("Let Codex run the MCP server evil?", server.clone()),
        ("Write this to config.toml?", edit("notify", json!(["sh", "-c", "true"]))),
        ("Write this to config.toml?", edit("\"mcp_servers\".evil", json!({"command": "sh"}))),
        ("Write this to config.toml?", edit("hooks.state.x.trusted_hash", json!("x"))),
        ("Run this command to sign in?", token),
    ];
    for (title, intent) in tries {
        sends(&app, intent.clone()).await;
        app.question(title).await;
        assert_eq!(app.script("return window.__said", vec![]).await, Value::Null, "{intent} waits for the person");
        app.decline(title).await;
        assert_eq!(said(&app).await, DECLINED, "{intent}");
    }
    assert_eq!(held(), before);
    assert!(!display.folder("outside").join("ran").exists());

    // Only one question is open at a time, and agreeing works.
    sends(&app, server.clone()).await;
    app.question("Let Codex run the MCP server evil?").await;
    sends(&app, server).await;
    assert_eq!(said(&app).await, "Another question is open. Answer that one first.");
    app.agree("Let Codex run the MCP server evil?", "Save").await;
    wait::until("the server is configured", async || held().contains("[mcp_servers.evil]")).await;
}

#[tokio::test]
async fn a_page_alone_runs_no_other_codex() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let tools = display.folder("tools");
    std::os::unix::fs::symlink(threadloft_tests::codex(), tools.join("codex")).expect("a link to codex");
    let evil = tools.join("evil");
    std::fs::write(&evil, "#!/bin/sh\ntouch \"$0.ran\"\n").expect("a program");
    std::fs::set_permissions(&evil, std::fs::Permissions::from_mode(0o755)).expect("it may run");
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    let app = codex_home.start().env("THREADLOFT_CODEX", "").env("PATH", path).ready().await;
    app.browse().await;
    sends(&app, json!({"type": "useCodex", "path": evil})).await;
    app.decline("Run this program as Codex?").await;
    assert_eq!(said(&app).await, DECLINED);
    assert!(!tools.join("evil.ran").exists(), "not even to ask for its version");
}
