//! The time from exec to something on screen, and the cost at rest: beside an empty window in the same run, and from an
//! installed package beside the build tree.

use crate::figures::{median, round};
use serde_json::{Value, json};
use std::path::Path;
use threadloft_tests::app::{App, Start};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::measure;
use threadloft_tests::wait;

/// One start, in milliseconds since exec; the last field is in MiB.
struct Once {
    /// When the page begins to load.
    page: f64,
    paint: f64,
    /// When the first state is drawn.
    ready: f64,
    /// Processor time of the app and its web processes until then.
    cpu: f64,
    memory: f64,
}

pub async fn compare(ours: &Path, empty: &Path, runs: usize) -> Value {
    // The first start also reads the program from disk, which says more about the disk, so it is reported separately.
    eprintln!("    start, for the first time");
    let [first_of_ours, first_of_empty] = [start(ours).await.paint, start(empty).await.paint];
    let (mut of_ours, mut of_empty) = (Vec::new(), Vec::new());
    for run in 0..runs {
        eprintln!("    start, {} of {runs}", run + 1);
        of_ours.push(start(ours).await);
        of_empty.push(start(empty).await);
    }
    let row = |value: fn(&Once) -> f64| {
        let [ours, empty] = [&of_ours, &of_empty].map(|all| median(all.iter().map(value)));
        json!({ "threadloft": round(ours), "empty": round(empty), "ratio": round(ours / empty) })
    };
    json!({
        "runs": runs,
        "firstPaintOfFirstMs": { "threadloft": round(first_of_ours), "empty": round(first_of_empty) },
        "pageMs": row(|once| once.page),
        "firstPaintMs": row(|once| once.paint),
        "firstStateMs": row(|once| once.ready),
        "startCpuMs": row(|once| once.cpu),
        "idleMemoryMiB": row(|once| once.memory),
    })
}

/// Starts the app with the default data folder, as a person does.
async fn start(program: &Path) -> Once {
    let display = Display::new().await;
    let app = Start::on(&display).as_the_only_one().program(program.to_owned()).ready().await;
    app.settled().await;
    let process = app.process().unwrap_or_else(|| panic!("{} does not run", program.display()));
    let cpu = measure::cpu_ms(&display).app;
    let (page, paint, ready) = marks(&app).await;
    let began = measure::began_ms(process.pid);
    measure::at_rest(&display).await;
    Once { page: page - began, paint: paint - began, ready: ready - began, cpu, memory: measure::memory_mib(&display) }
}

/// The package that `cargo xtask bundle --check` unpacked, with its launcher and its own codex, beside the build tree.
/// The first start of both is not counted, because the launcher checks the system's libraries once after each update.
pub async fn installed(ours: &Path, root: &Path, runs: usize) -> Value {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let launcher = root.join("usr/bin/threadloft");
    let (mut of_package, mut of_tree) = (Vec::new(), Vec::new());
    let first = listed(codex_home.start().program(launcher.clone()).env("THREADLOFT_CODEX", "")).await;
    listed(codex_home.start().program(ours.to_owned())).await;
    for run in 0..runs {
        eprintln!("    installed, {} of {runs}", run + 1);
        of_tree.push(listed(codex_home.start().program(ours.to_owned())).await);
        of_package.push(listed(codex_home.start().program(launcher.clone()).env("THREADLOFT_CODEX", "")).await);
    }
    let [tree, package] = [of_tree, of_package].map(|all| median(all.into_iter()));
    json!({ "runs": runs, "listMs": {
        "buildTree": round(tree), "installed": round(package), "ratio": round(package / tree), "installedFirst": round(first),
    } })
}

/// Milliseconds from exec until the list is shown and the server has answered.
async fn listed(start: Start<'_>) -> f64 {
    let app = start.browsing().await;
    app.see("thread-row").await;
    app.until("the list is whole", "return !document.querySelector('.side-filling, .side-note')").await;
    let process = app.process().unwrap_or_else(|| panic!("the app does not run"));
    let whole = "return performance.timeOrigin + performance.getEntriesByName('whole')[0].startTime";
    let at = app.script(whole, vec![]).await.as_f64().unwrap_or(f64::NAN);
    let began = measure::began_ms(process.pid);
    app.signal("TERM");
    wait::until("the app is gone", async || !app.runs()).await;
    at - began
}

/// When the page began to load, was first painted and first had the state, in epoch milliseconds.
async fn marks(app: &App<'_>) -> (f64, f64, f64) {
    let script = "const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
        const paint = at('first-contentful-paint');
        return paint === undefined ? null : [0, paint, at('ready') ?? paint].map((ms) => performance.timeOrigin + ms)";
    let seen = wait::for_some(async || serde_json::from_value(app.script(script, vec![]).await).ok()).await;
    seen.unwrap_or_else(|| panic!("the page was never painted"))
}
