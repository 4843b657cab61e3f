//! Programs of ours that the tests start, on a fixture's folders.

use std::path::PathBuf;
use std::process::Stdio;
use threadloft_tests::engine_fixture::EngineFixture;
use tokio::process::Command;

/// The built app, whose commands need no window.
pub fn app() -> PathBuf {
    built("threadloft")
}

/// An example of the library `session`.
pub fn example(name: &str) -> PathBuf {
    built(&format!("examples/{name}"))
}

/// Beside the folder of this test program, where cargo puts programs and examples.
fn built(path: &str) -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let program = here.parent().and_then(|deps| deps.parent()).unwrap().join(path);
    let program = program.with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.is_file(), "{} is not there: run `cargo build --workspace --all-targets`", program.display());
    program
}

/// The program in the fixture's project, with its model. It finds them as for a person: by CODEX_HOME and its config.
pub fn prepared(fixture: &EngineFixture, program: PathBuf) -> Command {
    let lines: Vec<String> =
        fixture.options().extra_config.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    let config = fixture.at("home/config.toml");
    let held = std::fs::read_to_string(&config).unwrap_or_default();
    if !held.contains(&lines[0]) {
        // Dotted keys must come before the tables that a test may have written.
        std::fs::write(&config, lines.join("\n") + "\n" + &held).unwrap();
    }
    let mut command = Command::new(program);
    command
        .env("CODEX_HOME", fixture.at("home"))
        .env("THREADLOFT_DATA_DIR", fixture.at("data"))
        .env("THREADLOFT_CODEX", threadloft_tests::codex())
        .envs(fixture.options().env)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .current_dir(fixture.project())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}
