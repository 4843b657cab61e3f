//! A turn of 20,000 small deltas: how often the window got changes and drew them, and the cost of a frame.

use crate::figures::{at, median, round};
use loopback::Step;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use threadloft_tests::app::App;
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::measure;

const DELTAS: usize = 20_000;

pub async fn both(program: &Path) -> Value {
    let prose = Step::Text { chunks: answer(DELTAS), phase: None };
    json!({
        "prose": turn(program, prose).await,
        "oneParagraph": turn(program, Step::flood(DELTAS)).await,
    })
}

async fn turn(program: &Path, step: Step) -> Value {
    eprintln!("    stream");
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    codex_home.converse("first words").await;
    let app = codex_home.start().program(program.to_owned()).ready().await;
    app.browse().await;
    app.open_thread("first words").await;
    app.read("row", "first words").await;
    measure::at_rest(&display).await;
    let before = batches(&app).await;
    let (cpu, memory) = (measure::cpu_ms(&display), measure::memory_mib(&display));
    app.script(WATCH, vec![]).await;
    let began = std::time::Instant::now();
    codex_home.model.say([step, Step::text("That was all.")]);
    app.send("flood").await;
    // The state of the turn before this one is "done" too, so this turn's last words are awaited first.
    app.read("row", "That was all.").await;
    app.turn("done").await;
    let took = began.elapsed().as_secs_f64() * 1000.0;
    let spent = measure::cpu_ms(&display);
    let frames = app.script("const seen = window.__frames; window.__frames = null; return seen", vec![]).await;
    let frames: Vec<f64> = frames.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let batches = batches(&app).await - before;
    measure::at_rest(&display).await;
    let all = || frames.iter().copied();
    json!({
        "deltas": DELTAS,
        "tookMs": round(took),
        "batches": batches,
        "frames": frames.len(),
        "batchesPerFrame": round(batches / frames.len() as f64),
        "frameMs": { "median": round(median(all())), "p95": round(at(all(), 0.95)), "longest": round(at(all(), 1.0)) },
        "over50ms": frames.iter().filter(|ms| **ms > 50.0).count(),
        "appCpuMs": spent.app - cpu.app,
        "codexCpuMs": spent.codex - cpu.codex,
        "grewMiB": round(measure::memory_mib(&display) - memory),
    })
}

/// Records the duration of each frame from now on until it is removed. Counting frames makes the browser draw them.
const WATCH: &str = "window.__frames = []; let last = performance.now();
    const beat = (now) => {
        if (!window.__frames) return;
        window.__frames.push(now - last); last = now; requestAnimationFrame(beat);
    };
    requestAnimationFrame(beat);";

async fn batches(app: &App<'_>) -> f64 {
    let script = "const done = arguments[0];
        window.__TAURI_INTERNALS__.invoke('query', { query: { type: 'diagnostics' } })
            .then((result) => done(result.diagnostics.counters.batches), (why) => done(JSON.stringify(why)))";
    let said = app.script_later(script, vec![]).await;
    said.as_f64().unwrap_or_else(|| panic!("no counters: {said}"))
}

/// The text of a long answer: paragraphs, lists and code, some ten bytes per delta.
fn answer(deltas: usize) -> Vec<String> {
    let mut text = String::new();
    for n in 0.. {
        let _ = write!(
            text,
            "## Part {n}\n\nThe **harbour** keeps `{n}` boats, and each of them is moored where the last storm left it; a \
             boat that nobody claims within a year is sold, and the money goes to the light.\n\n- oak and larch, in that \
             order\n- rope of *two* kinds\n- a bell, see [the list](https://example.com/{n})\n\n"
        );
        for line in 0..20 {
            let at = if line == 0 { "```rust\n" } else { "" };
            let _ = writeln!(text, "{at}fn boat_{n}_{line}(berth: &Berth) -> Option<Boat> {{ berth.find({line}) }}");
        }
        text.push_str("```\n\n");
        if text.len() > deltas * 10 {
            break;
        }
    }
    let chars: Vec<char> = text.chars().take(deltas * 10).collect();
    chars.chunks(10).map(|chunk| chunk.iter().collect()).collect()
}
