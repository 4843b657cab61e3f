//! Methods that switch skills on and off and add folders to search for them.

use super::{call, params};
use crate::open::open;

call!(SkillsConfigWrite = "skills/config/write": SkillsConfigParams => SkillsConfigAnswer);
call!(
    /// Lasts until the server exits. Each call replaces the folders of the one before.
    SkillsExtraRoots = "skills/extraRoots/set": ExtraRootsParams => super::Done
);

params! {
    /// The skill is named by `name` or by `path`.
    SkillsConfigParams { enabled: bool, ? { name: String, path: String } }
    ExtraRootsParams { extra_roots: Vec<String>, }
}

open! {
    SkillsConfigAnswer { effective_enabled: bool }
}
