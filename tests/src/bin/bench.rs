//! `cargo xtask bench`: start, memory and a fast stream, beside an empty Tauri window on the same machine in the same run.
//!
//! `bench THREADLOFT EMPTY [RUNS]`, both built for release. Figures, never a verdict: machines differ, ratios less.

use loopback::Step;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use threadloft_tests::app::{App, Start};
use threadloft_tests::lab::Lab;
use threadloft_tests::measure;
use threadloft_tests::stage::Stage;
use threadloft_tests::wait;

const DELTAS: usize = 20_000;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [ours, empty] = [0, 1].map(|at| PathBuf::from(args.get(at).map_or("", String::as_str)));
    let runs = args.get(2).and_then(|text| text.parse().ok()).unwrap_or(7);
    let mut figures = [Figures::default(), Figures::default()];
    for run in 0..runs {
        eprintln!("    run {} of {runs}", run + 1);
        for (program, figures) in [&ours, &empty].into_iter().zip(&mut figures) {
            figures.add(&start(program).await);
        }
    }
    let stream = stream(&ours).await;
    let [ours, empty] = figures.map(|mut figures| figures.medians());
    let report = json!({
        "runs": runs,
        "firstPaintMs": compare(ours.0, empty.0),
        "idleMemoryMiB": compare(ours.1, empty.1),
        "stream": stream,
    });
    table(&report);
    println!("{report}");
}

#[derive(Default)]
struct Figures {
    paint: Vec<f64>,
    memory: Vec<f64>,
}

impl Figures {
    fn add(&mut self, (paint, memory): &(f64, f64)) {
        self.paint.push(*paint);
        self.memory.push(*memory);
    }

    fn medians(&mut self) -> (f64, f64) {
        (median(&mut self.paint), median(&mut self.memory))
    }
}

/// Milliseconds from exec to the first contentful paint, and MiB (PSS) of the app and its web processes at rest.
async fn start(program: &Path) -> (f64, f64) {
    let stage = Stage::new().await;
    let app = Start::on(&stage).program(program.to_owned()).ready().await;
    app.settled().await;
    let app_process = app.process().unwrap_or_else(|| panic!("{} does not run", program.display()));
    let painted = paint(&app).await;
    measure::at_rest(&stage).await;
    (painted - measure::began_ms(app_process.pid), measure::memory_mib(&stage))
}

/// When the page was first painted, in epoch milliseconds.
async fn paint(app: &App<'_>) -> f64 {
    let script = "const [first] = performance.getEntriesByName('first-contentful-paint');
        return first ? performance.timeOrigin + first.startTime : null";
    let seen = wait::for_some(async || app.script(script, vec![]).await.as_f64()).await;
    seen.unwrap_or_else(|| panic!("the page was never painted"))
}

/// One turn of many small deltas: how often the window was sent something, drawn, and what that cost.
async fn stream(program: &Path) -> Value {
    let stage = Stage::new().await;
    let lab = Lab::on(&stage).await;
    lab.converse("first words").await;
    let app = lab.start().program(program.to_owned()).ready().await;
    app.browse().await;
    app.open_thread("first words").await;
    app.script(
        "window.__frames = { count: 0, longest: 0 }; let last = performance.now();
         const beat = (now) => { const frames = window.__frames; frames.count += 1;
           frames.longest = Math.max(frames.longest, now - last); last = now; requestAnimationFrame(beat); };
         requestAnimationFrame(beat);",
        vec![],
    )
    .await;
    let before = counters(&app).await;
    let cpu = measure::cpu_ms(&stage);
    let began = std::time::Instant::now();
    lab.model.say([Step::flood(DELTAS), Step::text("That was all.")]);
    app.send("flood").await;
    app.read("row", "That was all.").await;
    app.turn("done").await;
    let took = began.elapsed().as_secs_f64() * 1000.0;
    let spent = measure::cpu_ms(&stage);
    let after = counters(&app).await;
    let frames = app.script("return window.__frames", vec![]).await;
    json!({
        "deltas": DELTAS,
        "tookMs": took.round(),
        "batches": after - before,
        "frames": frames["count"],
        "longestFrameMs": frames["longest"].as_f64().unwrap_or_default().round(),
        "appCpuMs": spent.app - cpu.app,
        "codexCpuMs": spent.codex - cpu.codex,
        "appToCodexCpu": round2((spent.app - cpu.app) / (spent.codex - cpu.codex).max(1.0)),
    })
}

async fn counters(app: &App<'_>) -> f64 {
    let script = "const done = arguments[0];
        window.__TAURI_INTERNALS__.invoke('look', { look: { type: 'diagnostics' } })
            .then((sight) => done(sight.diagnostics.counters.batches), (why) => done(JSON.stringify(why)))";
    let said = app.script_later(script, vec![]).await;
    said.as_f64().unwrap_or_else(|| panic!("no counters: {said}"))
}

fn compare(ours: f64, empty: f64) -> Value {
    json!({ "threadloft": ours.round(), "empty": empty.round(), "ratio": round2(ours / empty) })
}

fn table(report: &Value) {
    println!("{:<24}{:>12}{:>10}{:>8}", "", "Threadloft", "empty", "ratio");
    for (name, key) in [("first paint, ms", "firstPaintMs"), ("idle memory, MiB", "idleMemoryMiB")] {
        let row = &report[key];
        // As text first: a JSON value does not keep to a column by itself.
        let [ours, empty, ratio] = ["threadloft", "empty", "ratio"].map(|key| row[key].to_string());
        println!("{name:<24}{ours:>12}{empty:>10}{ratio:>8}");
    }
    let stream = &report["stream"];
    println!(
        "{} deltas: {} ms, {} batches, {} frames (longest {} ms), CPU {} ms (codex: {} ms)",
        stream["deltas"],
        stream["tookMs"],
        stream["batches"],
        stream["frames"],
        stream["longestFrameMs"],
        stream["appCpuMs"],
        stream["codexCpuMs"]
    );
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn round2(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
