//! The list of threads, first from the server's database, then from the session files; and the first questions to a
//! new server.
//!
//! Invariant: the list is bounded. Threads beyond it are found by search.

use super::Engine;
use crate::change::ListState;
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::peer::{CallError, Peer};
use crate::row::Level;
use crate::watch::SeenFiles;
use model::refusal::Refusal;
use model::state::LocalEvent;
use protocol::enums::{ThreadSortKey, ThreadSourceKind};
use protocol::method::{CommandExec, CommandExecParams, PAGE, ThreadList, ThreadListAnswer, ThreadListParams};
use protocol::thread::SandboxPolicy;
use std::collections::BTreeSet;

/// 30,000 threads, for which the server needs about 3 s.
const PAGES: usize = 300;
/// As many lines as a tall window shows, because the server needs time for each.
const FIRST: u32 = 50;
/// The most threads to look up one by one when no list contains them any more.
const MISSING: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// The database first, then every page of the file scan.
    Whole,
    /// The newest page of the file scan, after something new appeared on disk.
    Newest,
}

/// While this exists, notifications about a thread outrank what a list says about it.
struct Reading(Engine);

impl Reading {
    fn begin(engine: &Engine) -> Self {
        engine.post(|core| core.apply_local(LocalEvent::Reading(true)));
        Self(engine.clone())
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        self.0.post(|core| core.apply_local(LocalEvent::Reading(false)));
    }
}

impl Engine {
    /// Asks a server that just became ready for everything except the account. The parts run concurrently.
    pub(crate) fn on_ready(&self) {
        let engine = self.clone();
        tokio::spawn(async move {
            engine.read_open_threads().await;
            engine.refresh(Depth::Whole).await.ok();
        });
        self.shared().handlers.ready(self);
        let engine = self.clone();
        tokio::spawn(async move { engine.probe_sandbox().await });
    }

    /// Reads the top of the list.
    pub(crate) fn read_first_lines(&self, peer: &Peer) {
        let (engine, peer) = (self.clone(), peer.clone());
        tokio::spawn(async move {
            let _reading = Reading::begin(&engine);
            page(&peer, FIRST, false, true, None).await.ok();
        });
    }

    /// Reacts to a change in the session folder.
    pub(crate) fn on_sessions_changed(&self, seen: SeenFiles) {
        // Our own changes are already known from notifications. But any client may rename a thread that we hold.
        let others: Vec<ThreadId> =
            seen.threads.into_iter().filter(|thread| !self.shared().loaded.has(thread)).collect();
        let engine = self.clone();
        tokio::spawn(async move {
            let asked = others.clone();
            let quiet =
                engine.with(move |core| asked.into_iter().filter(|id| core.state.running(id).is_none()).collect());
            let quiet: Vec<ThreadId> = quiet.await.unwrap_or_default();
            if seen.everything {
                engine.refresh(Depth::Whole).await.ok();
            } else if seen.newest || !quiet.is_empty() {
                engine.refresh(Depth::Newest).await.ok();
            }
            for thread in seen.renamed.iter().filter(|thread| !quiet.contains(thread)) {
                engine.check_thread(thread, false).await;
            }
            let shown = engine.with(|core| core.state.shown()).await.unwrap_or_default();
            for thread in quiet {
                engine.check_thread(&thread, false).await;
                if shown.contains(&thread) && !engine.shared().loaded.has(&thread) {
                    // Another Codex is writing to a thread that a window shows.
                    engine.read_thread(&thread).await.ok();
                }
            }
        });
    }

    /// Reads one thread by its id, because it may have been deleted, archived or created where no newest page shows
    /// it. `unlisted` means that no list contains it.
    async fn check_thread(&self, thread: &ThreadId, unlisted: bool) {
        let Some(peer) = self.connection().peer else { return };
        let _reading = Reading::begin(self);
        match self.read_quietly(&peer, thread).await {
            // The server keeps reporting a cached thread until it is asked to open the file.
            Ok(read) if unlisted && is_file_missing(&read) => self.remove_missing(thread),
            // Forks and threads without a message do not belong in the list.
            Ok(read) if !read.preview.is_empty() || read.name.is_some() => {
                let archived = is_archived(&read);
                self.post(move |core| core.apply_local(LocalEvent::Known { thread: Box::new(read), archived }));
            }
            Err(error) if error.is_missing_thread() => self.remove_missing(thread),
            _ => {}
        }
    }

