//! What Codex can reach beside the model: skills, apps, plugins, and what is configured beside them.
//!
//! Lists are big and rarely looked at, so a window looks at them (`Look`) and is told only that what it saw is stale:
//! a revision grows. What is told of them is kept in `state::lists`.

pub mod apps;
pub mod skills;

use serde::Serialize;
use ts_rs::TS;

/// A list whose revision can grow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    Skills,
    Apps,
}

/// Grows when a list may read differently from now on; the numbers mean nothing else.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub struct Revisions {
    pub skills: u32,
    pub apps: u32,
}

impl Revisions {
    pub fn grow(&mut self, list: List) {
        let revision = match list {
            List::Skills => &mut self.skills,
            List::Apps => &mut self.apps,
        };
        *revision = revision.wrapping_add(1);
    }
}

/// A server's words for a person: visible, on few lines, of bounded length.
pub(crate) fn words(text: &str) -> String {
    const LONGEST: usize = 2_000;
    let mut out: String = render::visible(text).trim().chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

/// The same where nothing is as good as missing.
pub(crate) fn some_words(text: Option<&str>) -> Option<String> {
    text.map(words).filter(|text| !text.is_empty())
}
