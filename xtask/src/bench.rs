//! `bench`: measures the release build beside an empty window, and the drawing of text. docs/speed.md has the results.

use crate::build;
use crate::setup::{Needs, setup};
use std::process::Command;
use xtask::paths;
use xtask::step::{self, StepResult};

pub fn bench(args: &[String]) -> StepResult {
    let codex = setup(Needs::DrivenWindow)?;
    build::ui()?;
    build::rust(&["--release", "-p", "threadloft", "--bins", "--example", "empty"])?;
    build::rust(&["-p", "threadloft-tests", "--bins"])?;
    let release = paths::target().join("release");
    let mut bench = Command::new(paths::program("bench"));
    bench.arg(release.join("threadloft")).arg(release.join("examples/empty")).args(args);
    step::run("bench", bench.env("THREADLOFT_CODEX", codex))?;
    step::run("render", build::cargo("run").args(["--release", "--quiet", "-p", "render", "--example", "bench"]))
}
