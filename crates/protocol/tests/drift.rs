#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Compares our types with the server's own schema: every name of ours exists there, and every method of the server
//! is used or has a reason why not.
//!
//! Samples of each type are made from the schema, with every field and every variant. Our type parses a sample and
//! serialises it again. A field that we misspell then appears as one that the sample does not have.

#[path = "drift/older.rs"]
mod older;
#[path = "drift/sample.rs"]
mod sample;

use protocol::item::{CommandAction, Item, ItemKind, PatchKind, ToolContent, UserInput, WebSearchAction};
use protocol::method::{Capabilities, ClientInfo, FirstPage, LoginParams, ReviewTarget, TerminalSize};
use protocol::round_trip::RoundTrip;
use protocol::table::{self, TableEntry, Using};
use protocol::thread::{ApprovalPolicy, ModeSettings, SandboxPolicy, SectionLook, ThreadStatus, UnreadFrom};
use protocol::{account, ask, enums, event};
use sample::Schema;
use serde_json::Value;
use std::collections::BTreeSet;

fn schema() -> Schema {
    Schema::parse(include_str!("../../../tests/schema/0.166.0/protocol.json"))
}

fn names(entries: &[TableEntry]) -> BTreeSet<String> {
    let names: BTreeSet<String> = entries.iter().map(|entry| entry.method.to_owned()).collect();
    assert_eq!(names.len(), entries.len(), "a method is listed twice");
    names
}

#[test]
fn the_method_table_equals_the_schema() {
    let schema = schema();
    assert_eq!(names(&table::client_requests()), schema.methods("ClientRequest"));
    assert_eq!(names(&table::server_requests()), schema.methods("ServerRequest"));
    assert_eq!(names(&table::notifications()), schema.methods("ServerNotification"));
}

#[test]
fn older_calls_are_not_in_the_current_schema() {
    let schema = schema();
    for entry in table::older_requests() {
        assert!(!schema.methods("ClientRequest").contains(entry.method), "{} is not old", entry.method);
    }
}

#[test]
fn experimental_calls_are_those_of_the_schema() {
    let experimental = schema().experimental();
    for entry in table::client_requests() {
        if let Using::Call(call) = entry.using {
            assert_eq!(call.experimental, experimental.contains(entry.method), "{}", entry.method);
        }
    }
}

