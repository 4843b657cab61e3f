//! Codex without a window, on the real codex app-server: the library `session`, and its examples.

use crate::programs::{example, prepared};
use engine::Options;
use loopback::Step;
use serde_json::json;
use session::{
    Answer, AskPolicy, ClientTool, Decision, ExportFormat, NOBODY, Permissions, Place, ReviewTarget, RunError, Session,
    SessionOptions, ThreadFilter, TurnRequest,
};
use std::time::Duration;
use threadloft_tests::asks::{patch, script};
use threadloft_tests::engine_fixture::EngineFixture;
use threadloft_tests::wait;

async fn open(fixture: &EngineFixture, asks: AskPolicy) -> Session {
    let options = SessionOptions { asks, ..SessionOptions::new(fixture.options()) };
    Session::open(options).await.unwrap()
}

fn project(fixture: &EngineFixture) -> Place {
    Place::Folder(fixture.project())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_runs_reads_forks_and_archives() {
    let fixture = EngineFixture::new().await;
    let session = open(&fixture, AskPolicy::decline()).await;
    fixture.model.say([Step::text("All is **well**.")]);
    let ran = session.run_turn(project(&fixture), TurnRequest::new("How is it?")).await.unwrap();
    assert_eq!(ran.message.as_deref(), Some("All is **well**."));
    let text = session.text(&ran.thread, ExportFormat::Markdown).await.unwrap();
    assert!(text.contains("How is it?") && text.contains("All is **well**."), "{text}");
    assert_eq!(session.read(&ran.thread).await.unwrap().cwd, fixture.project());

    let fork = session.fork(ran.thread.clone()).await.unwrap();
    assert_ne!(fork, ran.thread);
    session.run_turn(Place::Thread(fork.clone()), TurnRequest::new("And in the fork?")).await.unwrap();
    let all = ThreadFilter { limit: 10, ..ThreadFilter::default() };
    let listed = async |filter: ThreadFilter| -> Vec<String> {
        session.list(filter).await.unwrap().into_iter().map(|thread| thread.id).collect()
    };
    assert_eq!(listed(all.clone()).await, [fork.0.clone(), ran.thread.0.clone()]);
    assert_eq!(listed(ThreadFilter { limit: 1, ..all.clone() }).await, std::slice::from_ref(&fork.0));
    session.archive(vec![fork.clone()]).await.unwrap();
    assert_eq!(listed(all.clone()).await, std::slice::from_ref(&ran.thread.0));
    assert_eq!(listed(ThreadFilter { archived: true, ..all.clone() }).await, std::slice::from_ref(&fork.0));
    session.unarchive(vec![fork]).await.unwrap();
    assert_eq!(listed(all).await.len(), 2);
    let found = session.search("in the fork", 5).await.unwrap();
    assert_eq!(found.len(), 1, "{:?}", found.iter().map(|hit| &hit.snippet).collect::<Vec<_>>());
    session.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_declined_and_the_model_hears_why() {
    let fixture = EngineFixture::new().await;
    script(&fixture, Step::exec_escalated("touch /nowhere/here", "to see whether it can be"));
    let session = open(&fixture, AskPolicy::decline()).await;
    let mut asks = session.asks().await.unwrap();
    let turn = TurnRequest::new("try it").with_permissions(Permissions::Ask);
    let ran = session.run_turn(project(&fixture), turn).await.unwrap();
    assert!(!asks.recv().await.unwrap().body.is_blank());
    let told = fixture.model.requests().iter().any(|request| request.body.to_string().contains(&NOBODY[..40]));
    assert!(told, "{:?}", ran.items);
    session.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_are_accepted_only_where_the_sandbox_allows_them() {
    let every_command = Permissions::AskEveryCommand;
    for (permissions, asks, written) in [
        (every_command.clone(), AskPolicy::accept_edits(), true),
        (every_command, AskPolicy::decline(), false),
        (Permissions::ReadOnly, AskPolicy::accept_edits(), false),
    ] {
        let fixture = EngineFixture::new().await;
        script(&fixture, patch("note.txt"));
        let mut options = fixture.options();
        options.extra_config.push(("sandbox_mode".into(), "\"workspace-write\"".into()));
        let session = Session::open(SessionOptions { asks, ..SessionOptions::new(options) }).await.unwrap();
        let mut asked = session.asks().await.unwrap();
        let turn = TurnRequest::new("write it").with_permissions(permissions.clone());
        session.run_turn(project(&fixture), turn).await.unwrap();
        assert!(asked.try_recv().is_ok(), "{permissions:?} asks");
        assert_eq!(fixture.at("project/note.txt").exists(), written, "{permissions:?}");
        session.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_answers_a_request_by_its_id() {
    let fixture = EngineFixture::new().await;
    script(&fixture, patch("note.txt"));
    let session = std::sync::Arc::new(open(&fixture, AskPolicy::new(|_, _| None)).await);
    let mut asks = session.asks().await.unwrap();
    let (running, place) = (session.clone(), project(&fixture));
    let turn = TurnRequest::new("write it").with_permissions(Permissions::ReadOnly);
    let running = tokio::spawn(async move { running.run_turn(place, turn).await });
    let ask = wait::for_end("the request", asks.recv()).await.unwrap();
    session.answer(ask.id, Answer::Decide { decision: Decision::Accept }).await.unwrap();
    wait::for_end("the turn", running).await.unwrap().unwrap();
    assert!(fixture.at("project/note.txt").exists());
    drop(asks);
    std::sync::Arc::into_inner(session).unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_takes_too_long_is_stopped() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("half of it"), Step::Hang]);
    let session = open(&fixture, AskPolicy::decline()).await;
    let turn = TurnRequest::new("take your time").with_timeout(Duration::from_millis(1_500));
    match session.run_turn(project(&fixture), turn).await {
        Err(RunError::TimedOut { ran, .. }) => {
            let again = session.run_turn(Place::Thread(ran.thread), TurnRequest::new("and now?")).await.unwrap();
            assert_eq!(again.message.as_deref(), Some("echo: and now?"));
        }
        other => panic!("{other:?}"),
    }
    session.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_of_the_answer_reaches_the_model() {
    let fixture = EngineFixture::new().await;
    let session = open(&fixture, AskPolicy::decline()).await;
    let schema = json!({"type": "object", "properties": {"verdict": {"type": "string"}}, "required": ["verdict"],
        "additionalProperties": false});
    let turn = TurnRequest::new("judge it").with_output_schema(schema.clone());
    session.run_turn(project(&fixture), turn).await.unwrap();
    let sent = fixture.model.requests().iter().any(|request| request.body["text"]["format"]["schema"] == schema);
    assert!(sent);
    session.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_model_calls_a_tool_of_the_program() {
    let fixture = EngineFixture::new().await;
    script(&fixture, Step::call("double", json!({"number": 21})));
    let schema = json!({"type": "object", "properties": {"number": {"type": "number"}}});
    let double = ClientTool::new("double", "Doubles a number", schema, |arguments| async move {
        let number = arguments["number"].as_f64().ok_or("Give a number.")?;
        Ok(format!("twice is {}", number * 2.0))
    });
    let options = Options { tools: [double].into_iter().collect(), ..fixture.options() };
    let session = Session::open(SessionOptions::new(options)).await.unwrap();
    session.run_turn(project(&fixture), TurnRequest::new("double it")).await.unwrap();
    let heard = fixture.model.requests().iter().any(|request| request.body.to_string().contains("twice is 42"));
    assert!(heard);
    session.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_needs_no_thread() {
    let fixture = EngineFixture::new().await;
    let session = open(&fixture, AskPolicy::decline()).await;
    let target = ReviewTarget::Custom { instructions: "look at everything".into() };
    let ran = session.run_review(project(&fixture), target, TurnRequest::new("")).await.unwrap();
    assert!(!ran.items.is_empty());
    session.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_leaves_the_apps_messages_alone() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let thread = client.start_thread(&fixture.project(), "hello").await;
    client.wait_for_turns(thread.as_str(), 1, "done").await;
    let saved = engine::intent::MessageIntent::SaveDraft {
        thread: Some(thread.clone()),
        text: "not yet".into(),
        attached: Vec::new(),
    };
    client.perform(saved).await;
    opened.engine.close().await;

    let session = open(&fixture, AskPolicy::decline()).await;
    session.run_turn(Place::Thread(thread.clone()), TurnRequest::new("from a script")).await.unwrap();
    session.close().await;

    let opened = fixture.open();
    let mut client = opened.window("main");
    client.perform(engine::intent::ReadIntent::OpenThread { thread: thread.clone() }).await;
    client.mirror.until("the draft is back", |seen| seen.thread(thread.as_str())["draft"] == "not yet").await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_examples_do_what_they_say() {
    let fixture = EngineFixture::new().await;
    fixture.model.say([Step::text("No test is slow.")]);
    let said = prepared(&fixture, example("run_turn")).arg("Which tests are slow?").output().await.unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout), "No test is slow.\n", "{said:?}");

    script(&fixture, Step::call("weather", json!({"city": "Hamburg"})));
    let said = prepared(&fixture, example("own_tool")).output().await.unwrap();
    assert_eq!(String::from_utf8_lossy(&said.stdout), "That is that.\n", "{said:?}");
    assert!(fixture.model.requests().iter().any(|request| request.body.to_string().contains("It rains in Hamburg.")));

    script(&fixture, Step::exec_escalated("touch /nowhere/here", "to see whether it can be"));
    let said = prepared(&fixture, example("answer_requests")).arg("Try it.").output().await.unwrap();
    assert!(String::from_utf8_lossy(&said.stderr).contains("asked: touch /nowhere/here"), "{said:?}");
}