    fn remove_missing(&self, thread: &ThreadId) {
        let (engine, gone) = (self.clone(), thread.clone());
        self.post(move |core| {
            // The thread was resumed while the server looked for it. Before its first message it has no file.
            if engine.shared().loaded.has(&gone) || core.state.running(&gone).is_some() {
                return;
            }
            core.apply_local(LocalEvent::NowListed(gone.clone()));
            core.apply_local(LocalEvent::Gone(gone));
        });
    }

    /// Reads our own threads that no list contains.
    async fn read_unlisted(&self, peer: &Peer) {
        for thread in self.with(|core| core.state.unlisted().to_vec()).await.unwrap_or_default() {
            match self.read_quietly(peer, &thread).await {
                Ok(read) if !read.preview.is_empty() => {
                    self.post(move |core| core.apply_local(LocalEvent::NowListed(thread)))
                }
                Ok(read) => {
                    let archived = is_archived(&read);
                    self.post(move |core| core.apply_local(LocalEvent::Known { thread: Box::new(read), archived }));
                }
                Err(error) if error.is_missing_thread() => {
                    self.post(move |core| core.apply_local(LocalEvent::NowListed(thread)))
                }
                Err(_) => {}
            }
        }
    }

    /// Reconciles the list with the server, one refresh at a time.
    pub(crate) async fn refresh(&self, depth: Depth) -> Result<(), Failure> {
        let peer = self.peer().await?;
        let _alone = self.shared().listing.lock().await;
        let reading = Reading::begin(self);
        let before = self.with(|core| core.state.listed_ids()).await?;
        let done = self.read_lists(&peer, depth).await;
        if depth == Depth::Whole {
            self.read_unlisted(&peer).await;
        }
        drop(reading);
        if depth == Depth::Whole || done.is_ok() {
            // The list is complete after a failure too, because nothing more will come and the spinner must stop.
            self.post(|core| core.apply_local(LocalEvent::List(ListState::Complete)));
        }
        if let Ok(Some(listed)) = &done {
            self.check_missing(before.difference(listed).cloned().collect()).await;
        }
        if depth == Depth::Whole && done.is_ok() {
            self.post(super::Core::listed);
        }
        done.map(drop).map_err(Failure::from)
    }

    /// Reads all lists. Returns the threads of the file scan if all of its pages were read.
    async fn read_lists(&self, peer: &Peer, depth: Depth) -> Result<Option<BTreeSet<ThreadId>>, CallError> {
        if depth == Depth::Newest {
            page(peer, PAGE, false, false, None).await?;
            return page(peer, PAGE, true, false, None).await.map(|_| None);
        }
        let mut listed = Some(BTreeSet::new());
        for (archived, db_only) in [(false, true), (true, true), (false, false), (true, false)] {
            let mut cursor = None;
            for _ in 0..PAGES {
                let answer = page(peer, PAGE, archived, db_only, cursor.take()).await?;
                self.post(|core| core.apply_local(LocalEvent::List(ListState::Filling)));
                // The database may contain a thread whose file is gone.
                if let Some(listed) = listed.as_mut().filter(|_| !db_only) {
                    listed.extend(answer.data.iter().map(|thread| ThreadId::from(thread.id.as_str())));
                }
                cursor = answer.next_cursor;
                if cursor.is_none() {
                    break;
                }
            }
            if cursor.is_some() {
                listed = None;
            }
        }
        Ok(listed)
    }

