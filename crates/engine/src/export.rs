//! A thread as a file of its own: Markdown, HTML or JSON.
//!
//! Invariant: a file that is there is whole. It is written beside its place and moved there when it is done; what goes
//! wrong before that leaves nothing.
//! Invariant: a file is made to be given away, so no secret that was said or printed stands in it (`mask`).

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

/// Where exports of this run went: only those are shown in the file manager.
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

/// A thread put into text, turn by turn.
pub(crate) struct Scribe {
    format: ExportFormat,
    cwd: String,
    first: bool,
    /// Bytes of pictures that the file still takes.
    room: usize,
}

/// A page with more than this in pictures is opened by no browser gladly.
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

    /// A turn as it came; one that cannot be read is kept in JSON and said to be unreadable elsewhere.
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

/// One that cannot be read again as a thread has no text that could be masked.
fn without_secrets(thread: &protocol::Thread) -> protocol::Thread {
    let masked = || {
        let mut value = serde_json::to_value(thread).ok()?;
        crate::mask::in_value(&mut value);
        serde_json::from_value(value).ok()
    };
    masked().unwrap_or_default()
}
