//! Reads a request of the server into the question that a person sees.
//!
//! Invariant: hidden content (bidirectional marks, control characters, look-alike letters) is made visible. Invariant:
//! a request that cannot be read can still be declined.

use super::{form, permission, standing};
use crate::risk;
use crate::shell;
use crate::words::{action, pretty, relative};
use contract::ask::{AskBody, Choice, Decision, Persist, Question as Asked, Risk};
use contract::row::{FileDiff, FileKind};
use protocol::ask::{
    CommandAsk, CommandDecision, Elicitation, ElicitationAsk, LegacyChange, LegacyCommandAsk, LegacyPatchAsk,
};
use protocol::enums::NetworkRule;
use protocol::{RequestBody, ServerRequest};
use render::diff;
use serde_json::Value;

/// What the state knows about the thread of a request.
pub struct Setting<'a> {
    /// The thread's folder; empty if unknown.
    pub cwd: &'a str,
    /// The files of the row that the request is about.
    pub files: &'a [FileDiff],
    /// The tool calls that are running or about to run in the thread, as Codex reported them.
    pub tools: Vec<Tool<'a>>,
}

/// A tool call, as its row names it.
pub struct Tool<'a> {
    pub server: Option<&'a str>,
    pub name: &'a str,
    pub arguments: &'a str,
}

/// The thread, turn and row of a request.
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
        RequestBody::Command(ask) => of(&ask.thread_id, Some(&ask.turn_id), Some(&ask.item_id), ask.started_at_ms),
        RequestBody::Files(ask) => of(&ask.thread_id, Some(&ask.turn_id), Some(&ask.item_id), ask.started_at_ms),
        RequestBody::Permissions(ask) => of(&ask.thread_id, Some(&ask.turn_id), Some(&ask.item_id), ask.started_at_ms),
        RequestBody::UserInput(ask) => of(&ask.thread_id, Some(&ask.turn_id), Some(&ask.item_id), 0),
        RequestBody::Elicitation(ask) => of(&ask.thread_id, ask.turn_id.as_deref(), None, 0),
        RequestBody::LegacyPatch(ask) => of(&ask.conversation_id, None, Some(&ask.call_id), 0),
        RequestBody::LegacyCommand(ask) => of(&ask.conversation_id, None, Some(&ask.call_id), 0),
        RequestBody::Unreadable(json) => {
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
    let (body, mut risks) = read_body(request, setting);
    // Hidden characters in any field above are visible in the text that is shown.
    let text = serde_json::to_string(&body).unwrap_or_default();
    if !risks.contains(&Risk::HiddenCharacters) && (text.contains("⟨U+") || text.contains(r#"class=\"ctl\""#)) {
        risks.push(Risk::HiddenCharacters);
    }
    (body, risks)
}

fn read_body(request: &ServerRequest, setting: &Setting<'_>) -> (AskBody, Vec<Risk>) {
    match &request.body {
        RequestBody::Command(ask) => command(ask, setting),
        RequestBody::Files(ask) => {
            let paths = setting.files.iter().map(|file| file.path.as_str());
            let mut risks = risk::of_paths(paths, Some(setting.cwd), deletes(setting.files));
            if let Some(root) = &ask.grant_root {
                risks = risk::both(risks, risk::of_paths([root.as_str()], Some(setting.cwd), false));
            }
            let body = AskBody::Files {
                reason: words(ask.reason.as_deref()),
                grant_root: ask.grant_root.as_deref().map(render::exact),
                files: setting.files.to_vec(),
                offered: vec![Decision::Accept, Decision::Decline],
                also: vec![Decision::AcceptForSession, Decision::Cancel],
            };
            (body, risks)
        }
        RequestBody::Permissions(ask) => {
            let grants = permission::grants(&ask.permissions);
            let risks = risk::both(permission::risks(&ask.permissions, Some(&ask.cwd)), Vec::new());
            (AskBody::Permissions { reason: words(ask.reason.as_deref()), grants }, risks)
        }
        RequestBody::UserInput(ask) => {
            let questions = ask.questions.iter().map(|asked| Asked {
                id: asked.id.clone(),
                header: render::exact(&asked.header),
                question: render::exact(&asked.question),
                options: asked.options.iter().flatten().map(option).collect(),
                other: asked.is_other || asked.options.as_ref().is_none_or(Vec::is_empty),
                secret: asked.is_secret,
            });
            (AskBody::Questions { questions: questions.collect() }, Vec::new())
        }
        RequestBody::Elicitation(ask) => elicitation(ask, request, setting),
        RequestBody::LegacyPatch(ask) => legacy_patch(ask, setting),
        RequestBody::LegacyCommand(ask) => legacy_command(ask),
        RequestBody::Unreadable(json) => (unreadable(request, json), Vec::new()),
        _ => (unreadable(request, &Value::Null), Vec::new()),
    }
}

fn command(ask: &CommandAsk, setting: &Setting<'_>) -> (AskBody, Vec<Risk>) {
    let raw = ask.command.as_deref().unwrap_or_default();
    let cwd = ask.cwd.as_deref().unwrap_or(setting.cwd);
    let host = ask.network_approval_context.as_ref().map(|context| context.host.as_str());
    let (offered, also) = decisions(ask);
    let mut risks = risk::of_command(raw, Some(cwd).filter(|cwd| !cwd.is_empty()));
    if let Some(host) = host {
        risks = risk::both(risks, risk::of_host(host));
    }
    if let Some(further) = &ask.additional_permissions {
        risks = risk::both(risks, permission::risks(further, Some(cwd).filter(|cwd| !cwd.is_empty())));
    }
    let body = AskBody::Command {
        command: render::exact(&shell::unwrapped(raw).unwrap_or_else(|| raw.to_owned())),
        raw: render::exact(raw),
        cwd: ask.cwd.as_deref().map(render::exact),
        reason: words(ask.reason.as_deref()),
        actions: ask
            .command_actions
            .iter()
            .flatten()
            .filter_map(|of| action(of, cwd))
            .map(|line| render::exact(&line))
            .collect(),
        host: host.map(risk::host::shown),
        extra: ask.additional_permissions.as_ref().map(permission::lines).unwrap_or_default(),
        rules: standing::rules(ask, &[&offered, &also]),
        offered,
        also,
    };
    (body, risks)
}

/// The decisions that the server offers, and those it also accepts, which go into a menu. We never propose a standing
/// rule ourselves: it appears only if the server offers it, or if an old server offers nothing at all.
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
        // The server proposes a rule that blocks a host without offering it as a decision.
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
        // A decision that this build does not understand is not offered.
        CommandDecision::Other(_) => return None,
    })
}

