//! The question that is open in a native dialog, and the program that was picked in one.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
pub(crate) struct Confirming {
    pub open: tokio::sync::Mutex<()>,
    /// The file that was picked in the native file dialog, which already counts as a confirmation.
    picked: Mutex<Option<PathBuf>>,
}

impl Confirming {
    pub fn note_picked(&self, path: &Path) {
        *self.picked.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    }

    /// A pick counts once: the next use of the same path asks again.
    pub fn take_picked(&self, path: &Path) -> bool {
        let mut picked = self.picked.lock().unwrap_or_else(PoisonError::into_inner);
        picked.take_if(|picked| picked == path).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_in_the_chooser_counts_once_for_its_own_path() {
        let confirming = Confirming::default();
        confirming.note_picked(Path::new("/opt/codex"));
        assert!(!confirming.take_picked(Path::new("/opt/other")));
        assert!(confirming.take_picked(Path::new("/opt/codex")));
        assert!(!confirming.take_picked(Path::new("/opt/codex")));
    }
}
