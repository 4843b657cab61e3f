//! Long lists: ten thousand threads, and threads of ten thousand items.

use crate::figures::{at, median, round};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use threadloft_tests::app::{App, Start};
use threadloft_tests::codex_home::CodexHome;
use threadloft_tests::display::Display;
use threadloft_tests::rollout::{Kind, Rollout};
use threadloft_tests::{codex, measure, wait};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

const THREADS: usize = 10_000;
/// Threads of each length, each opened once.
const OPENED: usize = 4;
const SHORT: usize = 200;
const LONG: usize = 10_000;

/// The list of ten thousand threads: when its first rows are shown, and whether scrolling leaves blank frames.
pub async fn threads(program: &Path, runs: usize) -> Value {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let project = codex_home.project().display().to_string();
    eprintln!("    {THREADS} threads: codex reads them once");
    for n in 0..THREADS {
        let mut rollout = Rollout::new(&project);
        rollout.turn([(Kind::User, format!("Thread number {n}")), (Kind::Agent, format!("Answer {n}"))]);
        rollout.write(codex_home.home());
    }
    index(&codex_home).await;
    visit(&codex_home, program, async |app| list_is_whole(app).await).await;
    let mut fresh = Vec::new();
    for run in 0..runs {
        eprintln!("    {THREADS} threads and nothing remembered, {} of {runs}", run + 1);
        let trace = display.folder(&format!("first-trace-{run}"));
        let data = display.folder(&format!("first-data-{run}"));
        let start = codex_home.start().env("THREADLOFT_DATA_DIR", data.to_string_lossy());
        let start = start.env("THREADLOFT_WIRE_TRACE", trace.to_string_lossy());
        visit_by(start, program, async |app| fresh.push(rows_after(app, &trace).await.0)).await;
    }
    let (mut rows, mut whole, mut scroll) = (Vec::new(), Vec::new(), Value::Null);
    for run in 0..runs {
        eprintln!("    {THREADS} threads, {} of {runs}", run + 1);
        let trace = display.folder(&format!("trace-{run}"));
        let start = codex_home.start().env("THREADLOFT_WIRE_TRACE", trace.to_string_lossy());
        visit_by(start, program, async |app| {
            let (after, seen) = rows_after(app, &trace).await;
            rows.push(after);
            let filled = app.script("return Date.now()", vec![]).await;
            whole.push(filled.as_f64().unwrap_or(f64::NAN) - seen);
            if run + 1 == runs {
                app.script("document.querySelector('.more-row').click()", vec![]).await;
                app.settled().await;
                scroll = self::scroll(app, ".side-list", ".side-row, .project", 560).await;
            }
        })
        .await;
    }
    json!({
        "threads": THREADS,
        "firstRowsAfterMs": round(median(rows.into_iter())),
        "firstRowsEverAfterMs": round(median(fresh.into_iter())),
        "wholeListAfterMs": round(median(whole.into_iter())),
        "scroll": scroll,
    })
}

