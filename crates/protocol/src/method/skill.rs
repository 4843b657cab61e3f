//! Switching skills on and off, and where else they lie.

use super::{call, params};
use crate::open::open;

call!(SkillsConfigWrite = "skills/config/write": SkillsConfigParams => SkillsConfigAnswer);
call!(
    /// Until the server ends; the folders of the last call count.
    SkillsExtraRoots = "skills/extraRoots/set": ExtraRootsParams => super::Done
);

params! {
    /// By the one or by the other.
    SkillsConfigParams { enabled: bool, ? { name: String, path: String } }
    ExtraRootsParams { extra_roots: Vec<String>, }
}

open! {
    SkillsConfigAnswer { effective_enabled: bool }
}
