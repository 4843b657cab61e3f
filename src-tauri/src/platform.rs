//! What differs between the three systems before a window can be opened: whether it can, and how to say that it cannot.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
use linux as here;
#[cfg(target_os = "macos")]
use macos as here;
#[cfg(windows)]
use windows as here;

/// Words for a person if no window can be opened here.
pub fn ready() -> Result<(), String> {
    here::ready()
}

/// On the terminal, and in a dialog for someone who started us without one.
pub fn tell(words: &str) {
    eprintln!("{words}");
    if !is_typed() {
        here::dialog(words);
    }
}

/// Somebody at a terminal reads what we say, or sent it into a file themselves.
fn is_typed() -> bool {
    use std::io::{IsTerminal, stderr, stdin, stdout};
    stderr().is_terminal() || stdout().is_terminal() || stdin().is_terminal()
}
