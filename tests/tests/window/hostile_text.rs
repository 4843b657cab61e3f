//! Every field that the server can fill with text is filled with attacks, in the real window: nothing runs, nothing is
//! fetched.
//!
//! The attacks are those of `crates/render/corpus/xss.txt`, which also test every renderer by itself.

use loopback::{Step, Turn};
use serde_json::{Value, json};
use std::fmt::Write as _;
use threadloft_tests::app::App;
use threadloft_tests::browser::Browser;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;

const ATTACKS: &str = include_str!("../../../crates/render/corpus/xss.txt");

/// One attack of each family, short enough for a title, a command, a path.
const SHORT: [&str; 4] = [
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "[x](javascript:alert(1))",
    "\"><script>alert(1)</script>",
];

/// Installed before anything is drawn: it records what a successful attack would leave behind.
const WATCH: &str = r#"
window.__trace = [];
for (const name of ["alert", "confirm", "prompt", "open", "print"]) window[name] = () => window.__trace.push(name);
document.addEventListener("securitypolicyviolation", (event) => window.__trace.push(`${event.effectiveDirective} ${event.blockedURI}`));
"#;

/// Unfolds and checks one screen of the timeline from `top` on, and returns where the next one begins.
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
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    std::fs::write(codex_home.project().join("attacks.txt"), ATTACKS).expect("the project can be written");
    codex_home.converse(SHORT[0]).await;
    let app = codex_home.start().ready().await;
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

    codex_home.model.say(Turn::new([
        Step::reason(&[&format!("**{}**\n\n{whole}", SHORT[0])]),
        Step::plan(SHORT[1], &[(SHORT[0], "inProgress"), (SHORT[3], "pending")]),
    ]));
    codex_home.model.say(Turn::new([Step::exec(&format!("cat attacks.txt # {}", SHORT[3]))]));
    codex_home.model.say(Turn::new([Step::patch(&patch)]));
    codex_home.model.say(Turn::new([Step::web_search(SHORT[0]), Step::text_in(&whole, 7)]));
    app.send(&SHORT.join(" ")).await;
    app.turn("running").await;
    finished(&app, "done").await;

    codex_home
        .model
        .say(Turn::new([Step::Status { code: 400, body: json!({ "error": { "message": SHORT.join(" ") } }) }]));
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

/// Attacks that would be noticed: they set a global, request an address, or leave the page.
fn canaries(port: u16) -> Vec<String> {
    let mut all: Vec<String> = [
        "<img src=x onerror=\"window.__ran=1\">",
        "<svg/onload=window.__ran=1>",
        "<script>window.__ran=1</script>",
        "<iframe srcdoc=\"<script>parent.__ran=1</script>\"></iframe>",
        "<details open ontoggle=window.__ran=1>x</details>",
        "<a href=\"javascript:window.__ran=1\">go</a>",
        "[go](javascript:window.__ran=1)",
        "[go](JaVaScRiPt&colon;window.__ran=1)",
        "[go](data:text/html,<script>opener.__ran=1</script>)",
        "constructor",
        "__proto__",
    ]
    .map(str::to_owned)
    .to_vec();
    for scheme in ["http:", "https:", ""] {
        let host = format!("{scheme}//127.0.0.1:{port}");
        all.extend([
            format!("<img src={host}/img>"),
            format!("![seen]({host}/md.png)"),
            format!("<link rel=stylesheet href={host}/css>"),
            format!("<style>@import url({host}/import)</style>"),
            format!("<meta http-equiv=refresh content=\"0;url={host}/refresh\">"),
            format!("<base href={host}/>"),
            format!("<video src={host}/video autoplay poster={host}/poster></video>"),
            format!("<form action={host}/form><button>go</button></form>"),
            format!("<object data={host}/object></object>"),
            format!("<p style=\"background:url({host}/style)\">x</p>"),
        ]);
    }
    all
}

