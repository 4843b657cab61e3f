//! A card shows exactly the standing rule that the real server writes, compared line by line.

use engine::ask::{Answer, Decision};
use loopback::{Step, Turn};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use threadloft_tests::asks::{at_work, begin, decisions, script};
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

fn written(fixture: &EngineFixture) -> Vec<String> {
    let rules = std::fs::read_to_string(fixture.at("home/rules/default.rules")).unwrap_or_default();
    rules.lines().map(str::to_owned).collect()
}

fn promised(ask: &Value, decision: &Decision) -> String {
    let rules = ask["body"]["rules"].as_array().unwrap();
    let rule = rules.iter().find(|rule| rule["decision"] == serde_json::to_value(decision).unwrap());
    rule.unwrap_or_else(|| panic!("nothing is promised: {ask:#}"))["line"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rule_of_a_command_is_written_as_promised_whatever_is_in_it() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let mut turn = 1;
    for command in ["touch ruled", r#"touch "a \"quoted\" name""#, r"touch 'back\slash'", "touch Grüße-日本"] {
        turn += 1;
        script(&fixture, Step::exec_escalated(command, "It wants out."));
        client.send(&thread, "do it always").await;
        let ask = client.wait_for_ask("command").await;
        let rule = decisions(&ask).into_iter().find(|one| matches!(one, Decision::AcceptWithRule { .. })).unwrap();
        let line = promised(&ask, &rule);
        client.decide(&ask, rule).await;
        client.wait_for_turns(thread.as_str(), turn, "done").await;
        assert_eq!(written(&fixture).last(), Some(&line));
    }
    assert_eq!(written(&fixture).len(), 4);
    opened.engine.close().await;
}

/// Codex asks about hosts only if an administrator has enabled that in `/etc/codex/requirements.toml`. A script starts
/// codex with a private `/etc`, which nobody else sees. `None` on systems that allow no private mounts.
fn governed(fixture: &EngineFixture) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let etc = fixture.at("etc");
    let copied = Command::new("cp").args(["-a", "/etc"]).arg(&etc).status().ok()?.success();
    std::fs::create_dir_all(etc.join("codex")).ok()?;
    std::fs::write(etc.join("codex/requirements.toml"), "[experimental_network]\nenabled = true\n").ok()?;
    let program = fixture.at("codex-governed");
    let view = "mount --bind \"$1\" /etc && shift && exec \"$@\"";
    let text = format!(
        "#!/bin/sh\nexec unshare -m --propagation private sh -c '{view}' sh {} {} \"$@\"\n",
        quoted(&etc),
        quoted(&threadloft_tests::codex())
    );
    std::fs::write(&program, text).ok()?;
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).ok()?;
    let runs = Command::new(&program).arg("--version").output().is_ok_and(|said| said.status.success());
    (copied && runs).then_some(program)
}

fn quoted(path: &Path) -> String {
    format!("'{}'", path.display())
}

/// Waits for the ask about a host, and returns what its card shows.
async fn asked_for(client: &mut Client, host: &str) -> Value {
    let ask = client.wait_for_ask("command").await;
    assert_eq!((&ask["body"]["host"], &ask["body"]["command"]), (&json!(host), &json!("")), "{ask:#}");
    assert_eq!(ask["risks"], json!(["network"]));
    ask
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_for_a_host_is_written_as_promised() {
    let fixture = EngineFixture::new().await;
    let Some(codex) = governed(&fixture) else {
        eprintln!("not run: only root may give codex an /etc of its own; server_asks.rs replays this request instead");
        return;
    };
    let mut options = fixture.options();
    options.codex = Some(codex);
    let (opened, mut client, thread) = begin(OpenEngine::open(options), &fixture).await;
    let id = thread.as_str();
    let connect = |url: &str| {
        // The host does not exist: what counts is whether the sandbox's proxy lets the request through.
        fixture.model.say(Step::exec(&format!("curl -s -o /dev/null -w '%{{http_code}}' -m 20 {url}; true")));
        fixture.model.say(Turn::text("That is that."));
    };
    let mut turn = 1;
    let plain = [("http://once.example/", Decision::Accept), ("http://session.example/", Decision::AcceptForSession)];
    for (url, decision) in plain {
        turn += 1;
        connect(url);
        client.send(&thread, "connect").await;
        let ask = asked_for(&mut client, url.trim_start_matches("http://").trim_end_matches('/')).await;
        client.decide(&ask, decision).await;
        client.wait_for_turns(id, turn, "done").await;
    }
    turn += 1;
    connect("http://session.example/");
    client.send(&thread, "connect again").await;
    client.wait_for_turns(id, turn, "done").await;
    assert_eq!(written(&fixture), Vec::<String>::new());

    for (url, host, allow) in [
        ("http://plain.example/", "plain.example", true),
        ("https://tls.example/", "tls.example", true),
        ("http://never.example/", "never.example", false),
    ] {
        turn += 1;
        connect(url);
        client.send(&thread, "connect for ever").await;
        let ask = asked_for(&mut client, host).await;
        let rule = Decision::NetworkRule { host: host.into(), allow };
        let line = promised(&ask, &rule);
        client.decide(&ask, rule).await;
        client.wait_for_turns(id, turn, "done").await;
        assert_eq!(written(&fixture).last(), Some(&line));
    }

    turn += 1;
    connect("http://declined.example/");
    client.send(&thread, "do not connect").await;
    let ask = asked_for(&mut client, "declined.example").await;
    client.answer(&ask, Answer::Refuse).await;
    client.wait_for_turns(id, turn, "done").await;
    turn += 1;
    connect("http://stopped.example/");
    client.send(&thread, "stop at it").await;
    let ask = asked_for(&mut client, "stopped.example").await;
    client.answer(&ask, Answer::Dismiss).await;
    client.wait_for_turns(id, turn, "interrupted").await;
    assert_eq!(written(&fixture).len(), 3);
    opened.engine.close().await;
}
