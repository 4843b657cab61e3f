//! Broken environments: each one ends with a message and a way out.

use engine::ask::{Answer, Decision};
use engine::id::AskId;
use engine::intent::{ApprovalIntent, MessageIntent, ThreadIntent};
use loopback::Step;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine};

async fn stopped(options: engine::Options) -> serde_json::Value {
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.mirror.until("it is stopped", |seen| seen.phase() == "stopped").await;
    let failure = client.act(ThreadIntent::RefreshThreads).await.unwrap_err();
    assert_eq!(failure.code, engine::failure::Code::ServerGone, "whoever waits is told");
    opened.engine.close().await;
    client.mirror.seen.0["server"]["phase"].clone()
}

fn file(fixture: &EngineFixture, name: &str, text: &str, mode: u32) -> PathBuf {
    let path = fixture.at(name);
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_that_is_not_there_may_not_run_or_is_a_folder_is_told_apart() {
    let fixture = EngineFixture::new().await;
    let plain = file(&fixture, "plain", "", 0o644);
    for (codex, why) in
        [(fixture.at("none"), "notFound"), (plain, "notExecutable"), (fixture.at("home"), "notExecutable")]
    {
        let phase = stopped(engine::Options { codex: Some(codex.clone()), ..fixture.options() }).await;
        assert_eq!(phase["why"], why);
        assert!(phase["message"].as_str().unwrap().contains(&codex.display().to_string()), "{phase}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_without_app_server_is_too_old() {
    let fixture = EngineFixture::new().await;
    let text = "#!/bin/sh\necho \"error: unrecognized subcommand 'app-server'\" >&2; exit 2\n";
    let codex = file(&fixture, "old", text, 0o755);
    let phase = stopped(engine::Options { codex: Some(codex), ..fixture.options() }).await;
    assert_eq!(phase["why"], "tooOld");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_that_lacks_what_we_need_is_too_old() {
    let fixture = EngineFixture::new().await;
    let text = r#"#!/bin/sh
while read -r line; do
  id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
  case "$line" in
    *'"initialize"'*) echo "{\"id\":$id,\"result\":{\"userAgent\":\"threadloft/0.20.0 (x)\"}}" ;;
    *threadloft/inventory*) echo "{\"id\":$id,\"error\":{\"code\":-32600,\"message\":\"unknown variant \`threadloft/inventory\`, expected one of \`initialize\`, \`newConversation\`\"}}" ;;
  esac
done
"#;
    let codex = file(&fixture, "old", text, 0o755);
    let phase = stopped(engine::Options { codex: Some(codex), ..fixture.options() }).await;
    assert_eq!(phase["why"], "tooOld");
    assert!(phase["message"].as_str().unwrap().contains("thread/list"), "{phase}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_that_cannot_be_written_is_said_before_anything_fails() {
    let fixture = EngineFixture::new().await;
    let wall = file(&fixture, "wall", "", 0o644);
    let phase = stopped(engine::Options { codex_home: Some(wall.join("home")), ..fixture.options() }).await;
    assert_eq!(phase["why"], "homeNotWritable");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_config_stops_nothing_else() {
    let fixture = EngineFixture::new().await;
    std::fs::write(fixture.at("home/config.toml"), "model = \"unfinished\nbroken").unwrap();
    let opened = fixture.open();
    let mut client = opened.window("main");
    client
        .mirror
        .until("it is shown", |seen| {
            seen.0["banners"]
                .as_array()
                .is_some_and(|notices| notices.iter().any(|notice| notice.to_string().contains("config")))
        })
        .await;
    client.ready().await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_garbles_its_words_is_understood_where_it_can_be() {
    let fixture = EngineFixture::new().await;
    let text = r#"#!/bin/sh
read -r hello; printf 'noise\n\n{"half":\n\377\376\n'; echo '{"id":1,"result":{"userAgent":"threadloft/9.9.9 (x)"}}'
read -r initialized
read -r inventory; read -r list
for id in 2 3; do echo "{\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"; done
echo '{"id":"q","method":"mind/read","params":{}}'
cat > /dev/null
"#;
    let codex = file(&fixture, "garbler", text, 0o755);
    let opened = OpenEngine::open(engine::Options { codex: Some(codex), ..fixture.options() });
    let mut client = opened.window("main");
    client.ready().await;
    let refused = || async { opened.diagnostics().await.counters.refused_requests.contains_key("mind/read") };
    threadloft_tests::wait::until("the unknown question is refused", refused).await;
    let counters = opened.diagnostics().await.counters;
    assert_eq!(counters.garbled, 3.0);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_app_opens_with_a_broken_database() {
    let fixture = EngineFixture::new().await;
    std::fs::write(fixture.at("data/threadloft.db"), "no database at all, but quite a few bytes ".repeat(100)).unwrap();
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let notices = client.mirror.seen.0["banners"].to_string();
    assert!(notices.contains("not saved"), "{notices}");
    // A draft that is only in memory must not be shown as saved.
    let draft = MessageIntent::SaveDraft { thread: None, text: "a thought".into(), attached: Vec::new() };
    assert!(client.act(draft).await.unwrap_err().message.contains("could not be written to disk"));
    opened.engine.close().await;
}

/// The real codex where no further user namespace can be created, so that its sandbox cannot start.
fn unfenced(fixture: &EngineFixture) -> PathBuf {
    let text = format!(
        r#"#!/bin/sh
unshare -U --map-root-user true || exec {codex} "$@"
exec unshare -U --map-root-user sh -c \
    'echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"' \
    sh {codex} "$@"
"#,
        codex = threadloft_tests::codex().display()
    );
    file(fixture, "unfenced", &text, 0o755)
}

async fn answer(client: &mut Client, decision: Decision) -> String {
    client.mirror.until("it asks", |seen| seen.0["asks"].as_array().is_some_and(|asks| !asks.is_empty())).await;
    let ask = client.mirror.seen.0["asks"][0].clone();
    let id = AskId::from(ask["id"].as_str().unwrap());
    client.perform(ApprovalIntent::Answer { ask: id.clone(), answer: Answer::Decide { decision } }).await;
    let again = client.act(ApprovalIntent::Answer { ask: id, answer: Answer::Refuse }).await.unwrap_err();
    assert_eq!(again.code, engine::failure::Code::AskGone, "an answer counts once");
    ask["body"]["command"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_command_asks_where_the_sandbox_is_refused() {
    let fixture = EngineFixture::new().await;
    let opened = OpenEngine::open(engine::Options { codex: Some(unfenced(&fixture)), ..fixture.options() });
    let mut client = opened.window("main");
    client.mirror.until("it is said", |seen| seen.0["server"]["sandboxWorks"] == false).await;
    assert!(client.mirror.seen.0["banners"].to_string().contains("sandbox"));
    fixture.model.say(Step::exec("echo here > made.txt"));
    let thread = client.start_thread(&fixture.project(), "make it").await;
    assert_eq!(answer(&mut client, Decision::Accept).await, "echo here > made.txt");
    client.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    assert!(fixture.at("project/made.txt").is_file());
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_works_where_the_os_refuses_the_sandbox() {
    let fixture = EngineFixture::new().await;
    let options = engine::Options { codex: Some(unfenced(&fixture)), demo: true, ..fixture.options() };
    let opened = OpenEngine::open(options);
    let mut client = opened.window("main");
    client.mirror.until("it is said", |seen| seen.0["server"]["sandboxWorks"] == false).await;
    let demo = client.mirror.seen.0["server"]["demo"].clone();
    let workspace = demo["workspace"].as_str().unwrap().to_owned();
    let shown = client.start_thread(&workspace, demo["prompts"][0].as_str().unwrap()).await;
    client.mirror.until("the first show needs no answer", |seen| seen.turn(shown.as_str()) == "done").await;
    let thread = client.start_thread(&workspace, demo["prompts"][1].as_str().unwrap()).await;
    let command = answer(&mut client, Decision::Accept).await;
    assert!(command.contains("git"), "{command}");
    client.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    opened.engine.close().await;
    assert!(!PathBuf::from(workspace).exists());
}
