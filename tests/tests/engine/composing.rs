//! What a message is sent with, on the real codex app-server: choices, plan mode, pictures, skills, file names.

use engine::change::Permissions;
use engine::failure::Code;
use engine::intent::{
    Attached, Choices, Ground, Intent, Manner, MessageIntent, Prompt, QueueIntent, Target, ThreadIntent,
};
use engine::query::{FileQuery, QueryResult, ServerQuery};
use loopback::{Request, Step};
use serde_json::Value;
use std::path::{Path, PathBuf};
use threadloft_tests::asks::at_work;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, choices, prompt};
use threadloft_tests::mirror::Snapshot;
use threadloft_tests::{process, wait};

/// One red pixel.
const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

fn last_asked(fixture: &EngineFixture) -> Request {
    fixture.model.requests().into_iter().rfind(|asked| asked.path.ends_with("/responses")).expect("the model was asked")
}

/// The parts of the person's last message, as the model received them.
fn said(request: &Request) -> Vec<Value> {
    let input = request.body["input"].as_array().cloned().unwrap_or_default();
    let last = input.into_iter().rfind(|item| item["role"] == "user").expect("a person spoke");
    last["content"].as_array().cloned().unwrap_or_default()
}

async fn pasted(client: &Client) -> PathBuf {
    let receipt = client.perform(MessageIntent::KeepPicture { data: DOT.into() }).await;
    PathBuf::from(receipt.path.expect("the receipt names the file"))
}

fn image(path: &Path) -> Attached {
    Attached::Image { path: path.display().to_string() }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_choice_of_the_composer_reaches_the_model() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let manner = Manner {
        summary: Some("detailed".into()),
        tier: Some("priority".into()),
        personality: Some("friendly".into()),
        ..Manner::default()
    };
    let chosen = Choices {
        model: Some("gpt-5.5".into()),
        effort: Some("high".into()),
        permissions: Permissions::ReadOnly,
        extras: Default::default(),
        manner,
    };
    let send = |text: &str, choices: &Choices| MessageIntent::Send {
        thread: thread.clone(),
        prompt: prompt(text),
        choices: choices.clone(),
    };
    client.perform(send("with choices", &chosen)).await;
    let id = thread.as_str();
    client.wait_for_turns(id, 2, "done").await;
    let asked = last_asked(&fixture).body;
    assert_eq!(asked["reasoning"]["effort"], "high", "{:#}", asked["reasoning"]);
    assert_eq!(asked["reasoning"]["summary"], "detailed");
    assert_eq!(asked["service_tier"], "priority");
    let so = |seen: &threadloft_tests::mirror::Snapshot| {
        let head = &seen.thread(id)["head"];
        head["manner"]["summary"] == "detailed"
            && head["manner"]["tier"] == "priority"
            && head["manner"]["personality"] == "friendly"
            && head["effort"] == "high"
            && head["permissions"]["kind"] == "readOnly"
    };
    client.mirror.until("the head has the choices", so).await;
    let plain = Choices { manner: Manner { tier: Some("default".into()), ..chosen.manner.clone() }, ..chosen };
    client.perform(send("plain again", &plain)).await;
    client.wait_for_turns(id, 3, "done").await;
    let tier = last_asked(&fixture).body["service_tier"].clone();
    assert!(tier.is_null() || tier == "default", "{tier}");
    opened.engine.close().await;
}

