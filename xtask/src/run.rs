//! `run` starts the app, and `shots` takes pictures of its screens.

use crate::build;
use crate::setup::{Needs, setup};
use std::path::PathBuf;
use std::process::Command;
use xtask::paths;
use xtask::step::{self, StepResult};

#[derive(Default)]
struct RunOptions {
    demo: bool,
    shot: Option<PathBuf>,
}

pub fn run(args: &[String]) -> StepResult {
    let options = read(args)?;
    let blind = cfg!(target_os = "linux") && !has_display();
    let staged = blind || options.shot.is_some();
    let codex = setup(if staged { Needs::DrivenWindow } else { Needs::App })?;
    build::ui()?;
    build::rust(if staged {
        &["-p", "threadloft", "-p", "threadloft-tests", "--bins"]
    } else {
        &["-p", "threadloft"]
    })?;
    let mut app = if staged {
        if blind {
            step::announce("no display here: the window opens on a private Xvfb");
        }
        Command::new(paths::program("display"))
    } else {
        Command::new(paths::program("threadloft"))
    };
    app.args(options.demo.then_some("--demo")).env("THREADLOFT_CODEX", codex);
    if let Some(file) = &options.shot {
        app.arg("--shot").arg(file);
    }
    step::run(if options.demo { "threadloft --demo" } else { "threadloft" }, &mut app)
}

/// Takes pictures of the named scenes, or of all.
pub fn shots(scenes: &[String]) -> StepResult {
    let codex = setup(Needs::DrivenWindow)?;
    build::ui()?;
    build::rust(&["-p", "threadloft", "-p", "threadloft-tests", "--bins"])?;
    step::run("shots", Command::new(paths::program("shots")).args(scenes).env("THREADLOFT_CODEX", codex))
}

fn read(args: &[String]) -> Result<RunOptions, String> {
    let mut options = RunOptions::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--demo" => options.demo = true,
            "--shot" => options.shot = Some(args.next().ok_or("--shot needs a file name")?.into()),
            other => return Err(format!("run does not know {other}")),
        }
    }
    Ok(options)
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