#[test]
fn every_call_field_exists() {
    let schema = schema();
    let mut wrong = Vec::new();
    for entry in table::client_requests() {
        if let Using::Call(call) = entry.using {
            let params = schema.params("ClientRequest", entry.method);
            wrong.extend(strangers(&schema, entry.method, &params, call.params));
            let answer = Schema::reference(&answer_name(entry.method, &params));
            wrong.extend(strangers(&schema, &format!("{} answer", entry.method), &answer, call.answer));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn start_and_fork_answer_a_part_of_what_resume_does() {
    let schema = schema();
    let resumed = schema.fields("ThreadResumeResponse");
    for name in ["ThreadStartResponse", "ThreadForkResponse"] {
        assert!(schema.fields(name).is_subset(&resumed), "{name}");
    }
}

#[test]
fn every_notification_field_exists() {
    let schema = schema();
    let wrong: Vec<String> = event::Event::NOTIFICATIONS
        .iter()
        .flat_map(|(method, _)| {
            let params = schema.params("ServerNotification", method);
            strangers(&schema, method, &params, event::Event::round_trip(method).unwrap())
        })
        .collect();
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_request_and_reply_field_exists() {
    let schema = schema();
    let mut wrong = Vec::new();
    for (method, _) in ask::RequestBody::METHODS {
        let params = schema.params("ServerRequest", method);
        let (asked, replied) = ask::RequestBody::round_trips(method).unwrap();
        wrong.extend(strangers(&schema, method, &params, asked));
        let reply = Schema::reference(&answer_name(method, &params));
        wrong.extend(strangers(&schema, &format!("{method} reply"), &reply, replied));
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// These types omit empty fields, so a round trip alone would not reveal a wrong name.
#[test]
fn omitted_empty_fields_exist() {
    let schema = schema();
    let wrong: Vec<String> = [
        ("InitializeCapabilities", RoundTrip::of::<Capabilities>()),
        ("ClientInfo", RoundTrip::of::<ClientInfo>()),
        ("ThreadResumeInitialTurnsPageParams", RoundTrip::of::<FirstPage>()),
        ("CommandExecTerminalSize", RoundTrip::of::<TerminalSize>()),
        ("ThreadSectionAppearance", RoundTrip::of::<SectionLook>()),
        ("Settings", RoundTrip::of::<ModeSettings>()),
        ("RequestPermissionProfile", RoundTrip::of::<ask::AdditionalPermissions>()),
        ("AdditionalFileSystemPermissions", RoundTrip::of::<ask::FilePermissions>()),
    ]
    .into_iter()
    .flat_map(|(name, ours)| strangers(&schema, name, &Schema::reference(name), ours))
    .collect();
    assert_eq!(wrong, Vec::<String>::new());
    // These types model every field, so a round trip loses nothing.
    for (name, ours) in [
        ("UserInput", RoundTrip::of::<UserInput>()),
        ("LoginAccountParams", RoundTrip::of::<LoginParams>()),
        ("ReviewTarget", RoundTrip::of::<ReviewTarget>()),
        ("AskForApproval", RoundTrip::of::<ApprovalPolicy>()),
        ("SandboxPolicy", RoundTrip::of::<SandboxPolicy>()),
        ("CommandExecutionApprovalDecision", RoundTrip::of::<ask::CommandDecision>()),
        ("FileChangeApprovalDecision", RoundTrip::of::<ask::FilesDecision>()),
    ] {
        for sample in schema.samples(&Schema::reference(name)) {
            assert_eq!(ours.round_trip(sample.clone()).unwrap(), sample, "{name}");
        }
    }
}

#[test]
fn every_declared_enum_value_exists() {
    let schema = schema();
    for (name, words) in enums::DECLARED {
        let theirs = schema.words(name);
        let unknown: Vec<_> = words.iter().filter(|word| !theirs.contains(**word)).collect();
        assert!(unknown.is_empty(), "{name} has no {unknown:?}");
    }
    let policies = schema.words("AskForApproval");
    let ours = [ApprovalPolicy::UNTRUSTED, ApprovalPolicy::ON_REQUEST, ApprovalPolicy::NEVER];
    assert_eq!(policies, ours.map(str::to_owned).into());
}

/// `Other` is for future servers: everything the pinned one sends has a variant.
#[test]
fn nothing_this_server_sends_is_other() {
    macro_rules! known {
        ($($name:literal => $type:ty { $other:pat $(if $guard:expr)? }),* $(,)?) => {$(
            for sample in schema().samples(&Schema::reference($name)) {
                let read: $type = serde_json::from_value(sample.clone()).expect($name);
                assert!(!matches!(read, $other $(if $guard)?), "{} {sample}", $name);
            }
        )*};
    }
    known! {
        "ThreadItem" => Item { Item { kind: ItemKind::Other(_), .. } },
        "UserInput" => UserInput { UserInput::Other(_) },
        "CommandAction" => CommandAction { CommandAction::Other(_) },
        "PatchChangeKind" => PatchKind { PatchKind::Other(_) },
        "DynamicToolCallOutputContentItem" => ToolContent { ToolContent::Other(_) },
        "WebSearchAction" => WebSearchAction { WebSearchAction::Other(ref json) if json["type"] != "other" },
        "ThreadStatus" => ThreadStatus { ThreadStatus::Other(_) },
        "ThreadUnreadPosition" => UnreadFrom { UnreadFrom::Other(_) },
        "SandboxPolicy" => SandboxPolicy { SandboxPolicy::Other(_) },
        "AskForApproval" => ApprovalPolicy { ApprovalPolicy::Other(_) },
        "Account" => account::Account { account::Account::Other(_) },
        "LoginAccountResponse" => event::LoginStarted { event::LoginStarted::Other(_) },
        "CommandExecutionApprovalDecision" => ask::CommandDecision { ask::CommandDecision::Other(_) },
        "FileSystemPath" => ask::FilePath { ask::FilePath::Other(_) },
        "FileChange" => ask::LegacyChange { ask::LegacyChange::Other(_) },
    }
    let kinds: BTreeSet<String> = ItemKind::NAMES.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(kinds, schema().tags("ThreadItem", "type"));
}

/// The schema does not name the answer's type; the name follows from that of the parameters.
fn answer_name(method: &str, params: &Value) -> String {
    match (method, Schema::name(params)) {
        ("account/logout", _) => "LogoutAccountResponse".to_owned(),
        ("account/workspaceMessages/read", _) => "GetWorkspaceMessagesResponse".to_owned(),
        ("configRequirements/read", _) => "ConfigRequirementsReadResponse".to_owned(),
        ("config/mcpServer/reload", _) => "McpServerRefreshResponse".to_owned(),
        ("mcpServerStatus/list", _) => "ListMcpServerStatusResponse".to_owned(),
        ("rollout/compress", _) => "RolloutCompressResponse".to_owned(),
        ("remoteControl/status/read", _) => "RemoteControlStatusReadResponse".to_owned(),
        ("memory/reset", _) => "MemoryResetResponse".to_owned(),
        ("externalAgentConfig/import/readHistories", _) => "ExternalAgentConfigImportHistoriesReadResponse".to_owned(),
        ("windowsSandbox/readiness", _) => "WindowsSandboxReadinessResponse".to_owned(),
        ("config/value/write" | "config/batchWrite", _) => "ConfigWriteResponse".to_owned(),
        ("account/gatewayOAuth/read", _) => "GatewayOAuthReadResponse".to_owned(),
        ("account/gatewayOAuth/login", _) => "GatewayOAuthLoginResponse".to_owned(),
        ("account/gatewayOAuth/cancel", _) => "GatewayOAuthCancelResponse".to_owned(),
        ("accountSession/list", _) => "AccountSessionsResponse".to_owned(),
        // One type of ours parses all three answers, and this one has the most fields, as a test checks.
        ("thread/start" | "thread/fork", _) => "ThreadResumeResponse".to_owned(),
        (_, Some(name)) => name.replace("Params", "Response"),
        _ => panic!("{method}: name its answer here"),
    }
}

/// Our fields that the schema does not have.
fn strangers(schema: &Schema, what: &str, node: &Value, ours: RoundTrip) -> Vec<String> {
    let samples = schema.samples(node);
    let known: BTreeSet<String> = samples.iter().flat_map(|sample| paths(sample, "")).collect();
    let mut wrong: Vec<String> = ours
        .fields()
        .iter()
        .filter(|field| !known.contains(&format!(".{field}")))
        .map(|field| format!("{what}.{field}"))
        .collect();
    for sample in samples {
        match ours.round_trip(sample.clone()) {
            Ok(again) => compare(&again, &sample, "", &known, &mut |path| wrong.push(format!("{what}{path}"))),
            Err(error) => wrong.push(format!("{what}: {error} in {sample}")),
        }
    }
    wrong.sort();
    wrong.dedup();
    wrong
}

/// The path of each field. Entries of a list share one path.
fn paths(json: &Value, at: &str) -> Vec<String> {
    match json {
        Value::Object(map) => map
            .iter()
            .flat_map(|(key, value)| {
                let path = format!("{at}.{key}");
                let mut found = paths(value, &path);
                found.push(path);
                found
            })
            .collect(),
        Value::Array(list) => list.iter().flat_map(|value| paths(value, &format!("{at}[]"))).collect(),
        _ => Vec::new(),
    }
}

/// Every field of ours with a value must be in this sample. An empty one may belong to another variant.
fn compare(ours: &Value, sample: &Value, at: &str, known: &BTreeSet<String>, wrong: &mut impl FnMut(String)) {
    match (ours, sample) {
        (Value::Object(ours), Value::Object(sample)) => {
            for (key, value) in ours {
                let path = format!("{at}.{key}");
                match sample.get(key) {
                    Some(theirs) => compare(value, theirs, &path, known, wrong),
                    None if value.is_null() && known.contains(&path) => {}
                    None => wrong(path),
                }
            }
        }
        (Value::Array(ours), Value::Array(sample)) => {
            if ours.len() != sample.len() {
                wrong(format!("{at}: {} of {} entries were read", ours.len(), sample.len()));
            }
            for (ours, sample) in ours.iter().zip(sample) {
                compare(ours, sample, &format!("{at}[]"), known, wrong);
            }
        }
        (Value::String(ours), Value::String(sample)) if ours != sample => {
            wrong(format!("{at}: {sample} became {ours}"))
        }
        (Value::Null, sample) if !sample.is_null() => wrong(format!("{at}: {sample} was lost")),
        _ => {}
    }
}
