//! `bench`: figures of the release build beside an empty window, and of drawing text. docs/speed.md has them in a table.

use crate::build;
use crate::setup::{Needs, setup};
use std::process::Command;
use xtask::place;
use xtask::step::{self, Done};

pub fn bench(args: &[String]) -> Done {
    let codex = setup(Needs::DrivenWindow)?;
    build::ui()?;
    build::rust(&["--release", "-p", "threadloft", "--bins", "--example", "empty"])?;
    build::rust(&["-p", "threadloft-tests", "--bins"])?;
    let release = place::target().join("release");
    let mut bench = Command::new(place::program("bench"));
    bench.arg(release.join("threadloft")).arg(release.join("examples/empty")).args(args);
    step::run("bench", bench.env("THREADLOFT_CODEX", codex))?;
    step::run("render", build::cargo("run").args(["--release", "--quiet", "-p", "render", "--example", "bench"]))
}
