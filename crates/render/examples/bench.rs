//! Measures the cost of drawing: CPU milliseconds as JSON lines. `cargo run --release -p render --example bench`

use render::{Markdown, OutputScreen, diff};
use std::hint::black_box;
use std::time::Instant;

fn main() {
    stream();
    diffs(10_000);
    diffs(100_000);
    ansi();
}

/// CPU time of this thread if the system reports it, else wall time.
fn cpu_ms(start: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|text| text.split_whitespace().next()?.parse::<f64>().ok());
    nanos.map_or(start.elapsed().as_secs_f64() * 1e3, |nanos| nanos / 1e6)
}

/// The mean over as many runs as fill 0.2 s, because the system counts CPU time in ticks of some milliseconds.
fn cost(mut run: impl FnMut()) -> f64 {
    run();
    let start = Instant::now();
    let before = cpu_ms(start);
    for runs in 1.. {
        run();
        let spent = cpu_ms(start) - before;
        if spent > 200.0 {
            return spent / f64::from(runs);
        }
    }
    0.0
}

fn say(name: &str, ms: f64, under: f64) {
    println!("{{\"bench\":\"{name}\",\"cpu_ms\":{ms:.2},\"target_ms\":{under},\"met\":{}}}", ms < under);
}

/// 200 KB in 20,000 deltas, drawn every 160 of them (16 ms at 10,000 per second).
fn stream() {
    let text = message(200_000);
    let deltas: Vec<&str> = deltas(&text, 20_000);
    say(
        "stream 200 KB in 20,000 deltas",
        cost(|| {
            black_box(play(&deltas));
        }),
        50.0,
    );
    let mut quarters = [0.0; 4];
    for _ in 0..30 {
        play(&deltas).iter().zip(&mut quarters).for_each(|(spent, sum)| *sum += spent);
    }
    println!("{{\"bench\":\"stream growth\",\"last_quarter_to_first\":{:.2}}}", quarters[3] / quarters[0].max(0.001));
    let fence = format!("```rust\n{}```\n", code(200_000));
    let deltas = self::deltas(&fence, 20_000);
    say(
        "stream one 200 KB fence",
        cost(|| {
            black_box(play(&deltas));
        }),
        50.0,
    );
    let list: String = (0..4_000).map(|n| format!("- item {n} with `code` and **more** words\n")).collect();
    let deltas = self::deltas(&list, 20_000);
    say(
        "stream one 200 KB list",
        cost(|| {
            black_box(play(&deltas));
        }),
        50.0,
    );
    say("whole 200 KB", cost(|| drop(black_box(Markdown::whole(&text)))), 50.0);
}

fn play(deltas: &[&str]) -> [f64; 4] {
    let start = Instant::now();
    let mut markdown = Markdown::new();
    let mut quarters = [0.0; 4];
    for (frame, batch) in deltas.chunks(160).enumerate() {
        let before = cpu_ms(start);
        for delta in batch {
            markdown.push(delta);
        }
        black_box(markdown.draw());
        quarters[(frame * 640 / deltas.len()).min(3)] += cpu_ms(start) - before;
    }
    markdown.finish();
    black_box(markdown.draw());
    quarters
}

fn deltas(text: &str, count: usize) -> Vec<&str> {
    let size = text.len().div_ceil(count);
    let mut cuts: Vec<usize> = (0..text.len()).step_by(size).filter(|&at| text.is_char_boundary(at)).collect();
    cuts.push(text.len());
    cuts.windows(2).map(|cut| &text[cut[0]..cut[1]]).collect()
}

fn message(size: usize) -> String {
    let mut text = String::new();
    let mut section = 0;
    while text.len() < size {
        section += 1;
        text.push_str(&format!("## Step {section}: the queue\n\nThe *retry* path in `src/queue.rs:{section}` drops **order** when two jobs race; see [the notes](docs/notes.md#L{section}) and https://example.com/a/{section}. "));
        text.push_str("It is kept by giving each endpoint a turn, which costs one lock per delivery and no memory worth naming.\n\n");
        text.push_str(
            "1. Read the head of the queue\n2. Wait for the turn\n   - or give up after eight attempts\n3. Deliver\n\n",
        );
        text.push_str("| case | before | after |\n|---|--:|--:|\n| timeout | 10 | 2 |\n| refused | 4 | 1 |\n\n");
        text.push_str("```rust\n");
        text.push_str(&code(900));
        text.push_str("```\n\n> Nothing else changed.\n\n");
    }
    text
}

fn code(size: usize) -> String {
    let mut text = String::new();
    let mut n = 0;
    while text.len() < size {
        n += 1;
        text.push_str(&format!("    /// Says when attempt {n} is due.\n    pub fn due_{n}(&self, job: &Job<'_>) -> Option<Duration> {{\n        let base = self.base.checked_mul(1 << {n})?; // may overflow\n        Some(base.min(CAP) + jitter(\"seed\", {n}_000))\n    }}\n"));
    }
    text
}

fn diffs(lines: usize) {
    let mut text = String::from("diff --git a/src/a.rs b/src/a.rs\n--- a/src/a.rs\n+++ b/src/a.rs\n");
    for hunk in 0..lines / 20 {
        let at = hunk * 40 + 1;
        text.push_str(&format!("@@ -{at},15 +{at},15 @@ impl Queue\n"));
        for n in 0..10 {
            text.push_str(&format!("     let kept_{n} = self.queue.iter().filter(|job| job.id != {n}).count();\n"));
        }
        for n in 0..5 {
            text.push_str(&format!("-        self.jobs.push_back(Job::new({n}, \"old\"));\n"));
        }
        for n in 0..5 {
            text.push_str(&format!("+        self.jobs.push_front(Job::new({n}, \"new\").due_in(after));\n"));
        }
    }
    let under = if lines > 10_000 { 300.0 } else { 100.0 };
    say(
        &format!("diff of {lines} lines, first 200 rows"),
        cost(|| drop(black_box(diff::parse(&text, "")[0].lines(0..200)))),
        under,
    );
    say(&format!("diff of {lines} lines, as sent"), cost(|| drop(black_box(diff::unified(&text, "")))), under);
    say(
        &format!("diff of {lines} lines, all drawn"),
        cost(|| drop(black_box(diff::parse(&text, "")[0].file(usize::MAX)))),
        under,
    );
    let patch = &diff::parse(&text, "")[0];
    say(
        &format!("diff of {lines} lines, a page at the end"),
        cost(|| drop(black_box(patch.lines(lines - 200..lines)))),
        16.0,
    );
}

fn ansi() {
    let mut text = String::new();
    let mut n = 0;
    while text.len() < 1_000_000 {
        n += 1;
        text.push_str(&format!(
            "\x1b[1;32m   Compiling\x1b[0m crate-{n} v0.\x1b[38;5;208m{n}\x1b[0m (\x1b[2m/some/path/{n}\x1b[22m)\n"
        ));
        text.push_str(&format!("\r\x1b[K[{:>3}%] {}", n % 100, "#".repeat(n % 40)));
    }
    say(
        "ansi 1 MB at once",
        cost(|| {
            let mut screen = OutputScreen::new(1_000);
            screen.push(&text);
            black_box((screen.output(), screen.plain()));
        }),
        30.0,
    );
    say(
        "ansi 1 MB in 1 KB pushes, drawn every 16",
        cost(|| {
            let mut screen = OutputScreen::new(200);
            for (n, part) in deltas(&text, 1_000).into_iter().enumerate() {
                screen.push(part);
                if n % 16 == 0 {
                    black_box(screen.output());
                }
            }
            black_box(screen.output());
        }),
        30.0,
    );
}
