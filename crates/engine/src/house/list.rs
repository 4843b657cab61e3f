//! The list of threads, first as the server's own database has it, then as the files are; and what else a new server
//! is asked.
//!
//! Invariant: bounded. A person with more threads than that finds the rest by search.

use super::House;
use crate::change::ListState;
use crate::failure::Failure;
use crate::peer::{CallError, Peer};
use crate::row::Level;
use crate::state::News;
use wire::method::{CommandExec, CommandExecParams, PAGE, ThreadList, ThreadListAnswer, ThreadListParams};
use wire::thread::SandboxPolicy;
use wire::word::{ThreadSortKey, ThreadSourceKind};

/// 30,000 threads; the server needs about 3 s for as many.
const PAGES: usize = 300;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// The database first, then every page of the scan.
    Whole,
    /// The newest page of the scan: something new appeared on disk.
    Newest,
}

impl House {
    /// What is asked of a server that just became ready. Each part goes its own way.
    pub(crate) fn welcome(&self) {
        let house = self.clone();
        tokio::spawn(async move {
            house.reread().await;
            house.refresh(Depth::Whole).await.ok();
        });
        crate::login::welcome(self);
        let house = self.clone();
        tokio::spawn(async move { house.probe_sandbox().await });
    }

    /// Something changed on disk.
    pub(crate) fn look_again(&self) {
        let house = self.clone();
        tokio::spawn(async move {
            house.refresh(Depth::Newest).await.ok();
        });
    }

    /// Reconciles the list with what is there. One at a time.
    pub(crate) async fn refresh(&self, depth: Depth) -> Result<(), Failure> {
        let peer = self.peer().await?;
        let _alone = self.inner().listing.lock().await;
        let done = self.fill(&peer, depth).await;
        if depth == Depth::Whole || done.is_ok() {
            // Also after a failure: what is there is all there will be, and the spinner must end.
            self.tell(|room| room.note(News::List(ListState::Complete)));
        }
        done.map_err(Failure::from)
    }

    async fn fill(&self, peer: &Peer, depth: Depth) -> Result<(), CallError> {
        if depth == Depth::Newest {
            page(peer, false, false, None).await?;
            return page(peer, true, false, None).await.map(drop);
        }
        for (archived, db_only) in [(false, true), (true, true), (false, false), (true, false)] {
            let mut cursor = None;
            for _ in 0..PAGES {
                let answer = page(peer, archived, db_only, cursor.take()).await?;
                self.tell(|room| room.note(News::List(ListState::Filling)));
                cursor = answer.next_cursor;
                if cursor.is_none() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Where the OS refuses the sandbox the server says nothing, and every command of the agent just fails.
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
            Err(CallError::Refused { source, .. }) if !source.is_unknown_variant() => Some(false),
            Err(_) => None,
        };
        if works == Some(false)
            && let Some(demo) = &*self.inner().demo.lock().await
        {
            demo.without_sandbox();
        }
        self.tell(move |room| {
            room.note(News::Sandbox(works));
            if works == Some(false) {
                let detail = "Commands cannot be fenced into a folder on this computer. Threadloft asks before every \
                              command instead.";
                room.notice("sandbox", Level::Warn, "The sandbox does not work here.", Some(detail.into()));
            }
        });
    }
}

async fn page(
    peer: &Peer,
    archived: bool,
    db_only: bool,
    cursor: Option<String>,
) -> Result<ThreadListAnswer, CallError> {
    let plain = ThreadListParams {
        cursor,
        limit: Some(PAGE),
        archived: archived.then_some(true),
        use_state_db_only: db_only.then_some(true),
        ..ThreadListParams::default()
    };
    let params = ThreadListParams {
        sort_key: Some(ThreadSortKey::UpdatedAt),
        // Those of every client, and of every provider; agents inside a thread are reached from it.
        source_kinds: Some(vec![
            ThreadSourceKind::Cli,
            ThreadSourceKind::VsCode,
            ThreadSourceKind::Exec,
            ThreadSourceKind::AppServer,
        ]),
        model_providers: Some(Vec::new()),
        ..plain.clone()
    };
    match peer.call::<ThreadList>(params).await {
        Err(CallError::Refused { source, .. }) if source.is_unknown_variant() => peer.call::<ThreadList>(plain).await,
        outcome => outcome,
    }
}
