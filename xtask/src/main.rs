//! The project's commands. `cargo xtask` lists them.

mod bench;
mod build;
mod bundle;
mod coverage;
mod dev;
mod run;
mod sbom;
mod schema;
mod setup;
mod test;

use setup::Needs;
use std::process::ExitCode;
use xtask::step::StepResult;
use xtask::{codex, paths};

const HELP: &str = "Usage: cargo xtask COMMAND

Develop
  setup                          install what a clean clone needs
  run [--demo] [--shot FILE]     start the app; with --shot save a picture of it and exit
  dev                            start the app; a change to the page shows at once
  dev --page                     open the page alone in a browser, on a scripted engine

Test
  check                          formatting, lints, unit tests, tests of the page
  test [FILTER]                  all tests: Rust, page, real window; with FILTER only tests with it in their name
  fuzz [--seconds N] [--seed S]  feed mutated input to every parser of foreign text (default: 10 seconds)
  fuzz --guided                  the same, guided by coverage, in a build of its own
  shots [SCENE ...]              save pictures of the main screens in target/shots
  bench [RUNS] [SCENE ...]       measure start, memory, streaming and long lists (docs/speed.md)
  coverage [--json]              print how much of the protocol the last test run used
  schema                         update the server's schema in tests/schema

Release
  bundle [--without-codex]       make packages for this system in target/dist
  bundle --compile               only compile the program for a package
  bundle --built [--formats A,B] only package what was compiled
  bundle --check                 make and unpack packages, and start the app from there (Linux)
  bundle --lint                  check the files that package managers and GitHub read
  sbom FOLDER                    list a release's components as CycloneDX
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("setup") => setup(),
        Some("run") => run::run(rest),
        Some("dev") => dev::dev(rest),
        Some("check") => test::check(),
        Some("test") => test::test(rest),
        Some("bench") => bench::bench(rest),
        Some("fuzz") => fuzz(rest),
        Some("shots") => run::shots(rest),
        Some("bundle") => bundle::bundle(rest),
        Some("coverage") => coverage(rest),
        Some("sbom") => sbom::sbom(rest),
        Some("schema") => schema(),
        None | Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            Ok(())
        }
        Some(other) => Err(format!("no such command: {other}\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            if !why.is_empty() {
                eprintln!("{why}");
            }
            ExitCode::FAILURE
        }
    }
}

/// The parsers need neither the window nor codex.
fn fuzz(args: &[String]) -> StepResult {
    let mut cargo = build::cargo("run");
    cargo.args(["--release", "--package", "engine", "--example", "fuzz"]);
    if args.iter().any(|arg| arg == "--guided") {
        // With a target named, build scripts are built without the counters.
        cargo.args(["--target", &build::host()?]).env("RUSTFLAGS", COUNTERS);
        cargo.env("CARGO_TARGET_DIR", paths::target().join("guided"));
    }
    xtask::step::run("fuzz", cargo.arg("--").args(args))
}

/// A counter at every place that the program branches to (`crates/engine/examples/fuzz.rs` reads them).
const COUNTERS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
                        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Ccodegen-units=1";

fn setup() -> StepResult {
    let codex = setup::setup(Needs::DrivenWindow)?;
    println!("ready; codex is {}", codex.display());
    Ok(())
}

fn schema() -> StepResult {
    let folder = paths::root().join("tests/schema").join(codex::version()?);
    schema::regenerate(&codex::provision()?, &folder)
}

fn coverage(args: &[String]) -> StepResult {
    let traces = [paths::target().join("wire-trace")];
    if !traces[0].is_dir() {
        return Err("no test run has left a trace yet: run `cargo xtask test`".to_owned());
    }
    println!("{}", coverage::coverage(&traces, &paths::root()));
    if !args.iter().any(|arg| arg == "--json") {
        for gap in coverage::gaps(&traces, &paths::root()) {
            println!("used, and seen by no test: {gap}");
        }
    }
    Ok(())
}
