//! A request of the server as the question a person reads.
//!
//! Invariant: what is hidden in it (bidirectional marks, control characters) is made visible.
//! Invariant: one that cannot be read can still be declined.

use super::{AskBody, Choice, Decision, Persist, Question as Asked, Risk, form, permission, standing};
use crate::risk;
use crate::row::{FileDiff, FileKind};
use crate::shell;
use crate::state::{action, pretty, relative};
use render::diff;
use serde_json::Value;
use wire::ask::{
    CommandAsk, CommandDecision, Elicitation, ElicitationAsk, LegacyChange, LegacyCommandAsk, LegacyPatchAsk,
};
use wire::word::NetworkRule;
use wire::{Question, ServerRequest};

/// What is known around the request.
pub struct Setting<'a> {
    /// The thread's folder; empty when unknown.
    pub cwd: &'a str,
    /// The files of the row it is about.
    pub files: &'a [FileDiff],
}

/// Where a request belongs.
#[derive(Debug, Default, PartialEq)]
pub struct Place {
    pub thread: Option<String>,
    pub turn: Option<String>,
    pub item: Option<String>,
    pub asked_ms: Option<f64>,
}

pub fn place(request: &ServerRequest) -> Place {
    let of = |thread: &str, turn: Option<&str>, item: Option<&str>, ms: i64| Place {
        thread: Some(thread.to_owned()),
        turn: turn.map(str::to_owned),
        item: item.map(str::to_owned),
        asked_ms: (ms > 0).then_some(ms as f64),
    };
    match &request.body {
        Question::Command(ask) => of(&ask.thread_id, Some(&ask.turn_id), Some(&ask.item_id), ask.started_at_ms),
        Question::Files(ask) => of(&ask.thread_id, Some(&ask.turn_id), Some(&ask.item_id), ask.started_at_ms),
        Question::Permissions(ask) => of(&ask.thread_id, Some(&ask.turn_id), Some(&ask.item_id), ask.started_at_ms),
        Question::UserInput(ask) => of(&ask.thread_id, Some(&ask.turn_id), Some(&ask.item_id), 0),
        Question::Elicitation(ask) => of(&ask.thread_id, ask.turn_id.as_deref(), None, 0),
        Question::LegacyPatch(ask) => of(&ask.conversation_id, None, Some(&ask.call_id), 0),
        Question::LegacyCommand(ask) => of(&ask.conversation_id, None, Some(&ask.call_id), 0),
        Question::Unreadable(json) => {
            let word = |name: &str| json.get(name).and_then(Value::as_str).map(str::to_owned);
            Place {
                thread: word("threadId").or_else(|| word("conversationId")),
                turn: word("turnId"),
                item: word("itemId").or_else(|| word("callId")),
                asked_ms: None,
            }
        }
        _ => Place::default(),
    }
}

pub fn read(request: &ServerRequest, setting: &Setting<'_>) -> (AskBody, Vec<Risk>) {
    match &request.body {
        Question::Command(ask) => command(ask, setting),
        Question::Files(ask) => {
            let paths = setting.files.iter().map(|file| file.path.as_str());
            let mut risks = risk::of_paths(paths, Some(setting.cwd), deletes(setting.files));
            if let Some(root) = &ask.grant_root {
                risks.extend(risk::of_paths([root.as_str()], Some(setting.cwd), false));
                risks.dedup();
            }
            let body = AskBody::Files {
                reason: words(ask.reason.as_deref()),
                grant_root: ask.grant_root.as_deref().map(render::visible),
                files: setting.files.to_vec(),
                offered: vec![Decision::Accept, Decision::Decline],
                also: vec![Decision::AcceptForSession, Decision::Cancel],
            };
            (body, risks)
        }
        Question::Permissions(ask) => {
            let grants = permission::grants(&ask.permissions);
            let mut risks = Vec::new();
            if grants.iter().any(|grant| grant.kind == super::GrantKind::Network) {
                risks.push(Risk::Network);
            }
            let paths = grants.iter().filter(|grant| grant.what.starts_with('/')).map(|grant| grant.what.as_str());
            risks.extend(risk::of_paths(paths, Some(&ask.cwd), false));
            (AskBody::Permissions { reason: words(ask.reason.as_deref()), grants }, risks)
        }
        Question::UserInput(ask) => {
            let questions = ask.questions.iter().map(|asked| Asked {
                id: asked.id.clone(),
                header: render::visible(&asked.header),
                question: render::visible(&asked.question),
                options: asked.options.iter().flatten().map(option).collect(),
                other: asked.is_other || asked.options.as_ref().is_none_or(Vec::is_empty),
                secret: asked.is_secret,
            });
            (AskBody::Questions { questions: questions.collect() }, Vec::new())
        }
        Question::Elicitation(ask) => (elicitation(ask, request), Vec::new()),
        Question::LegacyPatch(ask) => legacy_patch(ask, setting),
        Question::LegacyCommand(ask) => legacy_command(ask),
        Question::Unreadable(json) => (unreadable(request, json), Vec::new()),
        _ => (unreadable(request, &Value::Null), Vec::new()),
    }
}

