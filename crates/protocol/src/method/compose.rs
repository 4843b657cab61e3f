//! Methods for the composer: collaboration modes and the file search.

use super::{call, params};
use crate::enums::ModeKind;
use crate::open::open;

call!(experimental CollaborationModeList = "collaborationMode/list": ModeListParams => ModeListAnswer);
call!(
    /// Results arrive as notifications.
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

/// The settings that a mode changes; snake case on the wire.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct ModeMask {
    pub name: String,
    pub mode: Option<ModeKind>,
    pub model: Option<String>,
    pub reasoning_effort: Option<String>,
}
