//! Methods for processes that a person starts. They run outside the sandbox.

use super::{TerminalSize, call, params};
use std::collections::BTreeMap;

call!(experimental ProcessSpawn = "process/spawn": ProcessSpawnParams => super::Done);
call!(experimental ProcessWrite = "process/writeStdin": ProcessWriteParams => super::Done);
call!(experimental ProcessResize = "process/resizePty": ProcessResizeParams => super::Done);
call!(experimental ProcessKill = "process/kill": ProcessKillParams => super::Done);

params! {
    ProcessSpawnParams {
        command: Vec<String>, cwd: String,
        /// An id of our choice.
        process_handle: String,
        /// Always sent, because `null` and an omitted field differ: `null` lifts the server's limit.
        output_bytes_cap: Option<u64>, timeout_ms: Option<i64>,
        ? { env: BTreeMap<String, Option<String>>, tty: bool, size: TerminalSize }
    }
    ProcessWriteParams { process_handle: String, ? { delta_base64: String, close_stdin: bool } }
    ProcessResizeParams { process_handle: String, size: TerminalSize, }
    ProcessKillParams { process_handle: String, }
}