fn command(ask: &CommandAsk, setting: &Setting<'_>) -> (AskBody, Vec<Risk>) {
    let raw = ask.command.as_deref().unwrap_or_default();
    let cwd = ask.cwd.as_deref().unwrap_or(setting.cwd);
    let host = ask.network_approval_context.as_ref().map(|context| context.host.as_str());
    let (offered, also) = decisions(ask);
    let mut risks = risk::of_command(raw, Some(cwd).filter(|cwd| !cwd.is_empty()));
    if host.is_some() && !risks.contains(&Risk::Network) {
        risks.insert(0, Risk::Network);
    }
    let body = AskBody::Command {
        command: render::visible(&shell::unwrapped(raw).unwrap_or_else(|| raw.to_owned())),
        raw: render::visible(raw),
        cwd: ask.cwd.as_deref().map(render::visible),
        reason: words(ask.reason.as_deref()),
        actions: ask.command_actions.iter().flatten().filter_map(|of| action(of, cwd)).collect(),
        host: host.map(render::visible),
        extra: ask.additional_permissions.as_ref().map(permission::lines).unwrap_or_default(),
        rules: standing::rules(ask, &[&offered, &also]),
        offered,
        also,
    };
    (body, risks)
}

/// What the server offers comes first; what it is known to accept beside that, behind a menu. A standing rule is
/// never ours to propose: it appears only where the server offers it, or where an old server offers nothing at all.
fn decisions(ask: &CommandAsk) -> (Vec<Decision>, Vec<Decision>) {
    let rule = ask.proposed_execpolicy_amendment.iter().filter(|prefix| !prefix.is_empty());
    let rules = rule.map(|prefix| Decision::AcceptWithRule { prefix: prefix.clone() });
    let hosts = ask.proposed_network_policy_amendments.iter().flatten();
    let hosts =
        hosts.map(|rule| Decision::NetworkRule { host: rule.host.clone(), allow: rule.action == NetworkRule::Allow });
    let offered: Vec<Decision> = match &ask.available_decisions {
        Some(available) => available.iter().filter_map(decision).collect(),
        None => Vec::new(),
    };
    let mut also: Vec<Decision> = Vec::new();
    let offered = if offered.is_empty() {
        also.extend(rules.chain(hosts));
        vec![Decision::Accept, Decision::Decline]
    } else {
        // It proposes to refuse a host for good without offering it first.
        also.extend(hosts.filter(|host| !offered.contains(host)));
        offered
    };
    let others = [Decision::AcceptForSession, Decision::Decline, Decision::Cancel];
    also.extend(others.into_iter().filter(|other| !offered.contains(other)));
    (offered, also)
}

fn decision(offered: &CommandDecision) -> Option<Decision> {
    Some(match offered {
        CommandDecision::Accept => Decision::Accept,
        CommandDecision::AcceptForSession => Decision::AcceptForSession,
        CommandDecision::AcceptWithExecpolicyAmendment { execpolicy_amendment } => {
            Decision::AcceptWithRule { prefix: execpolicy_amendment.clone() }
        }
        CommandDecision::ApplyNetworkPolicyAmendment { network_policy_amendment: rule } => {
            Decision::NetworkRule { host: rule.host.clone(), allow: rule.action == NetworkRule::Allow }
        }
        CommandDecision::Decline => Decision::Decline,
        CommandDecision::Cancel => Decision::Cancel,
        // A decision we do not understand is not ours to offer.
        CommandDecision::Other(_) => return None,
    })
}

