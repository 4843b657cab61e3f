//! `test` runs all tests and ends with a summary line. `check` runs those that need neither codex nor a window.

use crate::build;
use crate::setup::{Needs, setup};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use xtask::paths;
use xtask::step::{self, StepResult};

#[derive(Default)]
struct TestTally {
    passed: u64,
    failed: u64,
    /// Messages of the failures.
    reasons: Vec<String>,
    /// Tests that failed and were not retried yet.
    red: Vec<String>,
    /// Tests that failed among others and passed alone. They are reported, so that somebody looks at them.
    unsteady: Vec<String>,
    skipped: Vec<String>,
    /// Test programs that started and have not reported a result.
    unfinished: u64,
}

/// How many failed tests are retried. Real windows and servers may fail on a busy machine, but not often.
const SECOND_TRIES: usize = 2;

/// With a filter, runs only tests whose names contain it, without formatting and lints.
pub fn test(args: &[String]) -> StepResult {
    let mut tally = TestTally::default();
    let went = match args {
        [] => tally.all(),
        [filter] if !filter.starts_with('-') => tally.filtered(filter),
        _ => return Err("test takes nothing, or one part of a test's name".to_owned()),
    };
    if let Err(why) = went {
        tally.fail(why);
    }
    tally.summary()
}

/// The quick checks before a push.
pub fn check() -> StepResult {
    let mut tally = TestTally::default();
    if let Err(why) = tally.quick() {
        tally.fail(why);
    }
    tally.summary()
}

