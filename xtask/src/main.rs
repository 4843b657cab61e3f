//! One command each. `cargo xtask` alone lists them.

mod bench;
mod build;
mod run;
mod setup;
mod test;

use setup::Needs;
use std::process::ExitCode;
use xtask::step::Done;

const HELP: &str = "cargo xtask COMMAND

  setup                          brings in what a clean clone lacks
  run [--demo] [--shot FILE]     opens the app; with --shot saves a picture of it and ends
  test                           everything: Rust, UI, real window
  bench [RUNS]                   start, memory and a fast stream, beside an empty window
  shots [NAME...]                pictures of the main screens, into target/shots
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("setup") => setup(),
        Some("run") => run::run(rest),
        Some("test") => test::test(),
        Some("bench") => bench::bench(rest),
        Some("shots") => run::shots(rest),
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

fn setup() -> Done {
    let codex = setup::setup(Needs::DrivenWindow)?;
    println!("ready; codex is {}", codex.display());
    Ok(())
}