fn elicitation(ask: &ElicitationAsk, request: &ServerRequest, setting: &Setting<'_>) -> (AskBody, Vec<Risk>) {
    let server = name(&ask.server_name);
    let body = match (&ask.mode, tool_of(ask, setting)) {
        (Elicitation::Form { message, .. }, Some(tool)) => AskBody::ToolUse {
            server,
            tool: Some(name(tool.name)),
            // Codex's own sentence only repeats what the card already shows.
            message: if *message == of_codex(&ask.server_name, tool.name) {
                String::new()
            } else {
                render::exact(message)
            },
            arguments: Some(render::exact(tool.arguments)).filter(|text| !is_empty(text)),
            persist: persist(&ask.meta["persist"]),
        },
        (Elicitation::Form { message, requested_schema }, None) => {
            AskBody::Form { server, message: render::exact(message), fields: form::fields(requested_schema) }
        }
        (Elicitation::Url { message, url, .. }, _) => {
            // A person cannot check an address with hidden characters, so it cannot be opened.
            let host = risk::host::of_url(url).filter(|_| !render::deceives(url));
            let imitates = host.is_some_and(|(host, pretends)| pretends || risk::host::imitates(host));
            let body = AskBody::Link {
                server,
                message: render::exact(message),
                url: render::exact(url),
                host: host.map(|(host, _)| risk::host::shown(host)),
            };
            return (body, if imitates { vec![Risk::ImitatedHost] } else { Vec::new() });
        }
        (Elicitation::Other(map), _) => unreadable(request, &Value::Object(map.clone())),
    };
    (body, Vec::new())
}

/// The tool call that Codex asks about. An MCP server could send a request that looks like one of Codex's, because the
/// app-server passes on what it says. So the tool is taken from the rows, which only Codex makes, and the request must
/// match it.
fn tool_of<'a>(ask: &ElicitationAsk, setting: &'a Setting<'_>) -> Option<&'a Tool<'a>> {
    const APPS: &str = "codex_apps";
    if ask.meta["codex_approval_kind"] != "mcp_tool_call" {
        return None;
    }
    let arguments = pretty(&ask.meta["tool_params"]);
    let server = render::visible(&ask.server_name);
    setting.tools.iter().rev().find(|tool| {
        let named = ask.meta["tool_name"].as_str();
        (tool.server == Some(server.as_str()) || ask.server_name == APPS)
            && named.is_none_or(|name| render::visible(name) == tool.name)
            && (arguments == tool.arguments || (is_empty(&arguments) && is_empty(tool.arguments)))
    })
}

fn of_codex(server: &str, tool: &str) -> String {
    format!("Allow the {server} MCP server to run tool \"{tool}\"?")
}

fn is_empty(arguments: &str) -> bool {
    arguments.is_empty() || arguments == "{}"
}

/// The name of a server or tool on one line. It is inserted into our own sentences and must not be able to forge one.
fn name(text: &str) -> String {
    const LONGEST: usize = 64;
    let line = render::exact(text).replace('\n', "⟨U+000A⟩").replace('\t', "⟨U+0009⟩");
    match line.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
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
    let paths = ask.file_changes.keys().chain(&ask.grant_root).map(String::as_str);
    let risks = risk::of_paths(paths, Some(setting.cwd), deletes(&files));
    let body = AskBody::Files {
        reason: words(ask.reason.as_deref()),
        grant_root: ask.grant_root.as_deref().map(render::exact),
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
        command: render::exact(&shell::unwrapped(&raw).unwrap_or_else(|| raw.clone())),
        raw: render::exact(&raw),
        cwd: Some(render::exact(&ask.cwd)),
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

/// The wording of `words::action`, from the legacy format.
fn legacy_action(parsed: &Value, cwd: &str) -> Option<String> {
    let path = parsed["path"].as_str().map(|path| relative(path, cwd));
    match (parsed["type"].as_str()?, path) {
        ("read", Some(path)) => Some(format!("reads {path}")),
        ("list_files", Some(path)) => Some(format!("lists files in {path}")),
        ("list_files", None) => Some("lists files".to_owned()),
        ("search", path) => {
            let query = parsed["query"].as_str().map(|query| format!(" for {}", render::exact(query)));
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
    AskBody::Unreadable { method: render::exact(&request.method), json: pretty(json) }
}

fn option(option: &protocol::ask::UserOption) -> Choice {
    Choice {
        value: option.label.clone(),
        label: render::exact(&option.label),
        description: words(Some(&option.description)),
    }
}

fn words(text: Option<&str>) -> Option<String> {
    text.map(str::trim).filter(|text| !text.is_empty()).map(render::exact)
}

fn deletes(files: &[FileDiff]) -> bool {
    files.iter().any(|file| file.kind == FileKind::Deleted)
}

#[cfg(test)]
#[path = "read/tests.rs"]
mod tests;
