//! A browser that records which pages it was asked to open.

use crate::app::Start;
use crate::display::Display;
use crate::wait;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

pub struct Browser {
    bin: PathBuf,
    asked: PathBuf,
}

impl Browser {
    pub fn on(display: &Display) -> Self {
        let (bin, asked) = (display.folder("bin"), display.folder("browser").join("asked"));
        let script = format!("#!/bin/sh\nprintf '%s\\n' \"$1\" >> '{}'\n", asked.display());
        let program = bin.join("xdg-open");
        let made =
            fs::write(&program, script).and_then(|()| fs::set_permissions(&program, Permissions::from_mode(0o755)));
        made.unwrap_or_else(|why| panic!("{}: {why}", program.display()));
        Self { bin, asked }
    }

    /// Puts this browser on the PATH of the app.
    pub fn before<'display>(&self, start: Start<'display>) -> Start<'display> {
        let path = std::env::var("PATH").unwrap_or_default();
        start.env("PATH", format!("{}:{path}", self.bin.display()))
    }

    pub fn pages(&self) -> Vec<String> {
        fs::read_to_string(&self.asked).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// Waits for a page and returns the last one.
    pub async fn page(&self) -> String {
        let last = wait::for_some(async || self.pages().pop()).await;
        last.unwrap_or_else(|| panic!("no browser was opened"))
    }
}
