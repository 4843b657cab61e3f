//! `test`: everything, to the end, and then one line that says how it went.

use crate::build;
use crate::setup::{Needs, setup};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use xtask::place;
use xtask::step::{self, Done};

#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
    /// What did not go well, in words.
    reasons: Vec<String>,
    skipped: Vec<String>,
}

pub fn test() -> Done {
    let mut tally = Tally::default();
    if let Err(why) = tally.everything() {
        tally.fail(why);
    }
    tally.close()
}

impl Tally {
    /// Ends early only where nothing that follows could be built.
    fn everything(&mut self) -> Done {
        let codex = setup(Needs::DrivenWindow)?;
        self.gate("cargo fmt", build::cargo("fmt").args(["--all", "--check"]));
        self.ui();
        build::ui()?;
        let clippy = ["--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"];
        self.gate("cargo clippy", build::cargo("clippy").args(clippy));
        build::rust(&["--workspace", "--all-targets"])?;

        let trace = place::target().join("wire-trace");
        let _ = fs::remove_dir_all(&trace);
        fs::create_dir_all(&trace).map_err(|why| format!("{}: {why}", trace.display()))?;
        let mut suites = build::cargo("test");
        suites.args(["--workspace", "--no-fail-fast"]);
        suites.env("THREADLOFT_CODEX", codex).env("THREADLOFT_WIRE_TRACE", trace);
        self.cargo_test(&mut suites);
        Ok(())
    }

    /// A check that is no test: it counts only when it fails.
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
        let ui = place::root().join("ui");
        self.gate("npm run lint (ui)", step::command("npm").args(["run", "--silent", "lint"]).current_dir(&ui));
        let report = place::target().join("vitest.json");
        let _ = fs::remove_file(&report);
        let mut vitest = step::command("npx");
        vitest.args(["vitest", "run", "--reporter=default", "--reporter=json"]);
        vitest.arg(format!("--outputFile.json={}", report.display())).current_dir(&ui);
        let ended = step::run("vitest (ui)", &mut vitest);
        let read = fs::read(&report).ok().and_then(|text| serde_json::from_slice::<serde_json::Value>(&text).ok());
        let Some(read) = read else {
            return self.fail(ended.err().unwrap_or_else(|| "vitest (ui): no report".to_owned()));
        };
        let count = |name: &str| read[name].as_u64().unwrap_or_default();
        self.passed += count("numPassedTests");
        self.failed += count("numFailedTests");
        for name in ["numPendingTests", "numTodoTests"] {
            if count(name) > 0 {
                self.skipped.push(format!("{} of the UI's tests ({name})", count(name)));
            }
        }
        match ended {
            Err(why) if count("numFailedTests") == 0 => self.fail(why),
            Err(why) => self.reasons.push(why),
            Ok(()) => {}
        }
    }

    /// Passes the output on as it comes and counts the `test result:` lines in it.
    fn cargo_test(&mut self, command: &mut Command) {
        step::say("cargo test --workspace");
        let before = self.failed;
        let mut child = match command.stdout(Stdio::piped()).spawn() {
            Ok(child) => child,
            Err(why) => return self.fail(format!("cargo test does not start: {why}")),
        };
        if let Some(stdout) = child.stdout.take() {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                println!("{line}");
                self.hear(&line);
            }
        }
        match child.wait() {
            Ok(status) if status.success() => {}
            Ok(_) if self.failed > before => {}
            Ok(status) => self.fail(format!("cargo test: ended with {status}")),
            Err(why) => self.fail(format!("cargo test: {why}")),
        }
    }

    fn hear(&mut self, line: &str) {
        if let Some(counts) = line.strip_prefix("test result: ") {
            let words: Vec<&str> = counts.split_whitespace().collect();
            let before = |what: &str| {
                let at = words.iter().position(|word| word.trim_end_matches(';') == what)?;
                words.get(at.checked_sub(1)?)?.parse::<u64>().ok()
            };
            self.passed += before("passed").unwrap_or_default();
            self.failed += before("failed").unwrap_or_default();
        } else if let Some(name) = line.strip_prefix("test ")
            && let Some((name, how)) = name.split_once(" ... ")
        {
            match how {
                "ok" => {}
                ignored if ignored.starts_with("ignored") => self.skipped.push(format!("{name}: {ignored}")),
                failed if failed.starts_with("FAILED") => self.reasons.push(format!("{name} failed")),
                _ => {}
            }
        }
    }

    fn close(self) -> Done {
        println!();
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

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn results_of_many_runners_are_summed() {
        let mut tally = Tally::default();
        tally.hear("test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s");
        tally.hear("test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1s");
        tally.hear("test a::claim ... FAILED");
        tally.hear("test another ... ignored, needs a screen");
        assert_eq!((tally.passed, tally.failed), (15, 2));
        assert_eq!(tally.reasons, ["a::claim failed"]);
        assert_eq!(tally.skipped, ["another: ignored, needs a screen"]);
    }
}
