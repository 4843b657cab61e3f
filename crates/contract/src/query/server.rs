//! The server and the system that it runs on.

use crate::domain::domain;

domain! {
    /// The server and the system that it runs on.
    #[derive(Clone)]
    pub enum ServerQuery {
        Diagnostics,
        Models,
        WindowsSandbox,
    }
}
