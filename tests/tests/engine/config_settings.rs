//! Codex's settings on the real server: the values in force and their layers, writes, conflicts, and an administrator's
//! limits.

use engine::catalog::config::{ConfigEdit, ConfigField, ConfigIntent, ConfigSheet, Lock};
use engine::catalog::features::{FeatureIntent, FeatureSheet, Feedback, FeedbackKind};
use engine::catalog::import::ImportIntent;
use engine::catalog::layer::LayerKind;
use engine::catalog::permissions::PermissionSheet;
use engine::change::Permissions;
use engine::failure::Code;
use engine::intent::{CatalogIntent, ExportIntent, Receipt};
use engine::query::{ConfigQuery, QueryResult};
use serde_json::{Value, json};
use std::sync::atomic::Ordering::Relaxed;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

async fn open(fixture: &EngineFixture) -> (OpenEngine, Client) {
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    (opened, client)
}

async fn sheet(client: &Client) -> ConfigSheet {
    match client.engine.query(ConfigQuery::Config { cwd: None }).await {
        Ok(QueryResult::Config { sheet }) => *sheet,
        other => panic!("no sheet: {other:?}"),
    }
}

fn field<'a>(sheet: &'a ConfigSheet, key: &str) -> &'a ConfigField {
    sheet.fields.iter().find(|field| field.key == key).unwrap_or_else(|| panic!("no field {key}"))
}

fn write(edits: &[(&str, Value)], version: Option<String>) -> CatalogIntent {
    let edits = edits.iter().map(|(key, value)| ConfigEdit { key: (*key).into(), value: value.clone() }).collect();
    CatalogIntent::Config { intent: ConfigIntent::Write { edits, version } }
}

