//! What a page cannot do, tried from inside the real page.

use serde_json::json;
use threadloft_tests::app::Start;
use threadloft_tests::stage::Stage;

const PROBES: &str = r#"
const done = arguments[0];
const out = {};
const violations = [];
document.addEventListener("securitypolicyviolation", (event) => violations.push(event.effectiveDirective));
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
  await invoke("look", "look", { look: { type: "noSuchLook" } });
  for (let i = 0; i < 100 && new Set(violations).size < 5; i += 1) await later(20);
  out.violations = [...new Set(violations)].sort();
  done(out);
})();
"#;

#[tokio::test]
async fn a_page_has_three_doors_and_no_window_to_climb_out_of() {
    let stage = Stage::new().await;
    let app = Start::on(&stage).ready().await;
    let found = app.script_later(PROBES, vec![]).await;
    let refused = "refused";
    let expected = json!({
        "global": "undefined", "eval": refused, "function": refused, "inline": refused, "fetch": refused,
        "prototype": "frozen", "unknown": refused, "shell": refused, "spawn": refused, "opener": refused,
        "path": refused, "dialog": refused, "close": refused, "create": refused, "emit": refused, "app": refused,
        "state": refused, "intent": refused, "look": refused,
        "violations": ["connect-src", "frame-src", "img-src", "script-src", "script-src-elem"],
    });
    assert_eq!(found, expected);
}

#[tokio::test]
async fn a_page_cannot_be_led_away() {
    let stage = Stage::new().await;
    let app = Start::on(&stage).ready().await;
    app.script("window.__here = true; location.href = 'https://example.invalid/'", vec![]).await;
    app.settled().await;
    let still = app.script("return [window.__here, location.protocol]", vec![]).await;
    assert_eq!(still, json!([true, "tauri:"]));
}
