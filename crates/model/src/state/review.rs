//! Decisions of Codex's automatic reviewer, and a person's overruling of a denial.

use super::State;
use crate::risk;
use crate::shell;
use contract::change::Change;
use contract::id::{RowId, ThreadId, TurnId};
use contract::record::{AskKind, By, Record, Verdict};
use contract::row::{Body, ReviewState, RowState};
use protocol::enums::GuardianStatus;
use protocol::notification::{AutoReview, AutoReviewCompleted, AutoReviewStarted};
use serde_json::{Map, Value, json};

impl State {
    pub(super) fn review_begins(&mut self, review: AutoReviewStarted, at_ms: f64, out: &mut Vec<Change>) {
        let body = body(&review.review, &review.action, false);
        let row = row_of(&review.review_id);
        self.own_row(review.thread_id, Some(review.turn_id), row, body, RowState::Open, at_ms, out);
    }

    pub(super) fn review_ends(&mut self, done: AutoReviewCompleted, at_ms: f64, out: &mut Vec<Change>) {
        let denied = done.review.status == GuardianStatus::Denied;
        let (thread, row) = (ThreadId::from(done.thread_id.as_str()), row_of(&done.review_id));
        let state = match done.review.status {
            GuardianStatus::Approved => RowState::Done,
            GuardianStatus::Denied => RowState::Declined,
            _ => RowState::Failed,
        };
        let record = Record {
            thread: thread.clone(),
            turn: Some(TurnId::from(done.turn_id.as_str())),
            kind: kind(&done.action),
            what: what(&done.action),
            folder: done.action["cwd"].as_str().map(render::visible),
            verdict: if done.review.status == GuardianStatus::Approved { Verdict::Accepted } else { Verdict::Declined },
            detail: done.review.rationale.as_deref().map(render::visible),
            by: By::AutoReview,
            asked_ms: if done.started_at_ms > 0 { done.started_at_ms as f64 } else { at_ms },
            ended_ms: at_ms,
        };
        self.keep_record(record, out);
        if denied {
            self.denied.insert((thread, row.clone()), event(&done));
        }
        let body = body(&done.review, &done.action, denied);
        self.own_row(done.thread_id, Some(done.turn_id), row, body, state, at_ms, out);
    }

    /// What the server needs to overrule this denial.
    pub fn denied(&self, thread: &ThreadId, row: &RowId) -> Option<Value> {
        self.denied.get(&(thread.clone(), row.clone())).cloned()
    }

    pub(super) fn overruled(&mut self, thread: ThreadId, row: &RowId, at_ms: f64, out: &mut Vec<Change>) {
        if self.denied.remove(&(thread.clone(), row.clone())).is_none() {
            return;
        }
        let held = self.thread(&thread).timeline.rows().find(|held| held.id == *row).cloned();
        let Some(held) = held else { return };
        if let Body::Reviewed { verdict: _, risk, authorization, rationale, what, .. } = held.body {
            let body = Body::Reviewed {
                verdict: ReviewState::Overruled,
                risk,
                authorization,
                rationale,
                what,
                can_overrule: false,
            };
            self.own_row(thread.0, Some(held.turn.0), row.clone(), body, RowState::Done, at_ms, out);
        }
    }
}

fn row_of(review: &str) -> RowId {
    RowId(format!("review:{review}"))
}

fn body(review: &AutoReview, action: &Value, can_overrule: bool) -> Body {
    Body::Reviewed {
        verdict: match review.status {
            GuardianStatus::InProgress => ReviewState::Open,
            GuardianStatus::Approved => ReviewState::Approved,
            GuardianStatus::Denied => ReviewState::Denied,
            _ => ReviewState::Unfinished,
        },
        risk: review.risk_level.as_ref().map(|risk| render::visible(risk.as_str())),
        authorization: review.user_authorization.as_deref().map(render::visible),
        rationale: review.rationale.as_deref().map(render::visible),
        what: what(action),
        can_overrule,
    }
}

fn kind(action: &Value) -> AskKind {
    match action["type"].as_str() {
        Some("command" | "execve" | "writeStdin") => AskKind::Command,
        Some("applyPatch") => AskKind::Files,
        Some("networkAccess") => AskKind::Network,
        Some("mcpToolCall") => AskKind::ToolUse,
        Some("requestPermissions") => AskKind::Permissions,
        _ => AskKind::Unreadable,
    }
}

fn what(action: &Value) -> String {
    let word = |name: &str| action[name].as_str();
    let list = |name: &str| {
        let words = action[name].as_array()?.iter().filter_map(Value::as_str).collect::<Vec<_>>();
        Some(words.join(", ")).filter(|text| !text.is_empty())
    };
    let words = || {
        let words: Option<Vec<String>> =
            action["argv"].as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect();
        words.filter(|words| !words.is_empty()).map(|words| shell::join(&words))
    };
    let command = word("command").map(str::to_owned).or_else(words);
    let said = command
        .map(|raw| shell::unwrapped(&raw).unwrap_or(raw))
        .or_else(|| list("files"))
        .or_else(|| word("stdin").map(str::to_owned))
        .or_else(|| word("host").or(word("target")).map(risk::host::shown))
        .or_else(|| word("toolName").map(|tool| format!("{}: {tool}", word("server").unwrap_or_default())))
        .or_else(|| word("reason").or(word("type")).map(str::to_owned));
    render::exact(&said.unwrap_or_default())
}

/// The review as the server's own event: the same facts with the field names that the server uses internally.
fn event(done: &AutoReviewCompleted) -> Value {
    json!({
        "id": done.review_id,
        "target_item_id": done.target_item_id,
        "turn_id": done.turn_id,
        "started_at_ms": done.started_at_ms,
        "completed_at_ms": done.completed_at_ms,
        "status": done.review.status,
        "risk_level": done.review.risk_level,
        "user_authorization": done.review.user_authorization,
        "rationale": done.review.rationale,
        "decision_source": done.decision_source,
        "action": to_internal(&done.action),
    })
}

/// Renames fields, and the values of `type` and `source`, to the server's internal spelling.
fn to_internal(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let renamed = fields.iter().map(|(name, value)| {
                let value = match value {
                    Value::String(word) if name == "type" || name == "source" => Value::String(snake(word)),
                    other => to_internal(other),
                };
                (snake(name), value)
            });
            Value::Object(renamed.collect::<Map<_, _>>())
        }
        Value::Array(values) => values.iter().map(to_internal).collect(),
        other => other.clone(),
    }
}

fn snake(word: &str) -> String {
    let mut out = String::with_capacity(word.len() + 4);
    for c in word.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}