fn file(fixture: &EngineFixture) -> String {
    std::fs::read_to_string(fixture.at("home/config.toml")).unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_wrong_value_keeps_all_from_being_written() {
    let fixture = EngineFixture::new().await;
    std::fs::write(
        fixture.at("home/config.toml"),
        "model_verbosity = \"low\"\n[mcp_servers.a]\ncommand = \"x\"\nenv = { K = \"hush\" }\nenabled = false\n",
    )
    .unwrap();
    let (opened, client) = open(&fixture).await;
    let seen = sheet(&client).await;
    let verbosity = field(&seen, "model_verbosity");
    assert_eq!((&verbosity.value, verbosity.layer.as_ref().unwrap().kind), (&json!("low"), LayerKind::User));
    assert_eq!(field(&seen, "model_provider").layer.as_ref().unwrap().kind, LayerKind::Flags);
    assert!(field(&seen, "model_provider").overruled);
    assert!(!seen.raw.contains("hush") && seen.raw.contains("model_verbosity"), "{}", seen.raw);
    assert!(!format!("{:?}", seen.others).contains("hush"));

    let edits = [
        ("model_verbosity", json!("high")),
        ("sandbox_workspace_write.writable_roots", json!(["/srv/a"])),
        ("web_search", json!("cached")),
    ];
    client.perform(write(&edits, seen.version.clone())).await;
    let toml = file(&fixture);
    assert!(toml.contains("model_verbosity = \"high\"") && toml.contains("/srv/a") && toml.contains("hush"), "{toml}");
    let after = sheet(&client).await;
    assert_eq!(field(&after, "web_search").own, json!("cached"));
    assert_ne!(after.version, seen.version);

    let wrong = [("model_verbosity", json!("medium")), ("approval_policy", json!("bogus"))];
    let refused = client.act(write(&wrong, after.version.clone())).await.unwrap_err();
    assert_eq!((refused.code, refused.at.as_deref()), (Code::BadInput, Some("approval_policy")), "{refused:?}");
    assert_eq!(file(&fixture), toml, "all or nothing");

    client.perform(write(&[("web_search", Value::Null)], after.version)).await;
    assert!(!file(&fixture).contains("web_search"));
    let receipt: Receipt = client.perform(write(&[("model_provider", json!("openai"))], None)).await;
    assert!(receipt.note.is_some(), "written, and overruled");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_setting_written_elsewhere_meanwhile_is_a_conflict() {
    let fixture = EngineFixture::new().await;
    std::fs::write(fixture.at("home/config.toml"), "model_verbosity = \"low\"\n").unwrap();
    let (opened, mut client) = open(&fixture).await;
    let seen = sheet(&client).await;
    let before = client.mirror.seen.0["revisions"]["config"].clone();
    std::fs::write(fixture.at("home/config.toml"), "model_verbosity = \"medium\"\nreview_model = \"by-hand\"\n")
        .unwrap();
    client.mirror.until("the change is noticed", |now| now.0["revisions"]["config"] != before).await;
    let refused = client.act(write(&[("model_verbosity", json!("high"))], seen.version)).await.unwrap_err();
    assert_eq!(refused.code, Code::Conflict);
    assert!(file(&fixture).contains("by-hand") && !file(&fixture).contains("high"));
    let now = sheet(&client).await;
    assert_eq!(field(&now, "model_verbosity").own, json!("medium"));
    client.perform(write(&[("model_verbosity", json!("high"))], now.version)).await;
    assert!(file(&fixture).contains("by-hand") && file(&fixture).contains("high"));

    std::fs::write(fixture.at("home/config.toml"), "model_verbosity = \n[half").unwrap();
    let broken = client.act(write(&[("model_verbosity", json!("low"))], None)).await;
    assert!(broken.is_err(), "a file that cannot be read is not written over");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_file_is_told_with_its_place() {
    let fixture = EngineFixture::new().await;
    std::fs::write(fixture.at("home/config.toml"), "model = \"a\"\n\nmodel_verbosity = nonsense\n").unwrap();
    let opened = fixture.open();
    let mut client = opened.window("main");
    let told = |seen: &threadloft_tests::mirror::Snapshot| {
        let notices = seen.0["banners"].as_array().cloned().unwrap_or_default();
        notices.iter().any(|notice| {
            let detail = notice["detail"].as_str().unwrap_or_default();
            detail.contains("config.toml") && detail.contains("line 3")
        })
    };
    client.mirror.until("the banner names the file and the line", told).await;
    opened.engine.close().await;
}

/// The real codex with an administrator's requirements, in a private `/etc`: it reads them from `/etc/codex` only.
#[cfg(target_os = "linux")]
fn under_an_administrator(fixture: &EngineFixture, requirements: &str) -> Option<std::path::PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let bwrap = std::path::Path::new("/usr/bin/bwrap");
    let etc = fixture.at("etc");
    std::fs::create_dir_all(etc.join("codex")).unwrap();
    for name in ["passwd", "group", "hosts", "nsswitch.conf"] {
        std::fs::copy(format!("/etc/{name}"), etc.join(name)).ok();
    }
    std::fs::write(etc.join("codex/requirements.toml"), requirements).unwrap();
    let works = std::process::Command::new(bwrap).args(["--dev-bind", "/", "/", "true"]).status();
    if !works.is_ok_and(|status| status.success()) {
        return None;
    }
    let script = fixture.at("managed-codex");
    let text = format!(
        "#!/bin/sh\nexec {} --die-with-parent --dev-bind / / --bind {} /etc {} \"$@\"\n",
        bwrap.display(),
        etc.display(),
        threadloft_tests::codex().display()
    );
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    Some(script)
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn what_an_administrator_forbids_is_refused() {
    let fixture = EngineFixture::new().await;
    let rules = "allowed_approval_policies = [\"untrusted\", \"on-request\"]\nallowed_sandbox_modes = [\"read-only\", \"workspace-write\"]\n[features]\nmemories = false\n";
    // Systems without a working sandbox cannot have a private /etc either.
    let Some(codex) = under_an_administrator(&fixture, rules) else { return };
    let mut options = fixture.options();
    options.codex = Some(codex);
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.ready().await;
    let seen = sheet(&client).await;
    assert!(seen.limited);
    let expected = Lock::Only { options: vec!["untrusted".into(), "on-request".into()] };
    assert_eq!(field(&seen, "approval_policy").lock, Some(expected));
    let refused = client.act(write(&[("approval_policy", json!("never"))], seen.version)).await;
    let refused = refused.expect_err("it is refused before the server would write it");
    assert_eq!((refused.code, refused.at.as_deref()), (Code::BadInput, Some("approval_policy")), "{refused:?}");
    assert!(!file(&fixture).contains("never"));
    let full = permissions(&client).await.modes.into_iter().find(|mode| mode.mode == Permissions::Full).unwrap();
    assert!(full.forbidden);
    let Ok(QueryResult::ThreadDefaults { defaults }) =
        client.engine.query(ConfigQuery::ThreadDefaults { cwd: None }).await
    else {
        panic!("no defaults")
    };
    let forbidden: Vec<Permissions> =
        defaults.choices.into_iter().filter(|choice| choice.forbidden).map(|choice| choice.permissions).collect();
    assert_eq!(forbidden, [Permissions::Auto, Permissions::Full]);
    opened.engine.close().await;
}

async fn permissions(client: &Client) -> PermissionSheet {
    match client.engine.query(ConfigQuery::Permissions { cwd: None }).await {
        Ok(QueryResult::Permissions { sheet }) => *sheet,
        other => panic!("no permissions: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_permission_setting_is_written() {
    let fixture = EngineFixture::new().await;
    let (opened, client) = open(&fixture).await;
    let seen = permissions(&client).await;
    let values: Vec<(&str, &str)> =
        seen.modes.iter().map(|mode| (mode.approval.as_str(), mode.sandbox.as_str())).collect();
    assert_eq!(values[1], ("untrusted", ""));
    assert_eq!(values[5], ("never", "danger-full-access"));
    assert!(seen.profiles.iter().any(|profile| profile.id == ":workspace"), "{:?}", seen.profiles);
    let granular = json!({"granular": {"sandbox_approval": true, "rules": true, "mcp_elicitations": false, "request_permissions": true, "skill_approval": false}});
    client
        .perform(write(
            &[("approval_policy", granular.clone()), ("sandbox_workspace_write.network_access", json!(true))],
            seen.version,
        ))
        .await;
    let after = permissions(&client).await;
    assert_eq!((after.approval, after.network), (granular, true));

    // A page alone must not give all future threads full access.
    opened.platform.declines.store(true, Relaxed);
    for (key, value) in [("sandbox_mode", "danger-full-access"), ("default_permissions", ":danger-full-access")] {
        assert_eq!(client.act(write(&[(key, json!(value))], None)).await.unwrap_err().code, Code::Refused, "{key}");
    }
    assert!(!file(&fixture).contains("danger"), "{}", file(&fixture));
    opened.platform.declines.store(false, Relaxed);

    let project = fixture.project();
    let trust = |trusted| CatalogIntent::Config { intent: ConfigIntent::Trust { folder: project.clone(), trusted } };
    client.perform(trust(true)).await;
    assert!(
        permissions(&client).await.folders.iter().any(|folder| folder.path == project && folder.trusted && folder.own)
    );
    client.perform(trust(false)).await;
    assert!(permissions(&client).await.folders.iter().any(|folder| folder.path == project && !folder.trusted));
    assert!(file(&fixture).contains("trust_level = \"untrusted\""));

    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_default_model_is_written_to_the_config() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    // Without this the model from the command line would override the file.
    options.extra_config.retain(|(key, _)| key != "model");
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.ready().await;
    let look = |hidden| client.engine.query(ConfigQuery::ModelSheet { hidden });
    let Ok(QueryResult::ModelSheet { sheet }) = look(false).await else { panic!("no models") };
    let Ok(QueryResult::ModelSheet { sheet: all }) = look(true).await else { panic!("no models") };
    assert!(all.models.len() > sheet.models.len() && sheet.models.iter().all(|model| !model.hidden));
    assert!(sheet.can.is_some() && sheet.chosen.is_none());
    let model = sheet.models.iter().find(|model| !model.is_default && model.efforts.len() > 1).unwrap();
    let effort = model.efforts[0].id.clone();
    client.perform(write(&[("model", json!(model.id)), ("model_reasoning_effort", json!(effort))], None)).await;
    assert!(file(&fixture).contains(&format!("model = \"{}\"", model.id)));
    let Ok(QueryResult::ModelSheet { sheet: now }) = look(false).await else { panic!("no models") };
    assert_eq!((now.chosen.as_deref(), now.effort.as_deref()), (Some(model.id.as_str()), Some(effort.as_str())));
    assert_eq!(now.layer.unwrap().kind, LayerKind::User);
    opened.engine.close().await;
}

async fn features(client: &Client) -> FeatureSheet {
    match client.engine.query(ConfigQuery::Features { cwd: None }).await {
        Ok(QueryResult::Features { sheet }) => *sheet,
        other => panic!("no features: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn features_hooks_and_memory_are_listed() {
    let fixture = EngineFixture::new().await;
    std::fs::write(
        fixture.at("home/hooks.json"),
        json!({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}).to_string(),
    )
    .unwrap();
    let (opened, client) = open(&fixture).await;
    let seen = features(&client).await;
    assert!(seen.features.len() > 50, "all pages: {}", seen.features.len());
    assert!(!seen.modes.is_empty() && seen.memories.is_some());
    assert!(seen.hooks.iter().any(|hook| hook.runs == "true"), "{:?} {:?}", seen.hooks, seen.hook_problems);
    let on = |sheet: &FeatureSheet| sheet.features.iter().find(|one| one.name == "memories").unwrap().on;
    assert!(!on(&seen));
    client
        .perform(CatalogIntent::Feature { intent: FeatureIntent::Switch { name: "memories".into(), on: true } })
        .await;
    assert!(file(&fixture).contains("memories = true"));
    assert!(on(&features(&client).await));
    let bad = FeatureIntent::Switch { name: "a.b\"c".into(), on: true };
    assert_eq!(client.act(CatalogIntent::Feature { intent: bad }).await.unwrap_err().code, Code::BadInput);
    client.perform(CatalogIntent::Feature { intent: FeatureIntent::ForgetMemories }).await;
    assert_eq!(features(&client).await.memories, Some(0.0));

    client.perform(CatalogIntent::Feature { intent: FeatureIntent::Compress }).await;
    assert_eq!(seen.remote, None);
    let refused = client.act(CatalogIntent::Feature { intent: FeatureIntent::StopRemote }).await;
    assert!(refused.is_err(), "without an account there is nothing to stop");
    let thread = client.start_thread(&fixture.project(), "hello").await;
    client
        .perform(CatalogIntent::Feature { intent: FeatureIntent::Remember { thread: thread.clone(), on: false } })
        .await;
    let Ok(QueryResult::Memory { summary }) = client.engine.query(ConfigQuery::Memory { thread }).await else {
        panic!("no memory")
    };
    assert_eq!(summary, None);

    let feedback = Feedback { about: FeedbackKind::Bug, words: "It sank.".into(), thread: None, logs: true };
    let folder = Some(fixture.at("tmp").display().to_string());
    let saved = client
        .perform(CatalogIntent::Feature { intent: FeatureIntent::SaveFeedback { feedback, folder } })
        .await
        .path
        .unwrap();
    assert!(std::fs::read(&saved).unwrap().starts_with(b"PK"), "a zip to look into");
    assert!(client.act(ExportIntent::RevealExport { path: saved }).await.is_ok());
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_agents_set_up_is_imported() {
    let fixture = EngineFixture::new().await;
    let user = fixture.at("user");
    std::fs::create_dir_all(user.join(".claude/commands")).unwrap();
    std::fs::write(user.join(".claude/CLAUDE.md"), "# Be brief\n").unwrap();
    std::fs::write(user.join(".claude/commands/ship.md"), "---\ndescription: ship it\n---\nShip.\n").unwrap();
    std::fs::write(
        user.join(".claude.json"),
        json!({"mcpServers": {"docs": {"command": "true", "args": []}}}).to_string(),
    )
    .unwrap();
    let mut options = fixture.options();
    options.env.push(("HOME".into(), user.display().to_string()));
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.ready().await;
    let Ok(QueryResult::Import { sheet }) = client.engine.query(ConfigQuery::Import { folder: None }).await else {
        panic!("no import")
    };
    let servers = sheet.items.iter().find(|item| item.what == "MCP_SERVER_CONFIG").expect("its servers");
    assert_eq!(servers.names, ["docs"]);
    let wanted: Vec<String> =
        sheet.items.iter().filter(|item| item.what != "COMMANDS").map(|item| item.id.clone()).collect();
    let begin = |items: &[String]| CatalogIntent::Import {
        intent: ImportIntent::Begin { items: items.to_vec(), folder: None },
    };
    // A server is a program, so a page alone must not add one.
    opened.platform.declines.store(true, Relaxed);
    assert_eq!(client.act(begin(&wanted)).await.unwrap_err().code, Code::Refused);
    let asked = opened.platform.asked.lock().unwrap().join("\n");
    assert!(asked.contains("confirm Import this into Codex?") && asked.contains("MCP_SERVER_CONFIG"), "{asked}");
    assert!(!file(&fixture).contains("mcp_servers"), "{}", file(&fixture));
    opened.platform.declines.store(false, Relaxed);
    client.perform(begin(&wanted)).await;
    client.mirror.until("the import is done", |seen| seen.0["environment"]["import"]["done"] == true).await;
    let brought = client.mirror.seen.0["environment"]["import"]["brought"].as_array().cloned().unwrap();
    assert!(brought.iter().any(|line| line["what"] == "MCP_SERVER_CONFIG"), "{brought:?}");
    assert!(file(&fixture).contains("[mcp_servers.docs]"), "{}", file(&fixture));
    assert_eq!(std::fs::read_to_string(fixture.at("home/AGENTS.md")).unwrap(), "# Be brief\n");
    let Ok(QueryResult::Import { sheet }) = client.engine.query(ConfigQuery::Import { folder: None }).await else {
        panic!("no import")
    };
    assert_eq!(sheet.earlier.len(), 1);
    assert!(sheet.items.iter().all(|item| item.what != "MCP_SERVER_CONFIG"));
    let nothing = ImportIntent::Begin { items: vec!["no such thing".into()], folder: None };
    assert_eq!(client.act(CatalogIntent::Import { intent: nothing }).await.unwrap_err().code, Code::BadInput);
    opened.engine.close().await;
}
