//! Tells windows about folders that another Codex has trusted.

use super::Core;
use crate::change::Banner;
use crate::id::{BannerId, ThreadId};
use crate::row::Level;
use model::state::LocalEvent;
use std::collections::BTreeSet;
use std::path::Path;

impl Core {
    /// Shows a banner in each open thread of the folder. Other threads are not affected.
    pub fn tell_trusted(&mut self, folder: &str) {
        let open: BTreeSet<ThreadId> = self.windows.values().flat_map(|window| window.open.clone()).collect();
        for thread in open {
            if self.state.cwd(&thread).is_some_and(|cwd| Path::new(&cwd).starts_with(folder)) {
                self.note(LocalEvent::Banner(Banner {
                    id: BannerId(format!("trust:{folder}:{thread}")),
                    level: Level::Info,
                    title: format!("Another Codex now trusts {}.", render::visible(folder)),
                    detail: Some("Its own config, hooks, rules and MCP servers are used.".into()),
                    thread: Some(thread),
                    undo_trust: Some(folder.to_owned()),
                }));
            }
        }
    }
}
