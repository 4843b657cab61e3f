//! `cargo xtask bench`: start and memory beside an empty Tauri window in the same run, a fast stream, long lists.
//!
//! `bench THREADLOFT EMPTY [RUNS] [SCENE ...]`, both built for release. It prints figures and judges none, because
//! machines differ. Ratios differ less.

mod figures;
mod long;
mod start;
mod stream;

use serde_json::{Value, json};
use std::path::PathBuf;

const SCENES: &[&str] = &["start", "stream", "threads", "items", "installed"];

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut args = std::env::args().skip(1);
    let [ours, empty] = [args.next(), args.next()].map(|path| PathBuf::from(path.unwrap_or_default()));
    let (numbers, scenes): (Vec<String>, Vec<String>) = args.partition(|arg| arg.parse::<usize>().is_ok());
    let runs = numbers.first().and_then(|text| text.parse().ok()).unwrap_or(7);
    let mut report = json!({ "load": load() });
    for scene in SCENES.iter().filter(|scene| scenes.is_empty() || scenes.iter().any(|one| one == *scene)) {
        report[*scene] = match *scene {
            "start" => start::compare(&ours, &empty, runs).await,
            "stream" => stream::both(&ours).await,
            "installed" => match xtask::paths::target().join("dist/prüf stand/with") {
                root if root.is_dir() => start::installed(&ours, &root, runs).await,
                _ => "not measured: `cargo xtask bundle --check` unpacks what is measured here".into(),
            },
            "threads" => long::threads(&ours, runs.min(5)).await,
            _ => long::items(&ours).await,
        };
    }
    report["loadAfter"] = load();
    show("", &report);
    println!("{report}");
}

/// The load of the machine over one minute and over five.
fn load() -> Value {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').take(2).collect::<Vec<_>>().join(" ").into()
}

/// Prints one line for each group of figures.
fn show(path: &str, value: &Value) {
    let Some(fields) = value.as_object() else { return };
    let plain: Vec<String> =
        fields.iter().filter(|(_, one)| !one.is_object()).map(|(name, one)| format!("{name} {one}")).collect();
    if !plain.is_empty() {
        println!("{path:<32}{}", plain.join("  "));
    }
    for (name, one) in fields {
        show(format!("{path} {name}").trim_start(), one);
    }
}
