//! The executable. All code is in the library, where examples and tests can use it.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

fn main() -> std::process::ExitCode {
    threadloft::run()
}