/// A thread of 10,000 items beside one of 200.
pub async fn items(program: &Path) -> Value {
    let display = Display::new().await;
    let codex_home = CodexHome::on(&display).await;
    let project = codex_home.project().display().to_string();
    let make = |name: &str, items: usize| {
        let mut rollout = Rollout::new(&project);
        for n in 0..items / 2 {
            let said = format!("Answer {n}: the **harbour** keeps `{n}` boats, and each is moored where it was left.");
            let end = if n + 1 == items / 2 { format!("{said} This ends {name}.") } else { said };
            rollout.turn([(Kind::User, format!("{name}, question {n}")), (Kind::Agent, end)]);
        }
        (rollout.write(codex_home.home()).0, format!("This ends {name}."))
    };
    let short: Vec<(String, String)> = (0..OPENED).map(|n| make(&format!("short {n}"), SHORT)).collect();
    let long: Vec<(String, String)> = (0..OPENED).map(|n| make(&format!("long {n}"), LONG)).collect();
    eprintln!("    threads of {SHORT} and {LONG} items: codex reads them once");
    index(&codex_home).await;
    // The server builds the pages of a thread that another program wrote when it is opened for the first time.
    visit(&codex_home, program, async |app| {
        for thread in short.iter().chain(&long) {
            open(app, thread).await;
        }
    })
    .await;
    eprintln!("    opening, switching, scrolling");
    let mut opened = [Vec::new(), Vec::new()];
    let (mut frames, mut scrolled) = (Vec::new(), Value::Null);
    visit(&codex_home, program, async |app| {
        for (one, other) in short.iter().zip(&long) {
            opened[0].push(open(app, one).await.0);
            opened[1].push(open(app, other).await.0);
        }
        for n in 0..20 {
            let thread = if n % 2 == 0 { &short[OPENED - 1] } else { &long[OPENED - 1] };
            frames.push(open(app, thread).await.1);
        }
        scrolled = scroll(app, "[data-part=transcript]", ".line, .older", -400).await;
    })
    .await;
    let mut memory = Vec::new();
    for thread in [&short[0], &long[0]] {
        let mib = visit(&codex_home, program, async |app| {
            open(app, thread).await;
            measure::at_rest(&display).await;
            measure::web_mib(&display)
        });
        memory.push(mib.await);
    }
    let [short, long] = opened.map(|times| median(times.into_iter()));
    json!({
        "openMs": { "of200": round(short), "of10000": round(long), "ratio": round(long / short) },
        "webviewMiB": { "of200": round(memory[0]), "of10000": round(memory[1]), "ratio": round(memory[1] / memory[0]) },
        "switchFrames": { "median": median(frames.iter().copied()), "most": at(frames.iter().copied(), 1.0) },
        "scroll": scrolled,
    })
}

/// Clicks the thread and returns after how many milliseconds and frames its end is on screen.
async fn open(app: &App<'_>, (thread, end): &(String, String)) -> (f64, f64) {
    // A project shows only its first threads until it is expanded.
    let shown = format!(
        "const row = document.querySelector('[data-part=thread-row][data-thread=\"{thread}\"]');
         if (!row) document.querySelector('.more-row')?.click();
         return row !== null"
    );
    app.until("the thread is listed", &shown).await;
    let script = "const [thread, end, done] = arguments; let frames = 0;
        document.querySelector(`[data-part=thread-row][data-thread=\"${thread}\"]`).click();
        const began = performance.now();
        const look = () => { frames += 1;
            if (document.querySelector('[data-part=transcript]')?.textContent.includes(end)) done([performance.now() - began, frames]);
            else requestAnimationFrame(look); };
        requestAnimationFrame(look);";
    let seen = app.script_later(script, vec![json!(thread), json!(end)]).await;
    serde_json::from_value(seen.clone()).unwrap_or_else(|_| panic!("the thread does not open: {seen}"))
}

/// 400 frames of scrolling, `step` pixels each. A frame is blank if nothing is where something should be, and stalled
/// if it has reached the end of the loaded rows although there are more.
///
/// Each frame is scrolled in a task of its own, as by a wheel, and examined after layout and after the page's own
/// observers have placed the lines, because that is what is painted. A later task would also see rows that arrived
/// after the paint. Our observer runs in each frame because its probe element is resized in each, and after the page's
/// because it was created later.
async fn scroll(app: &App<'_>, view: &str, lines: &str, step: i32) -> Value {
    let script = "const [css, lines, step, done] = arguments; const view = document.querySelector(css);
        const frames = []; let blank = 0; let stalled = 0; let last = performance.now(); let left = 400;
        const box = view.getBoundingClientRect(); const content = view.scrollHeight;
        const probe = document.body.appendChild(document.createElement('div'));
        probe.style.cssText = 'position: fixed; top: 0; width: 1px; height: 1px; visibility: hidden';
        const look = () => {
            const shown = [...view.querySelectorAll(lines)].filter((line) => getComputedStyle(line).visibility !== 'hidden');
            const places = shown.map((line) => line.getBoundingClientRect());
            const stands = (y) => places.some((place) => place.top <= y && y < place.bottom);
            const holes = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => box.y + box.height * part).filter((y) => !stands(y) && !stands(y + 30));
            if (holes.length) blank += 1;
            if (step < 0 && view.scrollTop <= 0 && view.querySelector('.older')) stalled += 1;
        };
        new ResizeObserver(look).observe(probe);
        const beat = (now) => {
            frames.push(now - last); last = now;
            probe.style.width = `${1 + (left % 2)}px`;
            setTimeout(() => {
                left -= 1;
                if (left <= 0) return done({ frames, blank, stalled, grew: view.scrollHeight - content });
                view.scrollTop += step;
                requestAnimationFrame(beat);
            });
        };
        requestAnimationFrame(beat);";
    let seen = app.script_later(script, vec![json!(view), json!(lines), json!(step)]).await;
    let frames: Vec<f64> = seen["frames"].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    let all = || frames.iter().copied();
    json!({
        "frames": frames.len(),
        "blank": seen["blank"],
        "stalled": seen["stalled"],
        "grewPixels": seen["grew"].as_f64().map(round),
        "medianMs": round(median(all())),
        "p95Ms": round(at(all(), 0.95)),
        "longestMs": round(at(all(), 1.0)),
    })
}

