//! Runs one step of a command: prints it and fails if it fails.

use std::path::Path;
use std::process::{Command, Stdio};

pub type StepResult = Result<(), String>;

/// Prints and runs a command. Turns a failure into a message.
pub fn run(what: &str, command: &mut Command) -> StepResult {
    announce(what);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{what}: ended with {status}")),
        Err(why) => Err(format!("{what}: {} does not start: {why}", command.get_program().to_string_lossy())),
    }
}

pub fn announce(what: &str) {
    eprintln!("==> {what}");
}

/// A program's output; `None` if it is missing or fails.
pub fn read(program: &str, args: &[&str]) -> Option<String> {
    let said = command(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    said.status.success().then(|| String::from_utf8_lossy(&said.stdout).trim().to_owned())
}

/// A command by name. npm is a `.cmd` on Windows, which `Command` only finds by its full name.
pub fn command(program: &str) -> Command {
    if cfg!(windows) && matches!(program, "npm" | "npx") {
        return Command::new(format!("{program}.cmd"));
    }
    Command::new(program)
}

/// Runs `npm ci` unless the installed packages match the lock file. Package scripts are off; we need none.
pub fn npm_ci(folder: &Path) -> StepResult {
    let lock = folder.join("package-lock.json");
    let stamp = folder.join("node_modules/.threadloft-lock");
    let wanted = std::fs::read(&lock).map_err(|why| format!("{}: {why}", lock.display()))?;
    if std::fs::read(&stamp).is_ok_and(|had| had == wanted) {
        return Ok(());
    }
    let name = folder.strip_prefix(crate::paths::root()).unwrap_or(folder).display();
    let quiet = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    run(&format!("npm ci ({name})"), command("npm").args(quiet).current_dir(folder))?;
    std::fs::write(&stamp, wanted).map_err(|why| format!("{}: {why}", stamp.display()))
}