    /// Checks threads that no list contains. They may have been deleted elsewhere, or the list may leave out a fork
    /// or an unreadable file. `unlisted` holds threads that were listed before the scan, because newer ones may not
    /// have a file yet.
    async fn check_missing(&self, unlisted: Vec<ThreadId>) {
        let unlisted = self.with(move |core| {
            let idle = unlisted.into_iter().filter(|thread| core.state.is_idle_and_unseen(thread));
            idle.filter(|thread| !core.state.unlisted().contains(thread)).collect::<Vec<_>>()
        });
        let unlisted = unlisted.await.unwrap_or_default();
        for thread in unlisted.iter().filter(|thread| !self.shared().loaded.has(thread)).take(MISSING) {
            self.check_thread(thread, true).await;
        }
    }

    /// Runs a command in the sandbox, because the server does not report it when the OS refuses the sandbox.
    async fn probe_sandbox(&self) {
        let Ok(peer) = self.peer().await else { return };
        let nothing: &[&str] = if cfg!(windows) { &["cmd", "/c", "exit", "0"] } else { &["true"] };
        let params = CommandExecParams {
            command: nothing.iter().map(|word| (*word).to_owned()).collect(),
            timeout_ms: Some(10_000),
            sandbox_policy: Some(SandboxPolicy::ReadOnly { network_access: false }),
            ..CommandExecParams::default()
        };
        let works = match peer.call::<CommandExec>(params).await {
            Ok(answer) => Some(answer.exit_code == 0),
            // Codex 0.104 cannot run this call in a sandbox, and its threads can all the same.
            Err(error) if error.refusal() == Some(Refusal::NoSandboxProgram) => None,
            Err(CallError::Refused { source, .. }) if !source.is_unknown_variant() => Some(false),
            Err(_) => None,
        };
        if works == Some(false)
            && let Some(demo) = &*self.shared().demo.lock().await
        {
            demo.without_sandbox();
        }
        self.post(move |core| {
            core.apply_local(LocalEvent::Sandbox(works));
            if works == Some(false) {
                let detail = "Codex cannot limit commands to a folder here, so they fail if your config requires a sandbox. \
                              Choose “Ask for every command” to approve each command and run it without one.";
                core.banner("sandbox", Level::Warn, "The sandbox does not work on this computer.", Some(detail.into()));
            }
        });
    }
}

fn is_file_missing(thread: &protocol::Thread) -> bool {
    let path = thread.path.as_deref().map(std::path::Path::new);
    path.is_some_and(|path| path.is_absolute() && matches!(path.try_exists(), Ok(false)))
}

/// The server shows this only by the location of the file.
fn is_archived(thread: &protocol::Thread) -> bool {
    let file = thread.path.as_deref().unwrap_or_default();
    file.split(['/', '\\']).any(|part| part == "archived_sessions")
}

/// All sources. Without them a server lists only two.
pub(super) fn every_source() -> Vec<ThreadSourceKind> {
    use ThreadSourceKind::{
        AppServer, Cli, Exec, SubAgent, SubAgentCompact, SubAgentOther, SubAgentReview, SubAgentThreadSpawn, Unknown,
        VsCode,
    };
    vec![
        Cli,
        VsCode,
        AppServer,
        Exec,
        SubAgent,
        SubAgentReview,
        SubAgentCompact,
        SubAgentThreadSpawn,
        SubAgentOther,
        Unknown,
    ]
}

async fn page(
    peer: &Peer,
    limit: u32,
    archived: bool,
    db_only: bool,
    cursor: Option<String>,
) -> Result<ThreadListAnswer, CallError> {
    let plain = ThreadListParams {
        cursor,
        limit: Some(limit),
        archived: archived.then_some(true),
        use_state_db_only: db_only.then_some(true),
        ..ThreadListParams::default()
    };
    let params = ThreadListParams {
        sort_key: Some(ThreadSortKey::UpdatedAt),
        // Threads of every client and provider; the window chooses which to show.
        source_kinds: Some(every_source()),
        model_providers: Some(Vec::new()),
        ..plain.clone()
    };
    match peer.call::<ThreadList>(params).await {
        Err(CallError::Refused { source, .. }) if source.is_unknown_variant() => peer.call::<ThreadList>(plain).await,
        outcome => outcome,
    }
}
