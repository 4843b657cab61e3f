//! Feeds changed input to every parser of foreign text for a while: `cargo xtask fuzz [--seconds N] [--seed S]`.
//!
//! The seed is printed first; the same seed gives the same inputs in the same order. A failing input is written to the
//! folder for temporary files, and its path and seed are printed.

use engine::fuzz::{Dice, Seeds, entries};
use std::panic::catch_unwind;
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
    let (seeds, mut dice) = (Seeds::of_this_clone(), Dice::new(seed));
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut runs = 0_u64;
    while Instant::now() < end {
        let input = seeds.mutated(&mut dice);
        for (name, entry) in entries() {
            if catch_unwind(|| entry(&input)).is_err() {
                let file = format!("threadloft-fuzz-{}-{seed}-{runs}", name.replace(' ', "-"));
                let path = std::env::temp_dir().join(file);
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
    println!("{runs} inputs for each of {} parsers, nothing failed", entries().count());
    ExitCode::SUCCESS
}
