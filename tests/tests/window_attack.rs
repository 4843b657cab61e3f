#![allow(clippy::expect_used)]
//! Everything the server can fill with text is filled with attacks, in the real window: nothing runs, nothing is fetched.
//!
//! The attacks are those of `crates/render/corpus/xss.txt`, which every renderer is tested with by itself.

use loopback::{Step, Turn};
use serde_json::json;
use std::fmt::Write as _;
use threadloft_tests::app::App;
use threadloft_tests::lab::Lab;
use threadloft_tests::stage::Stage;

const ATTACKS: &str = include_str!("../../crates/render/corpus/xss.txt");

/// One attack of each family, short enough for a title, a command, a path.
const SHORT: [&str; 4] = [
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "[x](javascript:alert(1))",
    "\"><script>alert(1)</script>",
];

/// Told before anything is drawn: what would be the trace of an attack that worked.
const WATCH: &str = r#"
window.__trace = [];
for (const name of ["alert", "confirm", "prompt", "open", "print"]) window[name] = () => window.__trace.push(name);
document.addEventListener("securitypolicyviolation", (event) => window.__trace.push(`${event.effectiveDirective} ${event.blockedURI}`));
"#;

/// One screen of the timeline, from `top` on: opened, drawn, judged. Gives back where the next one begins.
const JUDGE: &str = r#"
const [top, done] = arguments;
const view = document.querySelector("[data-part=transcript]");
const frame = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
const found = new Set();
const bad = ["script", "iframe", "object", "embed", "form", "base", "meta", "style", "link", "foreignobject", "img", "video", "audio"];
const judge = () => {
  for (const one of view.querySelectorAll("*")) {
    const tag = one.localName;
    if (bad.includes(tag)) found.add(tag);
    for (const { name, value } of one.attributes) {
      if (name.startsWith("on")) found.add(`${tag} ${name}`);
      if (/^(href|src|action|xlink:href|formaction)$/.test(name) && /^\s*(javascript|data|vbscript|file)/i.test(value)) found.add(`${tag} ${value}`);
    }
  }
};
(async () => {
  view.scrollTop = top;
  await frame();
  for (const fold of view.querySelectorAll("[data-part=row] [aria-expanded=false]")) fold.click();
  await frame();
  judge();
  const next = top + view.clientHeight;
  const fetched = performance.getEntriesByType("resource").map((one) => one.name).filter((name) => name.includes("evil"));
  done({ found: [...found].sort(), trace: window.__trace, fetched, next: next < view.scrollHeight ? next : null });
})();
"#;

#[tokio::test]
async fn no_attack_runs_wherever_the_server_writes() {
    let stage = Stage::new().await;
    let lab = Lab::on(&stage).await;
    std::fs::write(lab.project().join("attacks.txt"), ATTACKS).expect("the project can be written");
    lab.converse(SHORT[0]).await;
    let app = lab.start().ready().await;
    app.script(WATCH, vec![]).await;
    app.browse().await;
    app.open_thread(SHORT[0]).await;

    let whole = ATTACKS.lines().fold(String::new(), |mut text, attack| {
        let _ = write!(text, "{attack}\n\n");
        text
    });
    let mut patch = format!("*** Begin Patch\n*** Add File: {}.html\n", SHORT[1].replace('/', ""));
    for attack in ATTACKS.lines() {
        let _ = writeln!(patch, "+{attack}");
    }
    patch.push_str("*** End Patch\n");

    lab.model.say(Turn::new([
        Step::reason(&[&format!("**{}**\n\n{whole}", SHORT[0])]),
        Step::plan(SHORT[1], &[(SHORT[0], "inProgress"), (SHORT[3], "pending")]),
    ]));
    lab.model.say(Turn::new([Step::exec(&format!("cat attacks.txt # {}", SHORT[3]))]));
    lab.model.say(Turn::new([Step::patch(&patch)]));
    lab.model.say(Turn::new([Step::web_search(SHORT[0]), Step::text_in(&whole, 7)]));
    app.send(&SHORT.join(" ")).await;
    app.turn("running").await;
    finished(&app, "done").await;

    lab.model.say(Turn::new([Step::Status { code: 400, body: json!({ "error": { "message": SHORT.join(" ") } }) }]));
    app.send("and once more").await;
    finished(&app, "failed").await;

    let (mut top, mut screens) = (json!(0), 0);
    while !top.is_null() {
        let judged = app.script_later(JUDGE, vec![top]).await;
        top = judged["next"].clone();
        screens += 1;
        assert_eq!(judged, json!({ "found": [], "trace": [], "fetched": [], "next": top }));
    }
    assert!(screens > 10, "only {screens} screens were drawn");
}

/// The patch may want a person's word.
async fn finished(app: &App<'_>, state: &str) {
    app.until(
        &format!("the turn is {state}"),
        &format!(
            "document.querySelector('[data-part=ask-accept]')?.click();
             return document.querySelector('[data-part=transcript]')?.dataset.turn === '{state}'"
        ),
    )
    .await;
}
