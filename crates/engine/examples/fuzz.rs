//! Feeds changed input to every parser of foreign text for a while: `cargo xtask fuzz [--seconds N] [--seed S]`.
//!
//! The seed is printed first; the same seed gives the same inputs in the same order. A failing input is written to the
//! folder for temporary files, and its path and seed are printed. `--guided` builds with counters (`coverage`): input that
//! reaches new code is kept and changed further.

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
    let (mut seeds, mut dice) = (Seeds::of_this_clone(), Dice::new(seed));
    let mut coverage = coverage::Coverage::default();
    let end = Instant::now() + Duration::from_secs(seconds);
    let (mut runs, mut kept) = (0_u64, 0_u64);
    while Instant::now() < end {
        let input = seeds.mutated(&mut dice);
        coverage.begin();
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
        if coverage.is_new() {
            seeds.keep(input);
            kept += 1;
        }
    }
    let guided = match coverage.size() {
        0 => String::new(),
        size => format!("; {kept} inputs reached new code, {} of {size} counters", coverage.reached()),
    };
    println!("{runs} inputs for each of {} parsers, nothing failed{guided}", entries().count());
    ExitCode::SUCCESS
}

/// Tells which code ran, by the counters of a build with `-Cpasses=sancov-module`. In other builds nothing is ever new.
#[allow(unsafe_code)]
mod coverage {
    use std::sync::{Mutex, PoisonError};

    /// The start and end addresses of the counters.
    static REGIONS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

    /// Every part of an instrumented program calls this before `main`; several may pass the same counters.
    // SAFETY: the instrumentation looks for this name; nothing else here is called so.
    #[unsafe(no_mangle)]
    extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
        let mut regions = REGIONS.lock().unwrap_or_else(PoisonError::into_inner);
        let region = (start as usize, stop as usize);
        if region.0 < region.1 && !regions.contains(&region) {
            regions.push(region);
        }
    }

    /// The highest count of each place so far, in steps: once, twice, a few times, often.
    #[derive(Default)]
    pub struct Coverage(Vec<u8>);

    impl Coverage {
        /// Forgets what ran until now.
        pub fn begin(&mut self) {
            each(|counter, _| *counter = 0);
        }

        /// Whether a place was reached for the first time since then, or much more often than before.
        pub fn is_new(&mut self) -> bool {
            let seen = &mut self.0;
            let mut is_new = false;
            each(|counter, at| {
                let step = 8 - counter.leading_zeros() as u8;
                if seen.len() <= at {
                    seen.resize(at + 1, 0);
                }
                if seen[at] < step {
                    seen[at] = step;
                    is_new = true;
                }
            });
            is_new
        }

        pub fn size(&self) -> usize {
            self.0.len()
        }

        pub fn reached(&self) -> usize {
            self.0.iter().filter(|step| **step > 0).count()
        }
    }

    fn each(mut with: impl FnMut(&mut u8, usize)) {
        let regions = REGIONS.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut at = 0;
        for (start, stop) in regions {
            for address in start..stop {
                // SAFETY: the instrumentation gave these addresses; the bytes live as long as the program, and no other
                // thread of this one runs code that counts.
                with(unsafe { &mut *(address as *mut u8) }, at);
                at += 1;
            }
        }
    }
}