/// Only older codexes have a model with this choice.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn a_personality_reaches_the_model_where_it_has_one() {
    let fixture = EngineFixture::new().await;
    let options = engine::Options { codex: Some(threadloft_tests::older_codex()), ..fixture.options() };
    let (opened, mut client, thread) = threadloft_tests::asks::begin(OpenEngine::open(options), &fixture).await;
    let asked =
        |fixture: &EngineFixture| last_asked(fixture).body["input"].to_string().matches("<personality_spec>").count();
    assert_eq!(asked(&fixture), 0);
    let manner = Manner { personality: Some("friendly".into()), ..Manner::default() };
    let friendly = Choices { manner, ..choices() };
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("be kind"), choices: friendly }).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    assert_eq!(asked(&fixture), 1);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plan_mode_proposes_a_plan() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let plan = "Here it is.\n<proposed_plan>\n- Paint the hull\n- Dry it\n</proposed_plan>\n";
    fixture.model.say([Step::text(plan)]);
    let planning = Choices { manner: Manner { plan: true, ..Manner::default() }, ..choices() };
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("plan it"), choices: planning }).await;
    client.mirror.until("it is proposed", |seen| seen.has_row(id, "Paint the hull")).await;
    client.wait_for_turns(id, 2, "done").await;
    let rows = client.mirror.seen.rows(id);
    assert!(rows.iter().any(|row| row.starts_with("proposal: ")), "{rows:#?}");
    let mode = |seen: &threadloft_tests::mirror::Snapshot| seen.thread(id)["head"]["manner"]["plan"].clone();
    client.mirror.until("the head says so", |seen| mode(seen) == true).await;
    assert!(last_asked(&fixture).body.to_string().contains("Plan Mode"), "the model is told of the mode");
    client.send(&thread, "Carry it out.").await;
    client.wait_for_turns(id, 3, "done").await;
    client.mirror.until("it is left", |seen| mode(seen) == false).await;
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_are_sent_from_files_or_a_paste() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let path = pasted(&client).await;
    assert!(path.starts_with(fixture.at("data")), "{}", path.display());
    let look = |path: &Path| opened.engine.query(FileQuery::Picture { path: path.display().to_string() });
    assert!(look(&path).await.is_ok(), "it is seen as soon as it is pasted");
    let with = Prompt { text: "what is this?".into(), attached: vec![image(&path)] };
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: with, choices: choices() }).await;
    client.wait_for_turns(id, 2, "done").await;
    let parts = said(&last_asked(&fixture));
    let pictures: Vec<&str> = parts.iter().filter_map(|part| part["image_url"].as_str()).collect();
    assert!(pictures.iter().any(|url| url.starts_with("data:image/")), "{parts:#?}");
    // The picture is shown with the message, and a window may load exactly this file.
    match look(&path).await {
        Ok(QueryResult::Picture { url }) => assert_eq!(url, format!("data:image/png;base64,{DOT}")),
        other => panic!("{other:?}"),
    }
    let other = fixture.at("project/other.png");
    std::fs::copy(&path, &other).unwrap();
    assert!(look(&other).await.is_err(), "nothing names it");
    // A picture may be sent without text.
    let alone = Prompt { text: String::new(), attached: vec![image(&other)] };
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: alone, choices: choices() }).await;
    client.wait_for_turns(id, 3, "done").await;
    opened.engine.close().await;
}

/// The server's queue turns the file into a picture inside the message.
#[tokio::test(flavor = "multi_thread")]
async fn a_queued_picture_survives_editing() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let id = thread.as_str();
    let path = pasted(&client).await;
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    client.send(&thread, "think").await;
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    let with = Prompt { text: "and this?".into(), attached: vec![image(&path)] };
    client.perform(QueueIntent::Queue { thread: thread.clone(), prompt: with, choices: choices() }).await;
    std::fs::remove_file(&path).unwrap();
    fixture.model.gate("go").open();
    client.wait_for_turns(id, 3, "done").await;
    let row = client.last_row(id, "prompt");
    let name = row["body"]["attachments"][0]["path"].as_str().expect("it has a name").to_owned();
    let url = format!("data:image/png;base64,{DOT}");
    match opened.engine.query(FileQuery::Picture { path: name.clone() }).await {
        Ok(QueryResult::Picture { url: shown }) => assert_eq!(shown, url),
        other => panic!("{other:?}"),
    }
    let again = Prompt { text: "once more".into(), attached: vec![Attached::Image { path: name }] };
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: again, choices: choices() }).await;
    client.wait_for_turns(id, 4, "done").await;
    let parts = said(&last_asked(&fixture));
    assert!(parts.iter().any(|part| part["image_url"] == url.as_str()), "{parts:#?}");
    std::fs::remove_file(&path).unwrap();
    let turn = row["turn"].as_str().unwrap().into();
    client.perform(ThreadIntent::GoBack { thread: thread.clone(), turn }).await;
    client.mirror.until("it is written again", |seen| seen.thread(id)["draft"] == "and this?").await;
    let mut other = opened.window("other");
    other.ready().await;
    other.open(&thread).await;
    let back = |seen: &Snapshot| seen.thread(id)["attached"][0]["path"] == path.display().to_string();
    other.mirror.until("the picture is there again", back).await;
    assert!(path.is_file());
    opened.engine.close().await;
}

