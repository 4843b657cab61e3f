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
    use std::io::IsTerminal;
    eprintln!("{words}");
    if !std::io::stderr().is_terminal() {
        here::dialog(words);
    }
}