fn elicitation(ask: &ElicitationAsk, request: &ServerRequest) -> AskBody {
    let server = render::visible(&ask.server_name);
    match &ask.mode {
        Elicitation::Form { message, .. } if ask.meta["codex_approval_kind"] == "mcp_tool_call" => AskBody::ToolUse {
            server,
            tool: ask.meta["tool_name"].as_str().or(ask.meta["tool_title"].as_str()).map(render::visible),
            message: render::visible(message),
            arguments: Some(pretty(&ask.meta["tool_params"])).filter(|text| !text.is_empty() && text != "{}"),
            persist: persist(&ask.meta["persist"]),
        },
        Elicitation::Form { message, requested_schema } => {
            AskBody::Form { server, message: render::visible(message), fields: form::fields(requested_schema) }
        }
        Elicitation::Url { message, url, .. } => {
            AskBody::Link { server, message: render::visible(message), url: render::visible(url) }
        }
        Elicitation::Other(map) => unreadable(request, &Value::Object(map.clone())),
    }
}

fn persist(meta: &Value) -> Vec<Persist> {
    let words = meta.as_array().map_or_else(|| vec![meta], |words| words.iter().collect());
    let known = words.into_iter().filter_map(|word| match word.as_str() {
        Some("session") => Some(Persist::Session),
        Some("always") => Some(Persist::Always),
        _ => None,
    });
    known.collect()
}

fn legacy_patch(ask: &LegacyPatchAsk, setting: &Setting<'_>) -> (AskBody, Vec<Risk>) {
    let file = |(path, change): (&String, &LegacyChange)| match change {
        LegacyChange::Add { content } => diff::change(path, FileKind::Added, None, content, setting.cwd),
        LegacyChange::Delete { content } => diff::change(path, FileKind::Deleted, None, content, setting.cwd),
        LegacyChange::Update { unified_diff, move_path: Some(to) } => {
            diff::change(to, FileKind::Renamed, Some(path), unified_diff, setting.cwd)
        }
        LegacyChange::Update { unified_diff, move_path: None } => {
            diff::change(path, FileKind::Modified, None, unified_diff, setting.cwd)
        }
        LegacyChange::Other(_) => diff::change(path, FileKind::Modified, None, "", setting.cwd),
    };
    let files: Vec<FileDiff> = ask.file_changes.iter().map(file).collect();
    let risks = risk::of_paths(ask.file_changes.keys().map(String::as_str), Some(setting.cwd), deletes(&files));
    let body = AskBody::Files {
        reason: words(ask.reason.as_deref()),
        grant_root: ask.grant_root.as_deref().map(render::visible),
        files,
        offered: vec![Decision::Accept, Decision::Decline],
        also: vec![Decision::AcceptForSession, Decision::Cancel],
    };
    (body, risks)
}

fn legacy_command(ask: &LegacyCommandAsk) -> (AskBody, Vec<Risk>) {
    let raw = shell::join(&ask.command);
    let risks = risk::of_command(&raw, Some(ask.cwd.as_str()).filter(|cwd| !cwd.is_empty()));
    let actions = ask.parsed_cmd.iter().filter_map(|parsed| legacy_action(parsed, &ask.cwd)).collect();
    let body = AskBody::Command {
        command: render::visible(&shell::unwrapped(&raw).unwrap_or_else(|| raw.clone())),
        raw: render::visible(&raw),
        cwd: Some(render::visible(&ask.cwd)),
        reason: words(ask.reason.as_deref()),
        actions,
        host: None,
        extra: Vec::new(),
        offered: vec![Decision::Accept, Decision::Decline],
        also: vec![Decision::AcceptForSession, Decision::Cancel],
        rules: Vec::new(),
    };
    (body, risks)
}

/// The same words as `state::action`, from the old spelling.
fn legacy_action(parsed: &Value, cwd: &str) -> Option<String> {
    let path = parsed["path"].as_str().map(|path| relative(path, cwd));
    match (parsed["type"].as_str()?, path) {
        ("read", Some(path)) => Some(format!("reads {path}")),
        ("list_files", Some(path)) => Some(format!("lists files in {path}")),
        ("list_files", None) => Some("lists files".to_owned()),
        ("search", path) => {
            let query = parsed["query"].as_str().map(|query| format!(" for {}", render::visible(query)));
            Some(format!(
                "searches{}{}",
                query.unwrap_or_default(),
                path.map(|p| format!(" in {p}")).unwrap_or_default()
            ))
        }
        _ => None,
    }
}

fn unreadable(request: &ServerRequest, json: &Value) -> AskBody {
    AskBody::Unreadable { method: render::visible(&request.method), json: pretty(json) }
}

fn option(option: &wire::ask::UserOption) -> Choice {
    Choice {
        value: option.label.clone(),
        label: render::visible(&option.label),
        description: words(Some(&option.description)),
    }
}

fn words(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(render::visible)
}

fn deletes(files: &[FileDiff]) -> bool {
    files.iter().any(|file| file.kind == FileKind::Deleted)
}