#[tokio::test]
async fn hostile_text_runs_nothing_anywhere_on_the_page() {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    // A connection waits in the listener's queue, although nobody answers it.
    let canary = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    canary.set_nonblocking(true).expect("a queue that can be looked at");
    let attacks = canaries(canary.local_addr().expect("an address").port());
    codex_home.configure(&format!("mcp_servers.harbour.command = {}", json!(env!("CARGO_BIN_EXE_mcp"))));
    codex_home.converse("hello").await;
    let browser = Browser::on(&display);
    let app = browser.before(codex_home.start()).ready().await;
    app.script(WATCH, vec![]).await;
    app.browse().await;
    app.open_thread("hello").await;

    // Attacks as keys and values, deeply nested, in a tool's arguments and in its result.
    let nested: Vec<Value> =
        attacks.iter().map(|attack| json!({ attack.as_str(): [attack, { "deep": attack }] })).collect();
    let data = json!({ "list": nested, "text": attacks.join("\n"), "__proto__": { "polluted": true } });
    codex_home.model.say(Turn::new([Step::mcp("harbour", "repeat", data)]));
    // Attacks as file names, as far as the file system allows them.
    let named = |attack: &String| attack.replace('/', "\u{2215}").replace('"', "'");
    let mut patch = String::from("*** Begin Patch\n");
    for attack in attacks.iter().filter(|attack| attack.starts_with('<') && attack.len() < 120) {
        let _ = write!(patch, "*** Add File: {}\n+{attack}\n", named(attack));
    }
    patch.push_str("*** End Patch\n");
    codex_home.model.say(Turn::new([Step::patch(&patch)]));
    // Attacks in command output: false links, titles, the clipboard, and one real link.
    let mut output = String::new();
    for attack in &attacks {
        let _ = writeln!(output, "\u{1b}]8;;{attack}\u{7}{attack}\u{1b}]8;;\u{7}\u{1b}]0;{attack}\u{7}");
    }
    output.push_str("\u{1b}]52;c;cHduZWQ=\u{7}\u{1b}]8;;javascript:window.__ran=1\u{7}go\u{1b}]8;;\u{7}\u{1b}]8;;https://fine.example/\u{7}fine\u{1b}]8;;\u{7}\n");
    std::fs::write(codex_home.project().join("output.txt"), output).expect("the project can be written");
    codex_home.model.say(Turn::new([Step::exec("cat output.txt")]));
    codex_home.model.say(Turn::new([Step::text_in(&attacks.join("\n\n"), 11)]));
    app.send("show me everything").await;
    app.turn("running").await;
    finished(&app, "done").await;
    app.script("window.__here = 1", vec![]).await;

    let (mut top, mut trees) = (json!(0), 0);
    while !top.is_null() {
        let judged = app.script_later(JUDGE, vec![top]).await;
        top = judged["next"].clone();
        assert_eq!(judged, json!({ "found": [], "trace": [], "fetched": [], "next": top }));
        // Clicks every branch of every tree, and every link.
        let click = "const view = document.querySelector('[data-part=transcript]');
            const trees = view.querySelectorAll('[data-part=tree]').length;
            for (let i = 0; i < 4; i++) for (const fold of view.querySelectorAll('[data-part=tree] [aria-expanded=false]')) fold.click();
            for (const link of view.querySelectorAll('a')) link.click();
            return trees";
        trees += app.script(click, vec![]).await.as_u64().unwrap_or_default();
    }
    assert!(trees >= 2, "{trees} trees were seen");
    app.tab("changes").await;
    app.see_on("[data-part=changes][data-state=shown]").await;
    app.read("change-file", "onerror").await;
    app.settled().await;
    let bad = "return [...document.querySelectorAll('[data-part=changes] :is(img, script, iframe, link, style, base, meta, object, form, video, a)')].length";
    assert_eq!(app.script(bad, vec![]).await, json!(0));

    let after = "return [typeof window.__ran, typeof ({}).polluted, window.__trace, window.__here, location.href.split('/')[0], document.title.includes('<')]";
    assert_eq!(app.script(after, vec![]).await, json!(["undefined", "undefined", [], 1, "tauri:", false]));
    let reached = canary.accept().err().map(|why| why.kind());
    assert_eq!(reached, Some(std::io::ErrorKind::WouldBlock), "somebody connected");
    let pages = browser.pages();
    assert!(pages.iter().all(|page| page.starts_with("https://")), "{pages:?}");
}

/// Waits for the end of the turn, and approves its patch if that is asked for.
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
