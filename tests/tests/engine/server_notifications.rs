//! Notifications outside of turns, and their effects. What 0.166 cannot be made to send is injected.

use engine::ask::Decision;
use engine::catalog::features::FeatureIntent;
use engine::change::Permissions;
use engine::id::ThreadId;
use engine::intent::{CatalogIntent, Choices, MessageIntent};
use engine::query::{ConfigQuery, QueryResult};
use loopback::{Step, Turn};
use serde_json::{Value, json};
use threadloft_tests::asks::{at_work, begin, script};
use threadloft_tests::engine_fixture::{EngineFixture, OpenEngine};

/// The real server behind the injector.
fn whispering(fixture: &EngineFixture) -> OpenEngine {
    let mut options = fixture.options();
    options.codex = Some(env!("CARGO_BIN_EXE_injector").into());
    options.env.push(("INJECTOR_CODEX".into(), threadloft_tests::codex().display().to_string()));
    options.env.push(("CODEX_HOME".into(), fixture.at("home").display().to_string()));
    OpenEngine::open(options)
}

/// With full access, because the sandbox covers neither remote environments nor typed input.
fn freely(thread: &ThreadId, text: &str) -> MessageIntent {
    let choices = Choices::with(Permissions::Full);
    MessageIntent::Send { thread: thread.clone(), prompt: text.to_owned().into(), choices }
}

fn notification(method: &str, more: Value) -> Value {
    let mut params = json!({ "threadId": "$THREAD", "turnId": "$TURN" });
    params.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    // Only after the prompt is shown, because its arrival clears the notice of a stalled turn.
    json!({ "notification": true, "later": true, "method": method, "params": params })
}

