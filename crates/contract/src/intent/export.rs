//! Threads as files.

use super::ExportFormat;
use crate::domain::domain;
use crate::id::ThreadId;

domain! {
    /// Threads as files.
    pub enum ExportIntent {
        /// Writes one file per thread into the folder, or (`None`) into the downloads folder. The receipt names the
        /// file, or the folder if there are several.
        Export {
            threads: Vec<ThreadId>,
            format: ExportFormat,
            folder: Option<String>,
        },
        /// Shows the thread's own file in the file manager.
        RevealFile {
            thread: ThreadId,
        },
        /// Shows the last export in the file manager.
        RevealExport {
            path: String,
        },
    }
}
