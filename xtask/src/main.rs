//! One command each. `cargo xtask` alone lists them.

mod setup;

use setup::Needs;
use std::process::ExitCode;
use xtask::step::Done;

const HELP: &str = "cargo xtask COMMAND

  setup                          brings in what a clean clone lacks
  run [--demo] [--shot FILE]     opens the app
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or_default();
    let done = match args.first().map(String::as_str) {
        Some("setup") => setup(rest),
        None | Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            Ok(())
        }
        Some(other) => Err(format!("no such command: {other}\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn setup(_: &[String]) -> Done {
    let codex = setup::setup(Needs::DrivenWindow)?;
    println!("ready; codex is {}", codex.display());
    Ok(())
}
