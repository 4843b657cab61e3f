//! What a sign-in keeps besides the state.

use crate::vault::Vault;
use protocol::Secret;
use std::future::Future;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::time::Instant;

#[derive(Default)]
pub(crate) struct SignIn {
    pub vault: Vault,
    /// Lets only one sign-in begin at a time. A second one waits until it can replace the first.
    pub one: tokio::sync::Mutex<()>,
    /// The person chose to keep the sign-in in the server's memory only.
    pub session: AtomicBool,
    /// The keychain is locked, so for now the sign-in is in the server's memory only.
    pub shut: AtomicBool,
    pub tokens: TokenRuns,
}

#[derive(Clone)]
pub(crate) struct Tokens {
    pub access: Secret,
    pub account: String,
    pub plan: Option<String>,
}

/// The result of the last run of the command.
#[derive(Default)]
pub(crate) struct TokenRuns(tokio::sync::Mutex<Option<Run>>);

struct Run {
    done: Instant,
    /// How long the result also answers other requests. Zero after a sign-in, because a server that asks then has
    /// already tried that token.
    fresh: Duration,
    answer: Result<Tokens, String>,
}

impl TokenRuns {
    /// Runs the command, unless it ran for another request since `asked`, or returned a token shortly before.
    pub async fn once(
        &self,
        asked: Instant,
        fresh: Duration,
        run: impl Future<Output = Result<Tokens, String>>,
    ) -> Result<Tokens, String> {
        let mut held = self.0.lock().await;
        if let Some(run) = &*held
            && (run.done >= asked || (run.answer.is_ok() && run.done + run.fresh.min(fresh) >= asked))
        {
            return run.answer.clone();
        }
        let answer = run.await;
        *held = Some(Run { done: Instant::now(), fresh, answer: answer.clone() });
        answer
    }

    pub async fn forget(&self) {
        *self.0.lock().await = None;
    }
}
