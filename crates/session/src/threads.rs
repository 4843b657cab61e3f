//! Threads as lists and as text.

use crate::{ExportFormat, Session};
use engine::failure::Failure;
use engine::id::ThreadId;
use engine::intent::{ExportIntent, ThreadIntent};
use protocol::account::Model;
use protocol::enums::ThreadSourceKind;
use protocol::method::{
    CommandExec, CommandExecAnswer, CommandExecParams, Folders, ModelList, ModelListParams, PAGE, ThreadList,
    ThreadListParams, ThreadRead, ThreadReadParams, ThreadSearch, ThreadSearchParams,
};
use protocol::thread::Thread;

pub use protocol::method::Found;

/// Which threads a list has.
#[derive(Debug, Clone, Default)]
pub struct ThreadFilter {
    pub archived: bool,
    /// Only threads of exactly this folder.
    pub cwd: Option<String>,
    pub limit: usize,
}

/// Every source but sub-agents, whose threads belong to another one.
fn people_and_scripts() -> Vec<ThreadSourceKind> {
    use ThreadSourceKind::{AppServer, Cli, Exec, Unknown, VsCode};
    vec![Cli, VsCode, Exec, AppServer, Unknown]
}

impl Session {
    /// The newest threads first, also those that scripts started.
    pub async fn list(&self, filter: ThreadFilter) -> Result<Vec<Thread>, Failure> {
        let mut threads = Vec::new();
        let mut cursor = None;
        while threads.len() < filter.limit {
            let params = ThreadListParams {
                cursor,
                limit: Some(PAGE),
                archived: Some(filter.archived),
                source_kinds: Some(people_and_scripts()),
                cwd: filter.cwd.clone().map(Folders::One),
                ..ThreadListParams::default()
            };
            let page = self.call::<ThreadList>(params).await?;
            threads.extend(page.data);
            cursor = page.next_cursor;
            if cursor.is_none() {
                break;
            }
        }
        threads.truncate(filter.limit);
        Ok(threads)
    }

    /// Threads whose messages contain the words, newest first.
    pub async fn search(&self, words: &str, limit: usize) -> Result<Vec<Found>, Failure> {
        let params = ThreadSearchParams {
            search_term: words.to_owned(),
            limit: u32::try_from(limit).ok(),
            source_kinds: Some(people_and_scripts()),
            ..ThreadSearchParams::default()
        };
        Ok(self.call::<ThreadSearch>(params).await?.data)
    }

    /// What a list says of a thread; its turns are in [`Session::text`].
    pub async fn read(&self, thread: &ThreadId) -> Result<Thread, Failure> {
        let params = ThreadReadParams { thread_id: thread.0.clone(), ..ThreadReadParams::default() };
        Ok(self.call::<ThreadRead>(params).await?.thread)
    }

    /// A whole thread as text. Secrets in it are masked.
    pub async fn text(&self, thread: &ThreadId, format: ExportFormat) -> Result<String, Failure> {
        self.engine.thread_text(thread, format).await
    }

    /// Writes a thread to a new file in the folder, and returns its path.
    pub async fn export(&self, thread: ThreadId, format: ExportFormat, folder: String) -> Result<String, Failure> {
        let intent = ExportIntent::Export { threads: vec![thread], format, folder: Some(folder) };
        Ok(self.act(intent).await?.path.unwrap_or_default())
    }

    pub async fn archive(&self, threads: Vec<ThreadId>) -> Result<(), Failure> {
        self.act(ThreadIntent::Archive { threads }).await.map(drop)
    }

    pub async fn unarchive(&self, threads: Vec<ThreadId>) -> Result<(), Failure> {
        self.act(ThreadIntent::Unarchive { threads }).await.map(drop)
    }

    /// A new thread with this one's turns.
    pub async fn fork(&self, thread: ThreadId) -> Result<ThreadId, Failure> {
        let receipt = self.act(ThreadIntent::Fork { thread, turn: None }).await?;
        receipt.thread.ok_or_else(|| Failure::bad_input("Codex named no fork."))
    }

    /// Replaces the thread's older turns by a summary, to make room in the model's context.
    pub async fn compact(&self, thread: ThreadId) -> Result<(), Failure> {
        self.act(ThreadIntent::Compact { thread }).await.map(drop)
    }

    pub async fn models(&self) -> Result<Vec<Model>, Failure> {
        Ok(self.call::<ModelList>(ModelListParams::default()).await?.data)
    }

    /// Runs a command in the sandbox that is configured, outside of any thread.
    pub async fn exec(&self, command: Vec<String>, cwd: Option<String>) -> Result<CommandExecAnswer, Failure> {
        self.call::<CommandExec>(CommandExecParams { command, cwd, ..CommandExecParams::default() }).await
    }
}
