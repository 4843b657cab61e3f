//! Settings that override those of a repository, so that git runs nothing that a repository names.
//!
//! Invariant: they are passed as bytes through the environment. `-c name=value` ends the name at its first `=`, so a
//! filter called `a=b` would keep its command; and a name need not be valid text.

use std::ffi::OsString;
use tokio::process::Command;

/// Every setting that could make git run, read or contact something, with the value that prevents it.
const FIXED: &[(&str, &str)] = &[
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.untrackedCache", "keep"),
    ("core.alternateRefsCommand", ""),
    ("core.sshCommand", "false"),
    ("core.gitProxy", ""),
    ("core.askPass", ""),
    ("core.editor", "false"),
    ("core.pager", "cat"),
    ("core.quotePath", "true"),
    ("core.attributesFile", "/dev/null"),
    ("credential.helper", ""),
    ("diff.external", ""),
    ("diff.noprefix", "false"),
    ("diff.mnemonicPrefix", "false"),
    ("diff.srcPrefix", "a/"),
    ("diff.dstPrefix", "b/"),
    ("diff.submodule", "short"),
    ("diff.orderFile", "/dev/null"),
    ("diff.relative", "false"),
    ("diff.colorMoved", "no"),
    ("color.ui", "false"),
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("gpg.program", "false"),
    ("gpg.openpgp.program", "false"),
    ("gpg.ssh.program", "false"),
    ("gpg.x509.program", "false"),
    ("gpg.ssh.defaultKeyCommand", ""),
    ("log.showSignature", "false"),
    ("protocol.allow", "never"),
    ("safe.bareRepository", "explicit"),
    ("submodule.recurse", "false"),
    ("uploadpack.packObjectsHook", ""),
    // Our own marker. A git that lists it back takes settings from the environment, and so all of the above.
    (MARKER, "true"),
];

const MARKER: &str = "threadloft.overrides";

/// More filters than this, or longer names, occur in no real repository, and might not fit into an environment.
const MOST_FILTERS: usize = 100;
const LONGEST_NAMES: usize = 4 * 1024;

#[derive(Debug, Clone)]
pub(super) struct GitOverrides {
    settings: Vec<(OsString, &'static str)>,
}

/// Why the settings that git listed cannot be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unreliable {
    #[error("this Git is too old: version 2.31 or newer is needed")]
    TooOld,
    #[error("they cannot be read")]
    Unreadable,
    #[error("they name too many filters")]
    TooMany,
}

impl GitOverrides {
    pub fn fixed() -> Self {
        Self { settings: FIXED.iter().map(|(name, value)| (OsString::from(name), *value)).collect() }
    }

    /// The fixed settings, with every filter of any config file disabled. `listed` holds setting names that each end
    /// in a NUL.
    ///
    /// This includes the person's own filters, because one of them may read the repository's settings and run what it
    /// finds there, as Git LFS does with its extensions.
    pub fn for_repository(listed: &[u8]) -> Result<Self, Unreliable> {
        let mut overrides = Self::fixed();
        for filter in filters(listed)? {
            for (part, value) in [("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")] {
                let name = [b"filter.", filter, b".", part.as_bytes()].concat();
                overrides.settings.push((os_string(name).ok_or(Unreliable::Unreadable)?, value));
            }
        }
        Ok(overrides)
    }

    #[cfg(all(test, unix))]
    pub fn names(&self) -> Vec<OsString> {
        self.settings.iter().map(|(name, _)| name.clone()).collect()
    }

    pub fn apply(&self, git: &mut Command) {
        git.env("GIT_CONFIG_COUNT", self.settings.len().to_string());
        for (n, (name, value)) in self.settings.iter().enumerate() {
            git.env(format!("GIT_CONFIG_KEY_{n}"), name).env(format!("GIT_CONFIG_VALUE_{n}"), value);
        }
    }
}

/// The name of each filter, once.
fn filters(listed: &[u8]) -> Result<Vec<&[u8]>, Unreliable> {
    let names = listed.strip_suffix(b"\0").ok_or(Unreliable::Unreadable)?;
    let names: Vec<&[u8]> = names.split(|byte| *byte == 0).collect();
    if !names.contains(&MARKER.as_bytes()) {
        return Err(Unreliable::TooOld);
    }
    let mut found: Vec<&[u8]> = Vec::new();
    for name in names {
        let Some(end) = name.iter().rposition(|byte| *byte == b'.') else { return Err(Unreliable::Unreadable) };
        let Some(filter) = name[..end].strip_prefix(b"filter.") else { continue };
        if !found.contains(&filter) {
            found.push(filter);
        }
    }
    let bytes: usize = found.iter().map(|filter| filter.len()).sum();
    if found.len() > MOST_FILTERS || bytes > LONGEST_NAMES { Err(Unreliable::TooMany) } else { Ok(found) }
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    Some(std::os::unix::ffi::OsStringExt::from_vec(bytes))
}

/// Windows passes the environment as text, so a name that is no text cannot be overridden.
#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(OsString::from)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn listed(names: &[&str]) -> Vec<u8> {
        [&[MARKER], names].concat().iter().flat_map(|name| [name.as_bytes(), b"\0"].concat()).collect()
    }

    #[test]
    fn every_filter_that_is_named_is_found_once() {
        let listed =
            listed(&["filter.lfs.clean", "core.bare", "filter.a=b.clean", "filter.a.b.process", "filter.a=b.x"]);
        assert_eq!(filters(&listed).unwrap(), [&b"lfs"[..], b"a=b", b"a.b"]);
    }

    #[test]
    fn a_listing_that_is_cut_or_odd_is_not_relied_on() {
        let whole = listed(&["filter.evil.clean"]);
        assert_eq!(filters(&whole[..whole.len() - 4]), Err(Unreliable::Unreadable));
        assert_eq!(filters(&listed(&["nothing"])), Err(Unreliable::Unreadable));
        assert_eq!(filters(b"core.bare\0"), Err(Unreliable::TooOld));
        assert_eq!(filters(b""), Err(Unreliable::Unreadable));
        let many: Vec<String> = (0..=MOST_FILTERS).map(|n| format!("filter.f{n}.clean")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(filters(&listed(&many)), Err(Unreliable::TooMany));
    }
}