/// Every frame twice: servers repeat themselves, and a text that is part of a longer one is shown once.
fn twice(frames: &Value) -> Value {
    let frames = frames.as_array().cloned().unwrap_or_default();
    let again = |frame: &Value| if frame["params"]["delta"].is_string() { 1 } else { 2 };
    frames.iter().flat_map(|frame| std::iter::repeat_n(frame.clone(), again(frame))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_openai_or_another_version_would_say_is_said_in_the_thread() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = begin(whispering(&fixture), &fixture).await;
    let id = thread.as_str();
    let frames = json!([
        notification(
            "model/rerouted",
            json!({ "fromModel": "gpt-a", "toModel": "gpt-b", "reason": "highRiskCyberActivity" })
        ),
        notification(
            "model/safetyBuffering/updated",
            json!({ "model": "gpt-b", "fasterModel": "gpt-c",
            "showBufferingUi": true, "reasons": [], "useCases": [] })
        ),
        notification("model/verification", json!({ "verifications": ["trustedAccessForCyber"] })),
        notification("autoApprovalReview/strictReviewRequired", json!({})),
        notification("thread/compacted", json!({})),
        notification("deprecationNotice", json!({ "summary": "The old way is going.", "details": "Use the new one." })),
        notification("item/fileChange/outputDelta", json!({ "itemId": "patch-1", "delta": "No such lines in " })),
        notification("item/fileChange/outputDelta", json!({ "itemId": "patch-1", "delta": "hull.txt" })),
        notification("item/fileChange/outputDelta", json!({ "itemId": "patch-2", "delta": "Success. All is done." })),
        notification("modelProvider/authRecoveryStarted", json!({ "provider": "lab", "message": "Signing in again" })),
    ]);
    // The prompt contains these words too, so it is left out.
    let frames = twice(&frames);
    let told = |seen: &threadloft_tests::mirror::Snapshot, words: &str| {
        seen.rows(id).iter().any(|row| !row.starts_with("prompt: ") && row.contains(words))
    };
    fixture.model.say([Step::wait("heard"), Step::text("Heard.")]);
    client.send(&thread, &format!("INJECT:{frames}")).await;
    let head = |seen: &threadloft_tests::mirror::Snapshot| seen.thread(id)["head"]["state"].clone();
    let recovering = json!({ "kind": "retrying", "text": "Signing in again" });
    client.mirror.until("it recovers", |seen| head(seen) == recovering).await;
    for words in [
        "gpt-b answered instead of gpt-a: the request looks like risky security work.",
        "gpt-b is checking its answer before showing it. gpt-c would answer faster.",
        "trustedAccessForCyber",
        "The automatic reviewer now checks every action",
        "compacted: ",
        "No such lines in hull.txt",
    ] {
        let rows = client.mirror.seen.rows(id);
        let times = rows.iter().filter(|row| !row.starts_with("prompt: ") && row.contains(words)).count();
        assert_eq!(times, 1, "{words}: {rows:#?}");
    }
    let notices = client.mirror.seen.0["banners"].as_array().cloned().unwrap_or_default();
    let old: Vec<&Value> = notices.iter().filter(|notice| notice["title"] == "The old way is going.").collect();
    assert_eq!(old.len(), 1, "{notices:#?}");
    assert_eq!((&old[0]["level"], &old[0]["detail"]), (&json!("info"), &json!("Use the new one.")));
    assert!(!told(&client.mirror.seen, "Success. All is done."));
    fixture.model.gate("heard").open();
    client.wait_for_turns(id, 2, "done").await;

    let item = json!({ "type": "mcpToolCall", "id": "tool-1", "server": "harbour", "tool": "boats",
        "status": "inProgress", "arguments": {} });
    let frames = json!([
        notification("modelProvider/authRecoveryStarted", json!({ "provider": "lab", "message": "Once more" })),
        notification("modelProvider/authRecoveryCompleted", json!({ "provider": "lab", "message": "Done" })),
        notification("item/started", json!({ "item": item, "startedAtMs": 1 })),
        notification("item/mcpToolCall/progress", json!({ "itemId": "tool-1", "message": "two of three boats" })),
    ]);
    fixture.model.say([Step::wait("again"), Step::text("Heard.")]);
    client.send(&thread, &format!("INJECT:{frames}")).await;
    client.mirror.until("the tool says how far it is", |seen| told(seen, "two of three boats")).await;
    assert_eq!(head(&client.mirror.seen)["kind"], "running", "and it has recovered");
    fixture.model.gate("again").open();
    client.wait_for_turns(id, 3, "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn items_of_every_kind_are_rows() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = begin(whispering(&fixture), &fixture).await;
    let id = thread.as_str();
    let items = [
        ("hook", json!({ "type": "hookPrompt", "fragments": [{ "hookRunId": "h", "text": "mind the gap" }] })),
        ("tool", json!({ "type": "functionCallOutput", "callId": "c", "name": "soundings", "output": "four fathoms" })),
        ("agents", json!({ "type": "subAgentActivity", "kind": "started", "agentThreadId": "", "agentPath": "mate" })),
        ("waited", json!({ "type": "sleep", "durationMs": 1500 })),
        ("unknown", json!({ "type": "semaphore", "flags": ["red", "yellow"] })),
    ];
    let frames: Value = items
        .iter()
        .enumerate()
        .map(|(n, (_, item))| {
            let mut item = item.clone();
            item["id"] = json!(format!("further-{n}"));
            notification("item/completed", json!({ "item": item, "completedAtMs": 1 }))
        })
        .collect();
    fixture.model.say([Step::web_search("tide tables"), Step::text("Found them.")]);
    client.send(&thread, &format!("INJECT:{frames}")).await;
    client.wait_for_turns(id, 2, "done").await;
    let rows = client.mirror.seen.thread(id)["rows"].as_array().cloned().unwrap();
    for (n, (kind, _)) in items.iter().enumerate() {
        let row = rows.iter().find(|row| row["id"] == format!("further-{n}")).unwrap_or_else(|| panic!("no {kind}"));
        assert_eq!((&row["body"]["kind"], &row["state"]), (&json!(kind), &json!("done")), "{row:#}");
    }
    let unknown = client.last_row(id, "unknown");
    assert_eq!(unknown["body"]["name"], "semaphore");
    assert!(unknown["body"]["json"].as_str().unwrap().contains("yellow"), "its data is kept: {unknown:#}");
    assert_eq!(client.last_row(id, "searched")["body"]["query"], "tide tables");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hook_runs_once_it_is_trusted() {
    let fixture = EngineFixture::new().await;
    let (go, begun) = (fixture.at("tmp/go"), fixture.at("tmp/begun"));
    let waits = format!("touch {}; while [ ! -e {} ]; do sleep 0.05; done; echo hooked", begun.display(), go.display());
    let hook = format!(
        "[[hooks.UserPromptSubmit]]\n[[hooks.UserPromptSubmit.hooks]]\ntype = \"command\"\ncommand = {}\n",
        Value::from(waits)
    );
    std::fs::write(fixture.at("home/config.toml"), hook).unwrap();
    let (opened, mut client, _first) = at_work(&fixture).await;
    assert!(!begun.exists(), "nobody trusts it yet");
    let Ok(QueryResult::Features { sheet }) =
        client.engine.query(ConfigQuery::Features { cwd: Some(fixture.project()) }).await
    else {
        panic!("no features")
    };
    let [hook] = &sheet.hooks[..] else { panic!("{:?}", sheet.hooks) };
    assert_eq!((hook.event.as_str(), hook.trust.as_str()), ("userPromptSubmit", "untrusted"));
    let intent = FeatureIntent::TrustHook { key: hook.key.clone(), hash: hook.hash.clone() };
    client.perform(CatalogIntent::Feature { intent }).await;
    let thread = client.start_thread(&fixture.project(), "with a hook").await;
    let id = thread.as_str();
    let head = |seen: &threadloft_tests::mirror::Snapshot| seen.thread(id)["head"]["state"].clone();
    client.mirror.until("the hook runs", |seen| head(seen)["kind"] == "hook").await;
    assert_eq!(head(&client.mirror.seen)["text"], "userPromptSubmit");
    std::fs::write(&go, "").unwrap();
    client.wait_for_turns(id, 1, "done").await;
    assert!(client.mirror.seen.has_row(id, "hooked"), "{:#?}", client.mirror.seen.rows(id));
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_agent_types_into_a_command_is_shown_with_it() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let command = "read -r word; echo the word is $word";
    fixture.model.say(Step::call("exec_command", json!({ "cmd": command, "tty": true, "yield_time_ms": 300 })));
    fixture.model.say(Turn::text("It waits."));
    client.perform(freely(&thread, "begin")).await;
    client.wait_for_turns(id, 2, "done").await;
    client.mirror.until("it goes on", |seen| seen.thread(id)["terminals"][0]["process"].is_string()).await;
    let process: u64 =
        client.mirror.seen.thread(id)["terminals"][0]["process"].as_str().unwrap().parse().expect("a number");
    fixture.model.say(Step::call("write_stdin", json!({ "session_id": process, "chars": "ahoy\n" })));
    fixture.model.say(Turn::text("It ended."));
    client.perform(freely(&thread, "answer it")).await;
    let ran = |seen: &threadloft_tests::mirror::Snapshot| {
        let rows = seen.thread(id)["rows"].as_array().cloned().unwrap_or_default();
        rows.into_iter().find(|row| row["body"]["command"] == command).unwrap_or_default()
    };
    client.mirror.until("it is said what was typed", |seen| ran(seen)["body"]["typed"] == json!(["ahoy\n"])).await;
    client.mirror.until("it ends", |seen| ran(seen)["body"]["exit"] == 0).await;
    assert_eq!(ran(&client.mirror.seen)["body"]["typed"], json!(["ahoy\n"]), "also afterwards");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thoughts_and_patches_grow_part_by_part() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.extra_config.push(("show_raw_agent_reasoning".into(), "true".into()));
    options.extra_config.push(("features.apply_patch_streaming_events".into(), "true".into()));
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let id = thread.as_str();
    let parts = vec!["**Looking at the hull**".to_owned(), "**Painting it**".to_owned()];
    fixture.model.say([
        Step::Reason { parts: Vec::new(), raw: Some("raw thoughts of the sea".into()) },
        Step::Reason { parts, raw: None },
        Step::text("Done."),
    ]);
    client.send(&thread, "think").await;
    client.wait_for_turns(id, 2, "done").await;
    for words in ["raw thoughts of the sea", "Looking at the hull", "Painting it"] {
        assert!(client.mirror.seen.has_row(id, words), "{words}: {:#?}", client.mirror.seen.rows(id));
    }
    let lines: String = (0..200).map(|n| format!("+plank {n}\n")).collect();
    fixture.model.say(Step::patch(&format!("*** Begin Patch\n*** Add File: deck.txt\n{lines}*** End Patch\n")));
    fixture.model.say(Turn::text("Built."));
    client.send(&thread, "build").await;
    client.wait_for_turns(id, 3, "done").await;
    assert!(client.mirror.seen.has_row(id, "deck.txt"), "{:#?}", client.mirror.seen.rows(id));
    let edited = |seen: &threadloft_tests::mirror::Snapshot| {
        let rows = seen.thread(id)["rows"].as_array().cloned().unwrap_or_default();
        let edited = rows.iter().filter(|row| row["body"]["kind"] == "edited");
        edited.map(|row| row["state"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(edited(&client.mirror.seen), ["done"], "it stands once");

    let refused = "*** Begin Patch\n*** Update File: deck.txt\n@@\n-no such plank\n+a plank\n*** End Patch\n";
    fixture.model.say([Step::patch(refused)]);
    let gate = fixture.model.gate("tried");
    fixture.model.say([Step::text("It did not fit."), Step::wait("tried")]);
    client.send(&thread, "mend").await;
    client.mirror.until("it goes on", |seen| seen.has_row(id, "It did not fit.")).await;
    assert_eq!(edited(&client.mirror.seen), ["done", "failed"], "what came to nothing is not still being written");
    gate.open();
    client.wait_for_turns(id, 4, "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whether_others_can_reach_the_server_is_shown() {
    let fixture = EngineFixture::new().await;
    let mut options = fixture.options();
    options.extra_config.push(("features.collab".into(), "true".into()));
    let config = fixture.at("home/config.toml");
    std::fs::write(&config, "no_such_setting = true\n").unwrap();
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let notices = |seen: &threadloft_tests::mirror::Snapshot| seen.0["banners"].as_array().cloned().unwrap_or_default();
    let old = |seen: &threadloft_tests::mirror::Snapshot| {
        notices(seen)
            .iter()
            .any(|one| one["title"].as_str().is_some_and(|title| title.contains("`[features].collab` is deprecated")))
    };
    client.mirror.until("an old setting is named", old).await;
    client.mirror.until("an unknown one too", |seen| seen.has_row(thread.as_str(), "no_such_setting")).await;
    std::fs::remove_file(config).unwrap();
    let load = opened.diagnostics().await.load.expect("it says");
    assert!(load.memory_bytes.is_some_and(|bytes| bytes > 1_000_000.0), "{load:?}");
    assert_eq!(load.threads, Some(1.0));
    opened.engine.close().await;

    let (opened, mut client, thread) = begin(whispering(&fixture), &fixture).await;
    let status = |word: &str| {
        let params = json!({ "status": word, "serverName": "platform", "installationId": "1", "environmentId": null });
        json!({ "notification": true, "method": "remoteControl/status/changed", "params": params })
    };
    assert_eq!(notices(&client.mirror.seen), Vec::<Value>::new(), "nobody reaches it");
    client.send(&thread, &format!("INJECT:{}", json!([status("connected")]))).await;
    let warned = |seen: &threadloft_tests::mirror::Snapshot| notices(seen).iter().any(|one| one["id"] == "remote");
    client.mirror.until("it is said that others can", warned).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    client.send(&thread, &format!("INJECT:{}", json!([status("disabled")]))).await;
    client.mirror.until("and that they no longer can", |seen| !warned(seen)).await;
    client.wait_for_turns(thread.as_str(), 3, "done").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn session_grants_end_when_the_server_unloads_the_thread() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = begin(whispering(&fixture), &fixture).await;
    let grants = async || match opened.engine.query(ConfigQuery::Rules { cwd: None }).await {
        Ok(QueryResult::Rules { rules }) => rules.session.len(),
        other => panic!("no rules: {other:?}"),
    };
    script(&fixture, Step::exec_escalated("touch one", "It wants out."));
    client.send(&thread, "do it").await;
    let ask = client.wait_for_ask("command").await;
    client.decide(&ask, Decision::AcceptForSession).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    assert_eq!(grants().await, 1);
    let closed = json!({ "notification": true, "method": "thread/closed", "params": { "threadId": "$THREAD" } });
    client.send(&thread, &format!("INJECT:{}", json!([closed]))).await;
    client.wait_for_turns(thread.as_str(), 3, "done").await;
    assert_eq!(grants().await, 0);
    opened.engine.close().await;
}

/// A remote environment for commands; it ends when this is dropped.
struct Elsewhere(std::process::Child);

impl Elsewhere {
    fn at(address: &str, home: &std::path::Path) -> Self {
        use std::io::{BufRead, BufReader};
        let mut server = std::process::Command::new(threadloft_tests::codex());
        server.args(["exec-server", "--listen", address]).env("CODEX_HOME", home).stdout(std::process::Stdio::piped());
        let mut child = server.spawn().expect("an exec-server");
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        lines.take_while(|line| !line.starts_with("ws://")).for_each(drop);
        Self(child)
    }
}

impl Drop for Elsewhere {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_command_environment_is_shown_until_it_is_back() {
    let fixture = EngineFixture::new().await;
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (address, home) = (format!("ws://{free}"), fixture.at("tmp/elsewhere"));
    std::fs::create_dir_all(&home).unwrap();
    let place = Elsewhere::at(&address, &home);
    let mut options = fixture.options();
    options.env.push(("CODEX_EXEC_SERVER_URL".into(), address.clone()));
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let id = thread.as_str();
    fixture.model.say(Step::exec("echo from elsewhere"));
    fixture.model.say(Turn::text("It ran."));
    client.perform(freely(&thread, "run it")).await;
    client.wait_for_turns(id, 2, "done").await;
    drop(place);
    // A new environment without the state of the old one.
    let _place = Elsewhere::at(&address, &home);
    client.mirror.until("it is lost", |seen| seen.has_row(id, "cannot be reached.")).await;
    client.perform(freely(&thread, "go on")).await;
    client.mirror.until("it is back", |seen| seen.has_row(id, "can be reached again.")).await;
    opened.engine.close().await;
}
