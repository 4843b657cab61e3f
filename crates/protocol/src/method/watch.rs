//! Methods that let the server watch files for us.

use super::{call, params};
use crate::open::open;

call!(FsWatch = "fs/watch": FsWatchParams => FsWatchAnswer);
call!(FsUnwatch = "fs/unwatch": FsUnwatchParams => super::Done);

params! {
    FsWatchParams { watch_id: String, path: String, }
    FsUnwatchParams { watch_id: String, }
}

open! {
    FsWatchAnswer { path: String }
}
