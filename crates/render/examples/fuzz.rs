//! Mutates the corpus for a while and feeds it to every parser.
//!
//! `cargo run -p render --example fuzz -- --seconds 30 [--seed N]`. The seed is printed first; the same seed and time
//! give the same inputs in the same order. A failing input is written to the folder for temporary files, and its path
//! and seed are printed.

use std::panic::catch_unwind;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

fn main() -> ExitCode {
    let option = |name: &str| {
        let mut words = std::env::args().skip_while(|word| word != name);
        words.nth(1).and_then(|value| value.parse::<u64>().ok())
    };
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64);
    run(option("--seconds").unwrap_or(10), option("--seed").unwrap_or_else(clock))
}

fn run(seconds: u64, seed: u64) -> ExitCode {
    println!("seed {seed}");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let inputs = read(&corpus);
    let mut dice = Dice(seed | 1);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut runs = 0_u64;
    while Instant::now() < end {
        let input = mutate(&inputs, &mut dice);
        for (name, entry) in render::fuzz::ENTRIES {
            if catch_unwind(|| entry(&input)).is_err() {
                let path = std::env::temp_dir().join(format!("threadloft-fuzz-{name}-{seed}-{runs}"));
                let kept = std::fs::write(&path, &input).is_ok();
                println!(
                    "{name} failed with seed {seed} after {runs} inputs{}",
                    if kept { format!(": {}", path.display()) } else { String::new() }
                );
                return ExitCode::FAILURE;
            }
        }
        runs += 1;
    }
    println!("{runs} inputs, nothing failed");
    ExitCode::SUCCESS
}

/// All files below, and each line of the attacks.
fn read(folder: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(read(&path));
        } else if let Ok(bytes) = std::fs::read(&path) {
            if path.ends_with("xss.txt") {
                found.extend(bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec));
            } else {
                found.push(bytes);
            }
        }
    }
    found.push(Vec::new());
    found
}

/// Marks that mean something to one of the parsers.
const MARKS: &[&str] = &[
    "```",
    "~~~\n",
    "\n\n",
    "> ",
    "- ",
    "1. ",
    "    ",
    "|",
    "|-|\n",
    "[^a]",
    "](",
    "![",
    "<b>",
    "<!--",
    "-->",
    "$$",
    "**",
    "`",
    "\\",
    "&#x3c;",
    "@@ -1,2 +1,2 @@\n",
    "diff --git a/x b/x\n",
    "--- a/x\n+++ b/x\n",
    "\n+",
    "\n-",
    "\n ",
    "\x1b[",
    "\x1b]8;;https://x.example\x07",
    "\x1b[31m",
    "\r",
    "\x08",
    "\x1b[K",
    "\x1b[A",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "r#\"",
    "#[",
    "\u{202e}",
    "\u{200d}",
    "é",
    "👩",
    "\0",
    "javascript:",
    "src/a.rs:1",
    "https://x.example",
];

fn mutate(inputs: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = dice.pick(inputs).clone();
    for _ in 0..=dice.below(8) {
        let at = dice.below(bytes.len() + 1);
        let to = at + dice.below(bytes.len() - at + 1).min(64);
        match dice.below(7) {
            0 => drop(bytes.drain(at..to)),
            1 => drop(bytes.splice(at..at, dice.pick(MARKS).bytes())),
            2 => {
                let other = dice.pick(inputs);
                let from = dice.below(other.len() + 1);
                bytes.splice(at..at, other[from..].iter().copied().take(200));
            }
            3 => {
                let part = bytes[at..to].to_vec();
                let times = 1 + dice.below(20);
                bytes.splice(at..at, part.repeat(times));
            }
            4 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            5 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes.truncate(8 * 1024);
    bytes
}

/// Xorshift: small, repeatable, good enough to choose with.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
