//! Files on this computer.

use crate::domain::domain;

domain! {
    /// Files on this computer.
    #[derive(Clone)]
    pub enum FileQuery {
        /// The folder for exports if none is chosen.
        Downloads,
        /// What kinds of files these paths are. They were dropped on the window or picked.
        Paths {
            paths: Vec<String>,
        },
        /// A picture that a draft or an open thread refers to, as a `data:` URL.
        Picture {
            path: String,
        },
        /// Files and folders inside a folder whose path contains these letters.
        Files {
            cwd: String,
            query: String,
        },
    }
}