fn on_the_web() -> Prompt {
    let link = Attached::Link { url: "https://example.com/boat.png".into() };
    Prompt { text: "what is this?".into(), attached: vec![link] }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_codex_that_takes_no_picture_from_the_web_says_so_in_our_words() {
    let fixture = EngineFixture::new().await;
    let (opened, client, thread) = at_work(&fixture).await;
    let send = MessageIntent::Send { thread: thread.clone(), prompt: on_the_web(), choices: choices() };
    let failure = client.act(send).await.unwrap_err();
    assert_eq!(failure.code, Code::BadInput);
    assert!(failure.message.contains("Save the image"), "{}", failure.message);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_that_cannot_start_gives_its_text_back() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let folder = fixture.project();
    let review = Target::Custom { instructions: " ".into() };
    let nothing_begins = [
        MessageIntent::StartThread { cwd: folder.clone(), prompt: on_the_web(), choices: choices() },
        MessageIntent::Review { at: Ground::Folder { cwd: folder }, target: review, choices: choices() },
    ];
    for intent in nothing_begins {
        assert_eq!(client.act(intent).await.unwrap_err().code, Code::BadInput);
    }
    // The failed starts left no thread behind, not even later.
    client.send(&thread, "go on").await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    let listed = |client: &Client| client.mirror.seen.0["threads"].as_array().map_or(0, Vec::len);
    assert_eq!(listed(&client), 1, "{:#}", client.mirror.seen.0["threads"]);
    let mut again = opened.window("again");
    again.ready().await;
    assert_eq!((listed(&again), &again.mirror.seen.0["newDraft"]), (1, &"what is this?".into()));
    opened.engine.close().await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn an_older_codex_takes_a_picture_from_the_web() {
    let fixture = EngineFixture::new().await;
    let options = engine::Options { codex: Some(threadloft_tests::older_codex()), ..fixture.options() };
    let (opened, mut client, thread) = threadloft_tests::asks::begin(OpenEngine::open(options), &fixture).await;
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: on_the_web(), choices: choices() }).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    let parts = said(&last_asked(&fixture));
    assert!(parts.iter().any(|part| part["image_url"] == "https://example.com/boat.png"), "{parts:#?}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_sent_stays_a_draft() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    let gone = fixture.at("project/gone.png");
    let words = fixture.at("project/words.png");
    std::fs::write(&words, "only words").unwrap();
    let send = |prompt: Prompt| MessageIntent::Send { thread: thread.clone(), prompt, choices: choices() };
    let with = |path: &Path| Prompt { text: "look".into(), attached: vec![image(path)] };
    for (prompt, part) in [
        (with(&gone), "no longer exists"),
        (with(&words), "words.png is not an image"),
        (
            Prompt { text: "look".into(), attached: vec![Attached::Link { url: "http://example.com/a".into() }] },
            "https",
        ),
        (Prompt { text: "x".repeat(1_048_577), attached: Vec::new() }, "1048577"),
    ] {
        let failure = client.act(send(prompt)).await.unwrap_err();
        assert_eq!(failure.code, Code::BadInput);
        assert!(failure.message.contains(part), "{}", failure.message);
    }
    let nowhere = fixture.at("nowhere").display().to_string();
    let start = MessageIntent::StartThread { cwd: nowhere, prompt: prompt("here?"), choices: choices() };
    assert!(client.act(start).await.unwrap_err().message.contains("does not exist"));
    // The draft and its picture are on disk when the receipt arrives, so a restart finds them.
    let path = pasted(&client).await;
    let save = |text: &str| MessageIntent::SaveDraft {
        thread: Some(thread.clone()),
        text: text.into(),
        attached: vec![image(&path)],
    };
    client.perform(save("half a thought")).await;
    opened.engine.close().await;
    let opened = fixture.open();
    let mut again = opened.window("main");
    again.ready().await;
    again.open(&thread).await;
    let id = thread.as_str();
    again.mirror.until("the draft is there", |seen| seen.thread(id)["draft"] == "half a thought").await;
    assert_eq!(again.mirror.seen.thread(id)["attached"][0]["path"], path.display().to_string());
    client = again;
    // The thread was deleted elsewhere: an error is shown and the draft stays.
    let mut options = fixture.options();
    options.data_dir = fixture.at("other-data");
    let second = OpenEngine::open(options);
    let mut other = second.window("main");
    other.mirror.until("it is listed there", |seen| seen.line(id).is_object()).await;
    other.perform(ThreadIntent::Delete { threads: vec![thread.clone()] }).await;
    client.mirror.until("it is gone here", |seen| seen.line(id).is_null()).await;
    second.engine.close().await;
    let failure = client.act(send(prompt("are you there?"))).await.unwrap_err();
    assert!(failure.message.contains("no longer exists"), "{}", failure.message);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_begins_in_a_folder_that_is_gone() {
    let fixture = EngineFixture::new().await;
    let folder = fixture.at("project/short-lived");
    std::fs::create_dir_all(&folder).unwrap();
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    fixture.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let thread = client.start_thread(&folder.display().to_string(), "begin").await;
    let id = thread.as_str();
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    std::fs::remove_dir_all(&folder).unwrap();
    let refused = async |intent: Intent| {
        let failure = client.act(intent).await.unwrap_err();
        assert_eq!(failure.code, Code::BadInput);
        assert!(failure.message.contains("short-lived, no longer exists"), "{}", failure.message);
    };
    let at = || Ground::Thread { thread: thread.clone() };
    refused(QueueIntent::Queue { thread: thread.clone(), prompt: prompt("later"), choices: choices() }.into()).await;
    refused(MessageIntent::Shell { at: at(), command: "pwd".into(), choices: choices() }.into()).await;
    // The running turn can still be steered.
    client.send(&thread, "the folder is gone").await;
    fixture.model.gate("go").open();
    client.wait_for_turns(id, 1, "done").await;
    let asked = fixture.model.requests().len();
    let refused = async |intent: MessageIntent| client.act(intent).await.unwrap_err().message;
    let send = MessageIntent::Send { thread: thread.clone(), prompt: prompt("here?"), choices: choices() };
    assert!(refused(send).await.contains("no longer exists"));
    let review = MessageIntent::Review { at: at(), target: Target::Uncommitted, choices: choices() };
    assert!(refused(review).await.contains("no longer exists"));
    assert_eq!(fixture.model.requests().len(), asked, "no turn began");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_found_by_a_few_letters() {
    let fixture = EngineFixture::new().await;
    let opened = fixture.open();
    finds_files(&fixture, opened).await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn files_are_found_also_where_codex_is_older() {
    let fixture = EngineFixture::new().await;
    let opened =
        OpenEngine::open(engine::Options { codex: Some(threadloft_tests::older_codex()), ..fixture.options() });
    finds_files(&fixture, opened).await;
}

async fn finds_files(fixture: &EngineFixture, opened: OpenEngine) {
    for path in ["src/harbour.rs", "src/boats/mast.rs", "README.md"] {
        let path = fixture.at("project").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    let mut client = opened.window("main");
    client.ready().await;
    let find = async |query: &str| {
        let look = FileQuery::Files { cwd: fixture.project(), query: query.into() };
        match opened.engine.query(look).await {
            Ok(QueryResult::Files { files }) => files.into_iter().map(|file| file.path).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(find("mast").await[..].first().map(String::as_str), Some("src/boats/mast.rs"));
    assert_eq!(find("harb").await[..].first().map(String::as_str), Some("src/harbour.rs"));
    assert!(find("zzzz").await.is_empty());
    assert!(find("").await.contains(&"README.md".to_owned()), "without letters, what lies on top");
    let nowhere = FileQuery::Files { cwd: fixture.at("nowhere").display().to_string(), query: "a".into() };
    assert!(opened.engine.query(nowhere).await.is_err());
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn our_own_file_hits_show_until_codex_answers() {
    let fixture = EngineFixture::new().await;
    // Our own search skips folders named `build`; the search of Codex does not.
    for path in ["src/mast.rs", "build/mast.o"] {
        let path = fixture.at("project").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, "").unwrap();
    }
    let opened = fixture.open();
    let mut client = opened.window("main");
    client.ready().await;
    let find =
        async || match opened.engine.query(FileQuery::Files { cwd: fixture.project(), query: "mast".into() }).await {
            Ok(QueryResult::Files { files }) => files.into_iter().map(|file| file.path).collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        };
    let pid = opened.diagnostics().await.server_pid.expect("it runs");
    process::halt(pid).await;
    let ours = tokio::select! {
        biased;
        other = opened.engine.query(ServerQuery::Models) => panic!("a plain question was given up sooner: {other:?}"),
        ours = find() => ours,
    };
    process::signal("CONT", &[pid]);
    assert_eq!(ours, ["src/mast.rs"]);
    wait::until("Codex has found it too", async || find().await.contains(&"build/mast.o".to_owned())).await;
    assert_eq!(find().await.len(), 2);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skill_goes_along_as_what_it_is() {
    let fixture = EngineFixture::new().await;
    let file = fixture.at("project/.agents/skills/knots/SKILL.md");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, "---\nname: knots\ndescription: Ties them.\n---\nUse a bowline.\n").unwrap();
    let (opened, mut client, thread) = at_work(&fixture).await;
    let skill = Attached::Skill { name: "knots".into(), path: file.display().to_string() };
    let with = Prompt { text: "use $knots".into(), attached: vec![skill] };
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: with, choices: choices() }).await;
    let id = thread.as_str();
    client.wait_for_turns(id, 2, "done").await;
    assert!(last_asked(&fixture).body.to_string().contains("Use a bowline."), "the model reads the skill");
    let rows = client.mirror.seen.thread(id)["rows"].to_string();
    assert!(rows.contains(r#""kind":"skill""#), "{rows}");
    opened.engine.close().await;
}
