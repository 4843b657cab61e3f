//! Watches config.toml and the rules files, so that changes by other programs show without a refresh.

use super::List;
use crate::engine::Engine;
use crate::watch::{HomeFile, Watch};
use model::state::LocalEvent;
use std::path::Path;

/// Watches until the result is dropped. `None` if this OS cannot watch there.
pub(crate) fn watch(engine: &Engine, home: &Path) -> Option<Watch> {
    let config = home.join("config.toml");
    // Folders that are already trusted are recorded now, so that they cause no banner.
    engine.shared().trusted.newly(&config);
    let engine = engine.clone();
    crate::watch::home(home, move |changed| {
        if changed.contains(&HomeFile::Rules) {
            engine.post(|core| core.apply_local(LocalEvent::Stale(List::Rules)));
        }
        if changed.contains(&HomeFile::Config) {
            let newly = engine.shared().trusted.newly(&config);
            engine.post(move |core| {
                for list in [List::Config, List::Servers] {
                    core.apply_local(LocalEvent::Stale(list));
                }
                // The demo's own folder is discarded with the demo.
                let newly = if core.state.server().demo.is_some() { Vec::new() } else { newly };
                for folder in newly {
                    core.announce_trusted(&folder);
                }
            });
        }
    })
}
