//! Writes a thread to a Markdown, HTML or JSON file.
//!
//! Invariant: an existing file is complete. It is written under a temporary name and renamed at the end; a failure
//! leaves nothing behind.
//!
//! Invariant: an exported file may be given away, so secrets in it are masked (`mask`).

mod html;
mod json;
mod markdown;
mod sheet;
mod words;

pub(crate) use sheet::{Sheet, file_name};

use crate::intent::ExportFormat;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The files exported in this run. Only these may be shown in the file manager.
#[derive(Default)]
pub(crate) struct Exports(Mutex<BTreeSet<PathBuf>>);

impl Exports {
    pub fn note(&self, path: &Path) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
    }

    pub fn knows(&self, path: &Path) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(path)
    }
}

/// Converts a thread to text, turn by turn.
pub(crate) struct Scribe {
    format: ExportFormat,
    cwd: String,
    first: bool,
    /// The bytes left for embedded pictures.
    room: usize,
}

/// Browsers become slow with pages that embed more than this.
const PICTURES: usize = 64 * 1024 * 1024;

impl Scribe {
    pub fn new(format: ExportFormat, thread: &protocol::Thread) -> Self {
        Self { format, cwd: thread.cwd.clone(), first: true, room: PICTURES }
    }

    pub fn extension(format: ExportFormat) -> &'static str {
        match format {
            ExportFormat::Markdown => "md",
            ExportFormat::Html => "html",
            ExportFormat::Json => "json",
        }
    }

    pub fn begin(&self, thread: &protocol::Thread, title: &str) -> String {
        let (thread, title) = (without_secrets(thread), crate::mask::secrets(title));
        match self.format {
            ExportFormat::Markdown => markdown::begin(&thread, &title),
            ExportFormat::Html => html::begin(&thread, &title),
            ExportFormat::Json => json::begin(&thread, &title),
        }
    }

    /// Writes a turn. One that cannot be parsed is kept in JSON, and replaced by a remark in other formats.
    pub fn turn(&mut self, turn: &Value) -> String {
        let first = std::mem::replace(&mut self.first, false);
        let mut turn = turn.clone();
        crate::mask::in_value(&mut turn);
        let typed = || serde_json::from_value::<protocol::Turn>(turn.clone()).ok();
        match self.format {
            ExportFormat::Json => json::turn(&turn, first),
            ExportFormat::Markdown => {
                typed().map_or_else(|| markdown::UNREADABLE.into(), |turn| markdown::turn(&turn, &self.cwd))
            }
            ExportFormat::Html => {
                typed().map_or_else(|| html::UNREADABLE.into(), |turn| html::turn(&turn, &self.cwd, &mut self.room))
            }
        }
    }

    pub fn end(&self) -> &'static str {
        match self.format {
            ExportFormat::Markdown => "",
            ExportFormat::Html => html::END,
            ExportFormat::Json => json::END,
        }
    }
}

/// The thread with its secrets masked. Empty if it does not survive the conversion, because then nothing could be
/// masked.
fn without_secrets(thread: &protocol::Thread) -> protocol::Thread {
    let masked = || {
        let mut value = serde_json::to_value(thread).ok()?;
        crate::mask::in_value(&mut value);
        serde_json::from_value(value).ok()
    };
    masked().unwrap_or_default()
}
