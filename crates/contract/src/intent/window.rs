//! The app itself: its settings and windows, and what it opens outside.

use crate::domain::domain;
use crate::id::{BannerId, ThreadId};
use crate::settings::{SettingsPatch, Zoom};

domain! {
    /// The app itself: its settings and windows, and what it opens outside.
    pub enum WindowIntent {
        ChangeSettings {
            patch: SettingsPatch,
        },
        /// Makes everything larger, smaller or its normal size, in every window.
        Zoom {
            way: Zoom,
        },
        DismissBanner {
            banner: BannerId,
        },
        /// Opens a link outside the app, after a check: https, loopback, or a file inside the thread's folder.
        OpenLink {
            thread: Option<ThreadId>,
            url: String,
        },
        OpenFolder {
            path: String,
        },
        OpenWindow {
            thread: ThreadId,
        },
        /// Shows the system's folder picker. The receipt holds the choice.
        PickFolder,
        /// Closes the window. It had asked before, and the person agreed.
        CloseAnyway,
    }
}
