//! The cost of processes, from /proc. For benchmarks only: no test asserts on it.

use crate::display::Display;
use crate::process::Process;
use crate::wait;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

/// The kernel's USER_HZ, which is 100 wherever Linux runs a desktop.
const TICK_MS: f64 = 10.0;

pub struct Cpu {
    /// The app and its web processes.
    pub app: f64,
    pub codex: f64,
}

/// When a process was started, in epoch milliseconds.
pub fn began_ms(pid: u32) -> f64 {
    let ticks = stat(pid, 19);
    let uptime = fs::read_to_string("/proc/uptime").unwrap_or_default();
    let uptime: f64 = uptime.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or_default();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64() * 1000.0);
    now - uptime * 1000.0 + ticks * TICK_MS
}

/// Proportional memory of the app and its web processes; codex and the display itself are not counted.
pub fn memory_mib(display: &Display) -> f64 {
    display.processes().iter().filter(|one| is_app(one)).map(pss_mib).sum()
}

/// The proportional memory of the process that draws the page.
pub fn web_mib(display: &Display) -> f64 {
    let web = |one: &&Process| one.exe.file_name().is_some_and(|name| name == "WebKitWebProcess");
    display.processes().iter().filter(web).map(pss_mib).sum()
}

fn pss_mib(one: &Process) -> f64 {
    let text = fs::read_to_string(format!("/proc/{}/smaps_rollup", one.pid)).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kib: f64 = line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or_default();
    kib / 1024.0
}

pub fn cpu_ms(display: &Display) -> Cpu {
    let spent = |one: &Process| (stat(one.pid, 11) + stat(one.pid, 12)) * TICK_MS;
    Cpu {
        app: display.processes().iter().filter(|one| is_app(one)).map(spent).sum(),
        codex: display.codexes().iter().map(spent).sum(),
    }
}

/// Waits until the app has used next to no processor time for two seconds.
pub async fn at_rest(display: &Display) {
    let mut before = f64::MIN;
    let mut calm = 0;
    wait::until("the app is at rest", async || {
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
        let now = cpu_ms(display).app;
        calm = if now - before <= 2.0 * TICK_MS { calm + 1 } else { 0 };
        before = now;
        calm >= 4
    })
    .await;
}

fn is_app(one: &Process) -> bool {
    let name = one.exe.file_name().unwrap_or_default().to_string_lossy();
    matches!(&*name, "threadloft" | "empty" | "WebKitWebProcess" | "WebKitNetworkProcess")
}

/// A number in `/proc/PID/stat`, counted from the state after the process name.
fn stat(pid: u32, at: usize) -> f64 {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let rest = text.rfind(')').and_then(|end| text.get(end + 1..)).unwrap_or_default();
    rest.split_whitespace().nth(at).and_then(|text| text.parse().ok()).unwrap_or_default()
}