impl TestTally {
    /// Stops early only if the following steps could not be built.
    fn all(&mut self) -> StepResult {
        let codex = setup(Needs::DrivenWindow)?;
        self.gate("cargo fmt", build::cargo("fmt").args(["--all", "--check"]));
        self.ui();
        build::ui()?;
        let clippy = ["--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
        self.gate("cargo clippy", build::cargo("clippy").args(clippy));
        build::rust(&["--workspace", "--all-targets"])?;

        let trace = paths::target().join("wire-trace");
        let _ = fs::remove_dir_all(&trace);
        fs::create_dir_all(&trace).map_err(|why| format!("{}: {why}", trace.display()))?;
        let suites = |args: &[&str]| {
            let mut cargo = build::cargo("test");
            cargo.args(["--workspace", "--no-fail-fast"]).args(args);
            cargo.env("THREADLOFT_CODEX", &codex).env("THREADLOFT_WIRE_TRACE", &trace);
            cargo
        };
        self.cargo_test(&mut suites(&[]));
        let only_tests = self.failed == self.red.len() as u64;
        if only_tests && (1..=SECOND_TRIES).contains(&self.red.len()) {
            step::announce("what failed, once more and alone");
            let alone = ["--tests", "--", "--exact", "--test-threads=1"];
            let mut again = Self::default();
            again.cargo_test(suites(&alone).args(&self.red));
            self.apply_retry(&again);
        }
        Ok(())
    }

    fn filtered(&mut self, filter: &str) -> StepResult {
        let codex = setup(Needs::DrivenWindow)?;
        self.vitest(&["--testNamePattern", filter]);
        build::ui()?;
        build::rust(&["--workspace", "--all-targets"])?;
        let mut cargo = build::cargo("test");
        cargo.args(["--workspace", "--no-fail-fast", "--", filter]).env("THREADLOFT_CODEX", &codex);
        self.cargo_test(&mut cargo);
        if self.passed + self.failed == 0 {
            return Err(format!("no test has {filter} in its name"));
        }
        Ok(())
    }

    /// The page's tests run in parallel with the compiler, which leaves processors idle while it links.
    fn quick(&mut self) -> StepResult {
        let mut lint = step::command("npm");
        lint.args(["run", "--silent", "lint"]).current_dir(paths::root().join("ui"));
        self.gate("cargo fmt", build::cargo("fmt").args(["--all", "--check"]));
        self.gate("npm run lint (ui)", &mut lint);
        std::thread::scope(|scope| {
            let page = scope.spawn(|| {
                let mut page = Self::default();
                let mut types = step::command("npx");
                types.args(["tsc", "-p", "."]).current_dir(paths::root().join("ui"));
                page.gate("tsc (ui)", &mut types);
                page.vitest(&[]);
                page
            });
            let clippy = ["--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
            self.gate("cargo clippy", build::cargo("clippy").args(clippy));
            self.cargo_test(build::cargo("test").args(["--workspace", "--lib", "--bins", "--no-fail-fast"]));
            match page.join() {
                Ok(page) => self.add(page),
                Err(_) => self.fail("the page's tests did not come to an end".to_owned()),
            }
        });
        Ok(())
    }

    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.reasons.extend(other.reasons);
        self.skipped.extend(other.skipped);
    }

    /// Counts tests that passed in the retry as passed, and reports them as unsteady.
    fn apply_retry(&mut self, again: &Self) {
        let tried = self.red.len() as u64;
        if again.passed < tried || again.failed > 0 {
            return;
        }
        self.passed += tried;
        self.failed -= tried;
        self.reasons.retain(|reason| !self.red.iter().any(|name| *reason == failure(name)));
        self.unsteady.append(&mut self.red);
    }

    /// Runs a check that is not a test. Only a failure is counted.
    fn gate(&mut self, what: &str, command: &mut Command) {
        if let Err(why) = step::run(what, command) {
            self.fail(why);
        }
    }

    fn fail(&mut self, why: String) {
        eprintln!("{why}");
        self.failed += 1;
        self.reasons.push(why);
    }

    fn ui(&mut self) {
        let ui = paths::root().join("ui");
        self.gate("npm run lint (ui)", step::command("npm").args(["run", "--silent", "lint"]).current_dir(&ui));
        self.vitest(&[]);
    }

    fn vitest(&mut self, args: &[&str]) {
        let ui = paths::root().join("ui");
        let report = paths::target().join("vitest.json");
        let _ = fs::remove_file(&report);
        let mut vitest = step::command("npx");
        vitest.args(["vitest", "run", "--reporter=default", "--reporter=json"]);
        vitest.arg(format!("--outputFile.json={}", report.display())).args(args).current_dir(&ui);
        let ended = step::run("vitest (ui)", &mut vitest);
        let read = fs::read(&report).ok().and_then(|text| serde_json::from_slice::<serde_json::Value>(&text).ok());
        let Some(read) = read else {
            return self.fail(ended.err().unwrap_or_else(|| "vitest (ui): no report".to_owned()));
        };
        let count = |name: &str| read[name].as_u64().unwrap_or_default();
        self.passed += count("numPassedTests");
        self.failed += count("numFailedTests");
        for name in ["numPendingTests", "numTodoTests"] {
            // Tests excluded by a filter also count as pending.
            if count(name) > 0 && args.is_empty() {
                self.skipped.push(format!("{} of the UI's tests ({name})", count(name)));
            }
        }
        match ended {
            Err(why) if count("numFailedTests") == 0 => self.fail(why),
            Err(why) => self.reasons.push(why),
            Ok(()) => {}
        }
    }

    /// Forwards the output as it arrives and counts its `test result:` lines.
    fn cargo_test(&mut self, command: &mut Command) {
        step::announce("cargo test --workspace");
        let before = self.failed;
        let mut child = match command.stdout(Stdio::piped()).spawn() {
            Ok(child) => child,
            Err(why) => return self.fail(format!("cargo test does not start: {why}")),
        };
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                println!("{line}");
                self.count_line(&line);
            }
        }
        let ended = child.wait();
        if self.unfinished > 0 {
            return self.fail(format!("cargo test: {} suites died before their end", self.unfinished));
        }
        match ended {
            Ok(status) if status.success() => {}
            Ok(_) if self.failed > before => {}
            Ok(status) => self.fail(format!("cargo test: ended with {status}")),
            Err(why) => self.fail(format!("cargo test: {why}")),
        }
    }

    fn count_line(&mut self, line: &str) {
        if line.starts_with("running ") && (line.ends_with(" tests") || line.ends_with(" test")) {
            self.unfinished += 1;
        } else if let Some(counts) = line.strip_prefix("test result: ") {
            let words: Vec<&str> = counts.split_whitespace().collect();
            let before = |what: &str| {
                let at = words.iter().position(|word| word.trim_end_matches(';') == what)?;
                words.get(at.checked_sub(1)?)?.parse::<u64>().ok()
            };
            self.unfinished = self.unfinished.saturating_sub(1);
            self.passed += before("passed").unwrap_or_default();
            self.failed += before("failed").unwrap_or_default();
        } else if let Some(name) = line.strip_prefix("test ")
            && let Some((name, how)) = name.split_once(" ... ")
        {
            match how {
                "ok" => {}
                ignored if ignored.starts_with("ignored") => self.skipped.push(format!("{name}: {ignored}")),
                failed if failed.starts_with("FAILED") => {
                    self.reasons.push(failure(name));
                    self.red.push(name.to_owned());
                }
                _ => {}
            }
        }
    }

    fn summary(self) -> StepResult {
        println!();
        for unsteady in &self.unsteady {
            println!("unsteady: {unsteady} failed beside the others and passed alone");
        }
        for skipped in &self.skipped {
            println!("skipped: {skipped}");
        }
        for reason in &self.reasons {
            println!("failed: {reason}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        if self.failed == 0 && self.reasons.is_empty() { Ok(()) } else { Err(String::new()) }
    }
}

fn failure(test: &str) -> String {
    format!("{test} failed")
}

#[cfg(test)]
mod tests {
    use super::TestTally;

    const RED: &str = "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1s";
    const GREEN: &str = "test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 1s";
    const EMPTY: &str = "test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0s";

    fn tally_of(lines: &[&str]) -> TestTally {
        let mut tally = TestTally::default();
        lines.iter().for_each(|line| tally.count_line(line));
        tally
    }

    #[test]
    fn only_a_test_that_passes_alone_counts_as_passed() {
        let first = || tally_of(&["test a::claim ... FAILED", RED]);
        let mut tally = first();
        tally.apply_retry(&tally_of(&["test a::claim ... ok", GREEN]));
        assert_eq!((tally.passed, tally.failed), (4, 0));
        assert_eq!((tally.reasons.len(), tally.unsteady.as_slice()), (0, &["a::claim".to_owned()][..]));
        for again in [tally_of(&["test a::claim ... FAILED", RED]), tally_of(&[EMPTY]), TestTally::default()] {
            let mut tally = first();
            tally.apply_retry(&again);
            assert_eq!((tally.passed, tally.failed), (3, 1));
            assert_eq!((tally.reasons.as_slice(), tally.unsteady.len()), (&["a::claim failed".to_owned()][..], 0));
        }
    }

    #[test]
    fn results_of_many_runners_are_summed() {
        let tally = tally_of(&[GREEN, RED, "test a::claim ... FAILED", "test another ... ignored, needs a screen"]);
        assert_eq!((tally.passed, tally.failed), (4, 1));
        assert_eq!(tally.reasons, ["a::claim failed"]);
        assert_eq!(tally.skipped, ["another: ignored, needs a screen"]);
        assert_eq!(tally_of(&["running 4 tests", RED, "running 1 test"]).unfinished, 1);
    }
}
