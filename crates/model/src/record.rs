//! Makes an entry of the record of approvals: what was asked, what was answered, when and by whom.
//!
//! Invariant: nothing that a person typed is in it. For free text, forms and secrets it says only that there was an
//! answer; for a question, which of the offered options was chosen.

use contract::ask::{Answer, Ask, AskBody, Decision, Grant, GrantKind, Persist};
use contract::record::{AskKind, By, Record, Verdict};
use protocol::Secret;

/// Longer texts are cut, because people read the record.
const LONGEST: usize = 4_000;

/// `None` for a request without a thread, which has no record.
pub fn record(ask: &Ask, verdict: Verdict, detail: Option<String>, by: By, ended_ms: f64) -> Option<Record> {
    let (kind, what, folder) = about(&ask.body);
    Some(Record {
        thread: ask.thread.clone()?,
        turn: ask.turn.clone(),
        kind,
        what: short(&what),
        folder,
        verdict,
        detail: detail.as_deref().map(short),
        by,
        asked_ms: ask.asked_ms,
        ended_ms,
    })
}

fn about(body: &AskBody) -> (AskKind, String, Option<String>) {
    let kind = body.ask_kind();
    match body {
        AskBody::Command { host: Some(host), command, cwd, .. } => {
            let what = if command.is_empty() { host.clone() } else { format!("{host}: {command}") };
            (kind, what, cwd.clone())
        }
        AskBody::Command { command, cwd, .. } => (kind, command.clone(), cwd.clone()),
        AskBody::Files { files, grant_root, .. } => {
            let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
            (kind, paths.join(", "), grant_root.clone())
        }
        AskBody::Permissions { grants, .. } => (kind, lines(grants.iter()), None),
        AskBody::Questions { questions } => {
            let asked: Vec<&str> = questions.iter().map(|asked| asked.question.as_str()).collect();
            (kind, asked.join(" · "), None)
        }
        AskBody::Form { server, message, .. } => (kind, format!("{server}: {message}"), None),
        AskBody::Link { server, url, .. } => (kind, format!("{server}: {}", without_query(url)), None),
        AskBody::ToolUse { server, tool, message, .. } => {
            (kind, tool.as_ref().map_or_else(|| message.clone(), |tool| format!("{server}: {tool}")), None)
        }
        AskBody::Unreadable { method, .. } => (kind, method.clone(), None),
    }
}

/// What an answer means. Called before the answer is moved into the reply.
pub fn verdict(body: &AskBody, answer: &Answer) -> (Verdict, Option<String>) {
    match (answer, body) {
        (Answer::Refuse, _) => (Verdict::Declined, None),
        // Only these two requests interrupt the turn when they are dismissed.
        (Answer::Dismiss, AskBody::Command { .. } | AskBody::Files { .. }) => (Verdict::Stopped, None),
        (Answer::Dismiss, _) => (Verdict::Declined, None),
        (Answer::Decide { decision }, _) => decided(decision, body),
        (Answer::Grants { ids, .. }, _) if ids.is_empty() => (Verdict::Declined, None),
        (Answer::Grants { ids, session }, AskBody::Permissions { grants, .. }) => {
            let granted = lines(grants.iter().filter(|grant| ids.contains(&grant.id)));
            (if *session { Verdict::Session } else { Verdict::Accepted }, Some(granted))
        }
        (Answer::Agree { persist }, _) => match persist {
            Some(Persist::Always) => (Verdict::Always, None),
            Some(Persist::Session) => (Verdict::Session, None),
            None => (Verdict::Accepted, None),
        },
        (Answer::Answers { answers }, AskBody::Questions { questions }) => {
            let offered = |given: &Secret| {
                let of = questions.iter().filter(|asked| !asked.secret).flat_map(|asked| &asked.options);
                of.map(|choice| choice.value.as_str()).find(|value| given.is(value)).map(str::to_owned)
            };
            let chosen: Vec<String> = answers.values().flatten().filter_map(offered).collect();
            (Verdict::Answered, Some(chosen.join(", ")).filter(|text| !text.is_empty()))
        }
        (Answer::Fill { values }, _) => {
            let names: Vec<String> = values.keys().map(|name| render::visible(name)).collect();
            (Verdict::Answered, Some(names.join(", ")).filter(|text| !text.is_empty()))
        }
        _ => (Verdict::Answered, None),
    }
}

fn decided(decision: &Decision, body: &AskBody) -> (Verdict, Option<String>) {
    match decision {
        Decision::Accept => (Verdict::Accepted, None),
        Decision::AcceptForSession => {
            let root = match body {
                AskBody::Files { grant_root, .. } => grant_root.clone(),
                _ => None,
            };
            (Verdict::Session, root)
        }
        Decision::AcceptWithRule { prefix } => (Verdict::Always, Some(render::exact(&prefix.join(" ")))),
        Decision::NetworkRule { host, allow: true } => (Verdict::Always, Some(crate::risk::host::shown(host))),
        Decision::NetworkRule { host, allow: false } => (Verdict::Never, Some(crate::risk::host::shown(host))),
        Decision::Decline => (Verdict::Declined, None),
        Decision::Cancel => (Verdict::Stopped, None),
    }
}

fn lines<'a>(grants: impl Iterator<Item = &'a Grant>) -> String {
    let lines: Vec<String> = grants
        .map(|grant| match grant.kind {
            GrantKind::Network => "network".to_owned(),
            GrantKind::Read => format!("read {}", grant.what),
            GrantKind::Write => format!("write {}", grant.what),
            GrantKind::Other => grant.what.clone(),
        })
        .collect();
    lines.join(", ")
}

/// The address without its query, which may contain a token.
fn without_query(url: &str) -> &str {
    url.split(['?', '#']).next().unwrap_or_default()
}

fn short(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