/// Epoch milliseconds of the first paint, and of the first frame that had a row of the list.
const ROWS: &str = "const at = (name) => performance.timeOrigin + performance.getEntriesByName(name)[0].startTime;
    return { paint: at('first-contentful-paint'), rows: at('rows') }";

/// How long the first rows came after the later of first paint and first answer, and when that was. Measured once the
/// list is complete.
async fn rows_after(app: &App<'_>, trace: &Path) -> (f64, f64) {
    app.see("thread-row").await;
    let after = app.script(ROWS, vec![]).await;
    let [paint, seen] = ["paint", "rows"].map(|name| after[name].as_f64().unwrap_or(f64::NAN));
    list_is_whole(app).await;
    // Negative if they were shown before the server had answered anything.
    (seen - paint.max(answered_ms(trace)), seen)
}

async fn list_is_whole(app: &App<'_>) {
    app.until("the list is whole", "return !document.querySelector('.side-filling, .side-note')").await;
}

/// When the server answered `initialize`, in epoch milliseconds.
fn answered_ms(trace: &Path) -> f64 {
    let files = std::fs::read_dir(trace).into_iter().flatten().flatten();
    let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    let answer = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).find_map(|line| {
        let line: Value = serde_json::from_str(&line).ok()?;
        (line["method"] == "initialize" && line["kind"] == "answer").then(|| line["ms"].as_f64())?
    });
    answer.unwrap_or_else(|| panic!("the server never answered"))
}

async fn visit<T>(codex_home: &CodexHome<'_>, program: &Path, what: impl AsyncFnOnce(&App<'_>) -> T) -> T {
    visit_by(codex_home.start(), program, what).await
}

/// Starts the app, uses it and ends it.
async fn visit_by<T>(start: Start<'_>, program: &Path, what: impl AsyncFnOnce(&App<'_>) -> T) -> T {
    let app = start.program(PathBuf::from(program)).ready().await;
    app.browse().await;
    let seen = what(&app).await;
    app.signal("TERM");
    wait::until("the app is gone", async || !app.runs()).await;
    seen
}

/// Makes the server index the files on disk, which it does before its first answer and which takes time.
async fn index(codex_home: &CodexHome<'_>) {
    let mut command = codex_home.display.command(codex());
    command.arg("app-server").env("CODEX_HOME", codex_home.home()).envs(codex_home.model.env());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut server = tokio::process::Command::from(command);
    let mut server = server.kill_on_drop(true).spawn().unwrap_or_else(|why| panic!("codex does not start: {why}"));
    let hello = json!({ "id": 0, "method": "initialize",
        "params": { "clientInfo": { "name": "bench", "title": null, "version": "0" } } });
    let (mut stdin, stdout) = (server.stdin.take(), server.stdout.take());
    if let (Some(stdin), Some(stdout)) = (&mut stdin, stdout) {
        stdin.write_all(format!("{hello}\n").as_bytes()).await.unwrap_or_else(|why| panic!("codex is gone: {why}"));
        let mut lines = BufReader::new(stdout).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            if line.contains("\"id\":0") {
                break;
            }
        }
    }
    server.kill().await.ok();
}
