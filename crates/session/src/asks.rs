//! Answers requests when nobody is there.

use engine::Engine;
use engine::ask::{Answer, Ask, AskBody, Decision};
use engine::id::AskId;
use engine::intent::ApprovalIntent;
use engine::permissions::{Policy, Sandbox};
use protocol::item::UserInput;
use protocol::method::{TurnSteer, TurnSteerParams};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::mpsc;

/// What the model is told, once a turn, after a request was declined.
pub const NOBODY: &str = "Nobody is present to approve requests, so this one was declined automatically. Continue \
                          without it, or end with a note of what still needs approval.";

type Decide = Arc<dyn Fn(&Ask, Option<&Policy>) -> Option<Answer> + Send + Sync>;

/// Answers requests in place of a person. It gets the request and the permissions that the thread runs under.
#[derive(Clone)]
pub struct AskPolicy(Decide);

impl AskPolicy {
    /// Declines everything, and tells the model why.
    pub fn decline() -> Self {
        Self::new(|_, _| Some(Answer::Refuse))
    }

    /// Accepts changes of files that the thread's sandbox lets it write anyway; declines everything else.
    pub fn accept_edits() -> Self {
        Self::new(|ask, policy| {
            let accepted = policy.is_some_and(|policy| is_plain_edit(ask, policy));
            Some(if accepted { Answer::Decide { decision: Decision::Accept } } else { Answer::Refuse })
        })
    }

    /// `None` leaves the request to the program, which answers it by its id.
    pub fn new(decide: impl Fn(&Ask, Option<&Policy>) -> Option<Answer> + Send + Sync + 'static) -> Self {
        Self(Arc::new(decide))
    }
}

/// Accepting it allows nothing beyond the sandbox: every file is known and inside the thread's folder.
fn is_plain_edit(ask: &Ask, policy: &Policy) -> bool {
    let AskBody::Files { grant_root: None, files, .. } = &ask.body else { return false };
    // The engine names files inside the folder relative to it.
    let inside = |path: &str| {
        let path = Path::new(path);
        path.is_relative() && path.components().all(|part| matches!(part, std::path::Component::Normal(_)))
    };
    let known = files.iter().all(|file| inside(&file.path) && file.from.as_deref().is_none_or(inside));
    policy.sandbox == Sandbox::Workspace && !ask.blank && !ask.grave && known
}

/// Runs for the whole session.
pub(crate) async fn answer_all(engine: Engine, policy: AskPolicy, mut asks: mpsc::UnboundedReceiver<Ask>) {
    let mut seen: HashSet<AskId> = HashSet::new();
    let mut told: HashSet<String> = HashSet::new();
    while let Some(ask) = asks.recv().await {
        // A request is published again when something about it changes.
        if !seen.insert(ask.id.clone()) {
            continue;
        }
        let under = match &ask.thread {
            Some(thread) => engine.policy(thread).await.ok().flatten(),
            None => None,
        };
        let Some(answer) = (policy.0)(&ask, under.as_ref()) else { continue };
        let accepts = answer.accepts();
        let answered = engine.act(engine::run::program_window(), ApprovalIntent::Answer { ask: ask.id, answer }).await;
        let (Ok(_), false, Some(thread), Some(turn)) = (answered, accepts, ask.thread, ask.turn) else { continue };
        if told.insert(turn.0.clone()) {
            let params = TurnSteerParams {
                thread_id: thread.0,
                expected_turn_id: turn.0,
                input: vec![UserInput::text(NOBODY)],
                ..TurnSteerParams::default()
            };
            // The turn may have ended, or the server may be too old to steer; the refusal itself says enough.
            engine.call::<TurnSteer>(params).await.ok();
        }
    }
}
