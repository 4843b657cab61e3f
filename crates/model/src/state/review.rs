//! Decisions of Codex's automatic reviewer, and a person's overruling of a denial.

use super::State;
use crate::ask;
use crate::risk;
use crate::shell;
use contract::change::Change;
use contract::id::{RowId, ThreadId, TurnId};
use contract::record::{AskKind, By, Record, Verdict};
use contract::row::{Body, ReviewState, RowState};
use protocol::ask::AdditionalPermissions;
use protocol::enums::GuardianStatus;
use protocol::notification::{AutoReview, AutoReviewCompleted, AutoReviewStarted};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A "no" that a person may still overrule.
#[derive(Debug, Clone)]
pub struct Denial {
    /// What the server wants to hear back then.
    event: Value,
    record: Record,
}

impl State {
    pub(super) fn review_begins(&mut self, review: AutoReviewStarted, at_ms: f64, out: &mut Vec<Change>) {
        let body = body(&review.review, &review.action, false);
        let row = row_of(&review.review_id);
        self.own_row(review.thread_id, Some(review.turn_id), row, body, RowState::Open, at_ms, out);
    }

    pub(super) fn review_ends(&mut self, done: AutoReviewCompleted, at_ms: f64, out: &mut Vec<Change>) {
        // Nobody can allow what is not shown.
        let denied = done.review.status == GuardianStatus::Denied && shown(&done.action).is_some();
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
        if denied {
            let denial = Denial { event: event(&done), record: record.clone() };
            self.denied.insert((thread, row.clone()), denial);
        }
        self.keep_record(record, out);
        let body = body(&done.review, &done.action, denied);
        self.own_row(done.thread_id, Some(done.turn_id), row, body, state, at_ms, out);
    }

    /// What the server needs to overrule this denial.
    pub fn denied(&self, thread: &ThreadId, row: &RowId) -> Option<Value> {
        self.denied.get(&(thread.clone(), row.clone())).map(|denial| denial.event.clone())
    }

    pub(super) fn overruled(&mut self, thread: ThreadId, row: &RowId, at_ms: f64, out: &mut Vec<Change>) {
        let Some(denial) = self.denied.remove(&(thread.clone(), row.clone())) else { return };
        let asked_ms = denial.record.ended_ms;
        let (verdict, by, detail) = (Verdict::Accepted, By::You, None);
        self.keep_record(Record { verdict, by, detail, asked_ms, ended_ms: at_ms, ..denial.record }, out);
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

/// In words; where they are not known, the server's name for its kind.
fn what(action: &Value) -> String {
    shown(action).unwrap_or_else(|| render::exact(action["type"].as_str().unwrap_or_default()))
}

/// Everything that the action would do. `None`: it does not say so, or it is of a kind that this build does not know.
fn shown(action: &Value) -> Option<String> {
    let word = |name: &str| action[name].as_str();
    let words = |name: &str| -> Option<Vec<String>> {
        action[name].as_array()?.iter().map(|one| one.as_str().map(str::to_owned)).collect()
    };
    let said = match word("type")? {
        "command" => {
            let raw = word("command")?;
            shell::unwrapped(raw).unwrap_or_else(|| raw.to_owned())
        }
        // The program that runs, and not the name that it is given.
        "execve" => {
            let own = words("argv")?.into_iter().skip(1);
            shell::join(&[word("program")?.to_owned()].into_iter().chain(own).collect::<Vec<_>>())
        }
        "applyPatch" => words("files")?.join(", "),
        "writeStdin" => word("stdin")?.to_owned(),
        "networkAccess" => {
            let port = action["port"].as_u64().map(|port| format!(":{port}")).unwrap_or_default();
            format!("{}{port}", risk::host::shown(word("host").or(word("target"))?))
        }
        "mcpToolCall" => format!("{}: {}", word("server")?, word("toolName")?),
        // Not the reason for it: that is the model's.
        "requestPermissions" => {
            let asked = AdditionalPermissions::deserialize(&action["permissions"]).ok()?;
            ask::permission_lines(&asked).join("\n")
        }
        _ => return None,
    };
    Some(render::exact(&said)).filter(|said| !said.trim().is_empty())
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
