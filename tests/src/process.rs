//! Processes of a test, recognised by a mark in their environment.
//!
//! Invariant: a test ends no process without its own mark.

use std::path::PathBuf;
use std::process::{Command, Stdio};

pub const MARK: &str = "THREADLOFT_TEST_DISPLAY";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Process {
    pub pid: u32,
    pub parent: u32,
    pub exe: PathBuf,
    pub args: Vec<String>,
}

/// Every running process with this mark, without zombies.
pub fn marked(mark: &str) -> Vec<Process> {
    let line = format!("{MARK}={mark}");
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| carries(*pid, &line)).filter_map(read).collect()
}

/// Sends a signal by its name (`KILL`, `TERM`) to processes that `marked` returned.
pub fn signal(name: &str, pids: &[u32]) {
    if pids.is_empty() {
        return;
    }
    let pids: Vec<String> = pids.iter().map(u32::to_string).collect();
    let kill = format!("kill -{name} {} 2>/dev/null", pids.join(" "));
    // `kill` fails for a process that has just ended, which is fine.
    let _ = Command::new("sh").args(["-c", &kill]).stdin(Stdio::null()).status();
}

/// Stops a process until it gets `CONT`. Waits for the stop, because a busy process receives the signal late.
pub async fn halt(pid: u32) {
    signal("STOP", &[pid]);
    crate::wait::until("it stands still", async || {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let mut states = tasks.map(|task| std::fs::read_to_string(task.path().join("stat")).unwrap_or_default());
        // The name in brackets may contain anything; the state follows it.
        states.all(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T')))
    })
    .await;
}

fn carries(pid: u32, line: &str) -> bool {
    std::fs::read(format!("/proc/{pid}/environ"))
        .is_ok_and(|environ| environ.split(|byte| *byte == 0).any(|entry| entry == line.as_bytes()))
}

fn read(pid: u32) -> Option<Process> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in brackets may contain brackets too.
    let mut rest = stat.get(stat.rfind(')')? + 1..)?.split_whitespace();
    let state = rest.next()?;
    let parent = rest.next()?.parse().ok()?;
    if matches!(state, "Z" | "X") {
        return None;
    }
    let exe = std::fs::read_link(format!("/proc/{pid}/exe")).unwrap_or_default();
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let args = line.split(|byte| *byte == 0).filter(|arg| !arg.is_empty());
    Some(Process { pid, parent, exe, args: args.map(|arg| String::from_utf8_lossy(arg).into_owned()).collect() })
}
