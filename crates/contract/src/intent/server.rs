//! Which server runs.

use crate::domain::domain;

domain! {
    /// Which server runs.
    pub enum ServerIntent {
        /// Starts the demo.
        StartDemo,
        LeaveDemo,
        /// Starts the server again, also after `Stopped`.
        RestartServer,
        /// Uses this codex from now on; `None` forgets the choice.
        UseCodex {
            path: Option<String>,
        },
        /// Installs codex with npm into our data folder.
        FetchCodex,
        PickCodex,
    }
}
