//! Classifies what the server refuses, by its error message.
//!
//! Invariant: no other module searches in the text of a refusal. The server has codes for a few refusals only. If it
//! changes a sentence, only this table and its test change.

use protocol::RpcError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The server is too old for the method.
    UnknownMethod,
    /// The thread does not exist (any more).
    NoThread,
    /// The thread's history cannot be found, or the thread is not loaded.
    ThreadNotLoaded,
    /// Something else that the call named does not exist.
    NotFound,
    /// The running turn accepts no input: a review or a compaction.
    ClosedTurn,
    /// Another turn is running than the one that the call named.
    OtherTurn(String),
    /// Another Codex process holds the writer lock.
    Locked,
    Archived,
    /// A thread from before paginated history cannot be forked at a turn.
    OnlyWholeForks,
    /// A thread from before paginated history cannot remove turns.
    OnlyForks,
    NoWebImages,
    /// The process ended while the call was on its way.
    ProcessEnded,
    /// The server no longer knows the cursor of a page of turns.
    CursorExpired,
    /// An MCP server needs a sign-in.
    SignInNeeded,
    /// The command that prints tokens printed none.
    NoToken,
    /// The server cannot start its own sandbox for this call. That says nothing of the system, nor of threads.
    NoSandboxProgram,
    /// Everything else. The server's message is shown.
    Other,
}

/// How a text is compared with the message.
enum Where {
    Begins,
    Within,
}

use Where::{Begins, Within};

/// Checked from top to bottom.
const WORDS: &[(Where, &str, Refusal)] = &[
    (Begins, "thread not found", Refusal::NoThread),
    (Begins, "conversation not found", Refusal::NoThread),
    (Begins, "thread not loaded", Refusal::ThreadNotLoaded),
    (Begins, "no rollout found", Refusal::ThreadNotLoaded),
    (Begins, "failed to locate rollout", Refusal::ThreadNotLoaded),
    (Begins, "no active", Refusal::ProcessEnded),
    (Within, "ActiveTurnNotSteerable", Refusal::ClosedTurn),
    (Within, "already has an active writer", Refusal::Locked),
    (Within, "is archived", Refusal::Archived),
    (Within, "is not a persisted canonical turn", Refusal::OnlyWholeForks),
    (Within, "only supports paginated threads", Refusal::OnlyForks),
    (Within, "remote image URLs are not supported", Refusal::NoWebImages),
    (Within, "auth refresh request", Refusal::NoToken),
    (Within, "Auth required", Refusal::SignInNeeded),
    (Within, "codex-linux-sandbox was required but not provided", Refusal::NoSandboxProgram),
    (Within, "not found", Refusal::NotFound),
    (Within, "cursor", Refusal::CursorExpired),
];

impl Refusal {
    /// Classifies a refused call, by its code, its data or its message.
    pub fn of_call(method: &str, error: &RpcError) -> Self {
        // An older server answers "unknown variant" for a method that it does not know.
        let unknown = error.is_unknown_variant() && error.message.contains(&format!("`{method}`"));
        if error.code == RpcError::UNKNOWN_METHOD || unknown {
            return Self::UnknownMethod;
        }
        if !error.data["codexErrorInfo"]["activeTurnNotSteerable"].is_null() {
            return Self::ClosedTurn;
        }
        Self::of_words(&error.message)
    }

    /// Classifies a message that arrived in another way than as an answer.
    pub fn of_words(said: &str) -> Self {
        if let Some(turn) = other_turn(said) {
            return Self::OtherTurn(turn.to_owned());
        }
        let says = |(at, words, _): &&(Where, &str, Self)| match at {
            Begins => said.starts_with(words),
            Within => said.contains(words),
        };
        WORDS.iter().find(says).map_or(Self::Other, |(.., refusal)| refusal.clone())
    }

    /// Whether the thread is gone, as far as the server can tell.
    pub fn is_missing_thread(&self) -> bool {
        matches!(self, Self::NoThread | Self::ThreadNotLoaded)
    }

    /// Whether the server does not have what was named (any more).
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::NoThread | Self::NotFound)
    }
}

/// Parses "expected active turn id `a` but found `b`".
fn other_turn(said: &str) -> Option<&str> {
    let (_, found) = said.strip_prefix("expected active turn id ")?.split_once(" but found ")?;
    Some(found.trim_matches('`'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn refused(code: i64, message: &str, data: Value) -> Refusal {
        Refusal::of_call("thread/goal/set", &RpcError { code, message: message.to_owned(), data })
    }

    /// Messages of real servers.
    #[test]
    fn each_sentence_of_the_server_is_one_refusal() {
        for (said, refusal) in [
            ("thread not found: 019a", Refusal::NoThread),
            ("conversation not found: 019a", Refusal::NoThread),
            ("thread not loaded: 019a", Refusal::ThreadNotLoaded),
            ("no rollout found for thread id 019a", Refusal::ThreadNotLoaded),
            ("failed to locate rollout for thread 019a", Refusal::ThreadNotLoaded),
            ("queued submission not found", Refusal::NotFound),
            ("cannot steer: ActiveTurnNotSteerable { kind: Review }", Refusal::ClosedTurn),
            ("expected active turn id `a` but found `b`", Refusal::OtherTurn("b".into())),
            ("thread 019a already has an active writer", Refusal::Locked),
            ("session 019a is archived. Run `codex unarchive 019a` first.", Refusal::Archived),
            ("turn 7 is not a persisted canonical turn", Refusal::OnlyWholeForks),
            ("thread/revert only supports paginated threads", Refusal::OnlyForks),
            ("remote image URLs are not supported", Refusal::NoWebImages),
            ("no active process for id term-1", Refusal::ProcessEnded),
            ("invalid cursor: 9", Refusal::CursorExpired),
            ("MCP startup failed: Auth required, when send initialize request", Refusal::SignInNeeded),
            ("auth refresh request failed: timed out", Refusal::NoToken),
            ("exec failed: codex-linux-sandbox was required but not provided", Refusal::NoSandboxProgram),
            ("the model is on strike", Refusal::Other),
            ("", Refusal::Other),
        ] {
            assert_eq!(refused(-32_600, said, Value::Null), refusal, "{said}");
        }
    }

    #[test]
    fn a_code_or_data_counts_more_than_words() {
        assert_eq!(refused(-32_601, "thread not found", Value::Null), Refusal::UnknownMethod);
        let data = json!({"codexErrorInfo": {"activeTurnNotSteerable": {"turnKind": "compact"}}});
        assert_eq!(refused(-32_600, "not now", data), Refusal::ClosedTurn);
    }

    #[test]
    fn an_unknown_variant_is_an_unknown_method_only_if_it_names_the_method() {
        let of = |name: &str| refused(-32_600, &format!("Invalid request: unknown variant `{name}`"), Value::Null);
        assert_eq!((of("thread/goal/set"), of("loud")), (Refusal::UnknownMethod, Refusal::Other));
    }
}
