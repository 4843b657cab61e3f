#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Bad surroundings: every one of them ends in words and a way out.

use engine::ask::{Answer, Decision};
use engine::id::AskId;
use engine::intent::Intent;
use loopback::Step;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use threadloft_tests::inside::{Indoors, Inside, Seat};

async fn stopped(options: engine::Options) -> serde_json::Value {
    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.mirror.until("it is stopped", |seen| seen.phase() == "stopped").await;
    let failure = seat.act(Intent::RefreshThreads).await.unwrap_err();
    assert_eq!(failure.code, engine::failure::Code::ServerGone, "whoever waits is told");
    indoors.engine.close().await;
    seat.mirror.seen.0["server"]["phase"].clone()
}

fn file(inside: &Inside, name: &str, text: &str, mode: u32) -> PathBuf {
    let path = inside.at(name);
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_that_is_not_there_may_not_run_or_is_a_folder_is_told_apart() {
    let inside = Inside::new().await;
    let plain = file(&inside, "plain", "", 0o644);
    for (codex, why) in
        [(inside.at("none"), "notFound"), (plain, "notExecutable"), (inside.at("home"), "notExecutable")]
    {
        let phase = stopped(engine::Options { codex: Some(codex.clone()), ..inside.options() }).await;
        assert_eq!(phase["why"], why);
        assert!(phase["message"].as_str().unwrap().contains(&codex.display().to_string()), "{phase}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_without_app_server_is_too_old() {
    let inside = Inside::new().await;
    let text = "#!/bin/sh\necho \"error: unrecognized subcommand 'app-server'\" >&2; exit 2\n";
    let codex = file(&inside, "old", text, 0o755);
    let phase = stopped(engine::Options { codex: Some(codex), ..inside.options() }).await;
    assert_eq!(phase["why"], "tooOld");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_that_lacks_what_we_need_is_too_old() {
    let inside = Inside::new().await;
    let text = r#"#!/bin/sh
while read -r line; do
  id=$(echo "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
  case "$line" in
    *'"initialize"'*) echo "{\"id\":$id,\"result\":{\"userAgent\":\"threadloft/0.20.0 (x)\"}}" ;;
    *threadloft/inventory*) echo "{\"id\":$id,\"error\":{\"code\":-32600,\"message\":\"unknown variant \`threadloft/inventory\`, expected one of \`initialize\`, \`newConversation\`\"}}" ;;
  esac
done
"#;
    let codex = file(&inside, "old", text, 0o755);
    let phase = stopped(engine::Options { codex: Some(codex), ..inside.options() }).await;
    assert_eq!(phase["why"], "tooOld");
    assert!(phase["message"].as_str().unwrap().contains("thread/list"), "{phase}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_home_that_cannot_be_written_is_said_before_anything_fails() {
    let inside = Inside::new().await;
    let wall = file(&inside, "wall", "", 0o644);
    let phase = stopped(engine::Options { codex_home: Some(wall.join("home")), ..inside.options() }).await;
    assert_eq!(phase["why"], "homeNotWritable");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_config_is_shown_and_the_rest_works() {
    let inside = Inside::new().await;
    std::fs::write(inside.at("home/config.toml"), "model = \"unfinished\nbroken").unwrap();
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.mirror
        .until("it is shown", |seen| {
            seen.0["banners"]
                .as_array()
                .is_some_and(|notices| notices.iter().any(|notice| notice.to_string().contains("config")))
        })
        .await;
    seat.ready().await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_garbles_its_words_is_understood_where_it_can_be() {
    let inside = Inside::new().await;
    let text = r#"#!/bin/sh
read -r hello; printf 'noise\n\n{"half":\n\377\376\n'; echo '{"id":1,"result":{"userAgent":"threadloft/9.9.9 (x)"}}'
read -r initialized
read -r inventory; read -r list
for id in 2 3; do echo "{\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"; done
echo '{"id":"q","method":"mind/read","params":{}}'
cat > /dev/null
"#;
    let codex = file(&inside, "garbler", text, 0o755);
    let indoors = Indoors::open(engine::Options { codex: Some(codex), ..inside.options() });
    let mut seat = indoors.window("main");
    seat.ready().await;
    let refused = || async { indoors.diagnostics().await.counters.refused_requests.contains_key("mind/read") };
    threadloft_tests::wait::until("the unknown question is refused", refused).await;
    let counters = indoors.diagnostics().await.counters;
    assert_eq!(counters.garbled, 3.0);
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_broken_is_said_and_the_app_opens() {
    let inside = Inside::new().await;
    std::fs::write(inside.at("data/threadloft.db"), "no database at all, but quite a few bytes ".repeat(100)).unwrap();
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let notices = seat.mirror.seen.0["banners"].to_string();
    assert!(notices.contains("not saved"), "{notices}");
    // Nobody is told that a draft is kept which is only in memory.
    let draft = Intent::SaveDraft { thread: None, text: "a thought".into(), attached: Vec::new() };
    assert!(seat.act(draft).await.unwrap_err().message.contains("could not be written to disk"));
    indoors.engine.close().await;
}

/// The real codex in surroundings where no further user namespace can be made: its sandbox is refused.
fn unfenced(inside: &Inside) -> PathBuf {
    let text = format!(
        r#"#!/bin/sh
unshare -U --map-root-user true || exec {codex} "$@"
exec unshare -U --map-root-user sh -c \
    'echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"' \
    sh {codex} "$@"
"#,
        codex = threadloft_tests::codex().display()
    );
    file(inside, "unfenced", &text, 0o755)
}

async fn answer(seat: &mut Seat, decision: Decision) -> String {
    seat.mirror.until("it asks", |seen| seen.0["asks"].as_array().is_some_and(|asks| !asks.is_empty())).await;
    let ask = seat.mirror.seen.0["asks"][0].clone();
    let id = AskId::from(ask["id"].as_str().unwrap());
    seat.does(Intent::Answer { ask: id.clone(), answer: Answer::Decide { decision } }).await;
    let again = seat.act(Intent::Answer { ask: id, answer: Answer::Refuse }).await.unwrap_err();
    assert_eq!(again.code, engine::failure::Code::AskGone, "an answer counts once");
    ask["body"]["command"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_os_refuses_the_sandbox_it_is_said_and_every_command_asks() {
    let inside = Inside::new().await;
    let indoors = Indoors::open(engine::Options { codex: Some(unfenced(&inside)), ..inside.options() });
    let mut seat = indoors.window("main");
    seat.mirror.until("it is said", |seen| seen.0["server"]["sandboxWorks"] == false).await;
    assert!(seat.mirror.seen.0["banners"].to_string().contains("sandbox"));
    inside.model.say(Step::exec("echo here > made.txt"));
    let thread = seat.begin(&inside.project(), "make it").await;
    assert_eq!(answer(&mut seat, Decision::Accept).await, "echo here > made.txt");
    seat.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    assert!(inside.at("project/made.txt").is_file());
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_works_where_the_os_refuses_the_sandbox() {
    let inside = Inside::new().await;
    let options = engine::Options { codex: Some(unfenced(&inside)), demo: true, ..inside.options() };
    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.mirror.until("it is said", |seen| seen.0["server"]["sandboxWorks"] == false).await;
    let demo = seat.mirror.seen.0["server"]["demo"].clone();
    let workspace = demo["workspace"].as_str().unwrap().to_owned();
    let shown = seat.begin(&workspace, demo["prompts"][0].as_str().unwrap()).await;
    seat.mirror.until("the first show needs no answer", |seen| seen.turn(shown.as_str()) == "done").await;
    let thread = seat.begin(&workspace, demo["prompts"][1].as_str().unwrap()).await;
    let command = answer(&mut seat, Decision::Accept).await;
    assert!(command.contains("git"), "{command}");
    seat.mirror.until("it is done", |seen| seen.turn(thread.as_str()) == "done").await;
    indoors.engine.close().await;
    assert!(!PathBuf::from(workspace).exists());
}
