//! What a message is written with: modes to work in, and files to name.

use super::{call, params};
use crate::enums::ModeKind;
use crate::open::open;

call!(experimental CollaborationModeList = "collaborationMode/list": ModeListParams => ModeListAnswer);
call!(
    /// What it finds comes as notifications.
    experimental FuzzySessionStart = "fuzzyFileSearch/sessionStart": FuzzySessionStartParams => super::Done
);
call!(experimental FuzzySessionUpdate = "fuzzyFileSearch/sessionUpdate": FuzzySessionUpdateParams => super::Done);
call!(experimental FuzzySessionStop = "fuzzyFileSearch/sessionStop": FuzzySessionRef => super::Done);

params! {
    ModeListParams {}
    FuzzySessionStartParams { session_id: String, roots: Vec<String>, }
    FuzzySessionUpdateParams { session_id: String, query: String, }
    FuzzySessionRef { session_id: String, }
}

open! {
    ModeListAnswer { data: Vec<ModeMask> }
}

/// What a mode changes; snake case on the wire.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ModeMask {
    pub name: String,
    pub mode: Option<ModeKind>,
    pub model: Option<String>,
    pub reasoning_effort: Option<String>,
}
