//! The person's own permissions, by their effect on the real codex app-server: a file that their profile denies stays
//! unreadable however a thread was made and whatever runs in it, until they choose otherwise.

use engine::Options;
use engine::ask::Decision;
use engine::change::{PermissionExtras, Permissions};
use engine::id::ThreadId;
use engine::intent::{CatalogIntent, Choices, Ground, MessageIntent, QueueIntent, Target, ThreadIntent};
use engine::permissions::Reviewer;
use engine::query::{ConfigQuery, QueryResult};
use loopback::{Step, Turn};
use serde_json::Value;
use threadloft_tests::engine_fixture::{Client, EngineFixture, OpenEngine, prompt};
use threadloft_tests::wait;

const SECRET: &str = "TOPSECRET";

/// The person chose nothing.
fn as_usual() -> Choices {
    Choices::with(engine::settings::Settings::default().permissions)
}

struct Bench {
    fixture: EngineFixture,
    options: Options,
}

impl Bench {
    /// A config whose profile extends the workspace and denies one folder.
    async fn careful() -> Self {
        Self::with(|secret| {
            format!(
                "default_permissions = \"careful\"\n[permissions.careful]\nextends = \":workspace\"\n\
                 [permissions.careful.filesystem]\n{} = \"deny\"\n",
                Value::from(secret)
            )
        })
        .await
    }

    async fn with(config: impl FnOnce(&str) -> String) -> Self {
        let fixture = EngineFixture::new().await;
        let secret = fixture.at("secret");
        std::fs::create_dir_all(&secret).unwrap();
        std::fs::write(secret.join("file"), SECRET).unwrap();
        std::fs::write(fixture.at("home/config.toml"), config(secret.to_str().unwrap())).unwrap();
        let options = fixture.options();
        Self { fixture, options }
    }

    async fn sits(&self) -> (OpenEngine, Client) {
        let opened = OpenEngine::open(self.options.clone());
        let mut client = opened.window("main");
        client.ready().await;
        (opened, client)
    }

    fn reads(&self) -> String {
        format!("cat '{}'", self.fixture.at("secret/file").display())
    }

    /// The outputs of commands that the model received, in order.
    fn outputs(&self) -> Vec<String> {
        let told = self.fixture.model.requests().into_iter().filter(|one| one.path.ends_with("/responses"));
        told.filter_map(|one| {
            let last = one.body["input"].as_array()?.last()?.clone();
            let is_output = last["type"].as_str().is_some_and(|kind| kind.ends_with("call_output"));
            is_output.then(|| last["output"].to_string())
        })
        .collect()
    }

    /// The model's answer to the next prompt is to run this command.
    fn will_run(&self, command: &str) -> usize {
        self.fixture.model.say(Turn::new([Step::exec(command)]));
        self.fixture.model.say(Turn::text("That is that."));
        self.outputs().len()
    }

    async fn output(&self, before: usize) -> String {
        wait::until("the command ran", async || self.outputs().len() > before).await;
        self.outputs()[before].clone()
    }

    async fn begins(&self, client: &mut Client, command: &str, choices: Choices) -> (ThreadId, String) {
        let before = self.will_run(command);
        let start = MessageIntent::StartThread { cwd: self.fixture.project(), prompt: prompt("begin"), choices };
        let thread = client.perform(start).await.thread.unwrap();
        let output = self.output(before).await;
        client.wait_for_turns(thread.as_str(), 1, "done").await;
        (thread, output)
    }

    async fn says(
        &self,
        client: &mut Client,
        thread: &ThreadId,
        turns: usize,
        command: &str,
        choices: Choices,
    ) -> String {
        let before = self.will_run(command);
        client.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("go on"), choices }).await;
        let output = self.output(before).await;
        client.wait_for_turns(thread.as_str(), turns, "done").await;
        output
    }
}

#[track_caller]
fn denied(output: &str) {
    assert!(!output.contains(SECRET) && output.contains("Permission denied"), "{output}");
}

#[track_caller]
fn read(output: &str) {
    assert!(output.contains(SECRET), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denied_file_stays_denied_in_every_kind_of_thread() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let (thread, output) = bench.begins(&mut client, &bench.reads(), as_usual()).await;
    denied(&output);
    denied(&bench.says(&mut client, &thread, 2, &bench.reads(), as_usual()).await);
    let fork = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: None }).await.thread.unwrap();
    client.open(&fork).await;
    denied(&bench.says(&mut client, &fork, 3, &bench.reads(), as_usual()).await);
    opened.engine.close().await;

    let (opened, mut client) = bench.sits().await;
    client.open(&thread).await;
    denied(&bench.says(&mut client, &thread, 3, &bench.reads(), as_usual()).await);
    let policy = client.mirror.seen.thread(thread.as_str())["head"]["policy"].clone();
    assert_eq!((&policy["profile"], &policy["sandbox"]), (&"careful".into(), &"workspace".into()), "{policy:#}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denied_file_stays_denied_for_a_queued_message() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    bench.fixture.model.say([Step::text("thinking"), Step::wait("go")]);
    let start =
        MessageIntent::StartThread { cwd: bench.fixture.project(), prompt: prompt("begin"), choices: as_usual() };
    let thread = client.perform(start).await.thread.unwrap();
    client.mirror.until("it runs", |seen| seen.has_row(thread.as_str(), "thinking")).await;
    client.perform(QueueIntent::Queue { thread: thread.clone(), prompt: prompt("next"), choices: as_usual() }).await;
    let before = bench.will_run(&bench.reads());
    bench.fixture.model.gate("go").open();
    denied(&bench.output(before).await);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denied_file_stays_denied_for_a_goal_or_review() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let (thread, _) = bench.begins(&mut client, "true", as_usual()).await;
    let before = bench.will_run(&bench.reads());
    let target = Target::Custom { instructions: "Look at it.".into() };
    let at = Ground::Thread { thread: thread.clone() };
    client.perform(MessageIntent::Review { at, target, choices: as_usual() }).await;
    denied(&bench.output(before).await);
    client.wait_for_turns(thread.as_str(), 2, "done").await;

    let before = bench.outputs().len();
    bench.fixture.model.say(Turn::new([Step::exec(&bench.reads())]));
    bench.fixture.model.say([Step::text("on my way"), Step::Hang]);
    let objective = Some("ship it".into());
    client
        .perform(ThreadIntent::SetGoal { thread: thread.clone(), objective, active: true, choices: as_usual() })
        .await;
    denied(&bench.output(before).await);
    client.perform(MessageIntent::Interrupt { thread: thread.clone() }).await;
    opened.engine.close().await;
}

/// 0.166 refuses `approval_policy = "untrusted"` in the config, but applies it in a folder that was marked as
/// untrusted.
#[tokio::test(flavor = "multi_thread")]
async fn a_mistrusted_folder_still_asks_about_every_command() {
    let bench = Bench::with(|secret| {
        let folder = std::path::Path::new(secret).with_file_name("project");
        format!("[projects.{}]\ntrust_level = \"untrusted\"\n", Value::from(folder.to_str().unwrap()))
    })
    .await;
    let (opened, mut client) = bench.sits().await;
    bench.will_run("touch made-by-codex");
    let start =
        MessageIntent::StartThread { cwd: bench.fixture.project(), prompt: prompt("begin"), choices: as_usual() };
    let thread = client.perform(start).await.thread.unwrap();
    let asks =
        |seen: &threadloft_tests::mirror::Snapshot| seen.0["asks"].as_array().is_some_and(|asks| !asks.is_empty());
    client.mirror.until("it asks", asks).await;
    let ask = client.mirror.seen.0["asks"][0].clone();
    client.decide(&ask, Decision::Decline).await;
    client.wait_for_turns(thread.as_str(), 1, "done").await;
    let policy = &client.mirror.seen.thread(thread.as_str())["head"]["policy"];
    assert_eq!(policy["approvals"], "everything", "{policy:#}");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_taken_back_brings_the_configured_permissions_back() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let full = Choices::with(Permissions::Full);
    let (thread, output) = bench.begins(&mut client, &bench.reads(), full.clone()).await;
    read(&output);
    denied(&bench.says(&mut client, &thread, 2, &bench.reads(), as_usual()).await);
    read(&bench.says(&mut client, &thread, 3, &bench.reads(), full).await);
    // Reset but not sent: after a restart the server must still be given the config.
    client.perform(MessageIntent::Choose { thread: thread.clone(), choices: as_usual() }).await;
    opened.engine.close().await;

    let (opened, mut client) = bench.sits().await;
    client.open(&thread).await;
    denied(&bench.says(&mut client, &thread, 4, &bench.reads(), as_usual()).await);
    opened.engine.close().await;
}

/// Forking and resuming tell the server of a choice as much as a message does.
#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_only_a_fork_carried_is_taken_back_in_it() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let (thread, _) = bench.begins(&mut client, "true", as_usual()).await;
    client.perform(MessageIntent::Choose { thread: thread.clone(), choices: Choices::with(Permissions::Full) }).await;
    let fork = client.perform(ThreadIntent::Fork { thread, turn: None }).await.thread.unwrap();
    client.open(&fork).await;
    denied(&bench.says(&mut client, &fork, 2, &bench.reads(), as_usual()).await);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_only_a_resume_carried_is_taken_back() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let (thread, _) = bench.begins(&mut client, "true", as_usual()).await;
    opened.engine.close().await;
    let (opened, mut client) = bench.sits().await;
    client.open(&thread).await;
    client.perform(MessageIntent::Choose { thread: thread.clone(), choices: Choices::with(Permissions::Full) }).await;
    // It carries no choices itself, and loads the thread with them.
    client.perform(ThreadIntent::Compact { thread: thread.clone() }).await;
    let id = thread.as_str();
    client.mirror.until("it is done", |seen| seen.has_row(id, "compacted:") && seen.turn(id) == "done").await;
    let before = bench.will_run(&bench.reads());
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("go on"), choices: as_usual() }).await;
    denied(&bench.output(before).await);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denied_file_stays_denied_beside_more_access_in_a_fork() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let (thread, _) = bench.begins(&mut client, "true", as_usual()).await;
    let extras = PermissionExtras { network: Some(true), ..PermissionExtras::default() };
    let wider = Choices { extras, ..as_usual() };
    client.perform(MessageIntent::Choose { thread: thread.clone(), choices: wider.clone() }).await;
    let fork = client.perform(ThreadIntent::Fork { thread, turn: None }).await.thread.unwrap();
    client.open(&fork).await;
    denied(&bench.says(&mut client, &fork, 2, &bench.reads(), wider).await);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_choice_of_permissions_survives_restart_or_fork() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let (thread, _) = bench.begins(&mut client, "true", Choices::with(Permissions::Full)).await;
    opened.engine.close().await;
    let (opened, mut client) = bench.sits().await;
    let fork = client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: None }).await.thread.unwrap();
    for one in [thread, fork] {
        client.open(&one).await;
        let full = |seen: &threadloft_tests::mirror::Snapshot| {
            seen.thread(one.as_str())["head"]["permissions"]["kind"] == "full"
        };
        client.mirror.until("it is still chosen", full).await;
        read(&bench.says(&mut client, &one, 2, &bench.reads(), Choices::with(Permissions::Full)).await);
    }
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_further_folder_is_writable_for_as_long_as_it_is_chosen() {
    let bench = Bench::careful().await;
    // Not in a folder for temporary files, which a workspace may write to anyway.
    let more = std::env::current_dir().unwrap().join(format!("../target/permissions-{}", std::process::id()));
    std::fs::create_dir_all(&more).unwrap();
    let more = more.canonicalize().unwrap();
    let (opened, mut client) = bench.sits().await;
    let write = format!("touch '{}/file' && echo WROTE; {}", more.display(), bench.reads());
    let (thread, output) = bench.begins(&mut client, &write, as_usual()).await;
    assert!(!output.contains("WROTE"), "{output}");
    let extras = PermissionExtras { folders: vec![more.display().to_string()], ..PermissionExtras::default() };
    let wider = Choices { extras, ..as_usual() };
    let output = bench.says(&mut client, &thread, 2, &write, wider).await;
    assert!(output.contains("WROTE"), "{output}");
    denied(&output);
    let output = bench.says(&mut client, &thread, 3, &write, as_usual()).await;
    assert!(!output.contains("WROTE"), "{output}");
    denied(&output);
    opened.engine.close().await;
    std::fs::remove_dir_all(&more).ok();
}

/// Each choice in one thread after the other, by what a command can read and write, and by whether it is asked about.
#[tokio::test(flavor = "multi_thread")]
async fn every_named_choice_does_what_it_says() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let made = bench.fixture.at("project/made-here");
    let command = format!("touch '{}'; {}", made.display(), bench.reads());
    let (thread, _) = bench.begins(&mut client, "true", as_usual()).await;
    let own = Permissions::Profile { id: "careful".into() };
    // In a loaded thread the server keeps what a profile denies under any sandbox but none at all.
    let all = [
        (Permissions::Ask, (true, false)),
        (own, (true, false)),
        (Permissions::ReadOnly, (false, false)),
        (Permissions::Auto, (true, false)),
        (Permissions::AsConfigured, (true, false)),
        (Permissions::AutoReviewed, (true, false)),
        (Permissions::Full, (true, true)),
        (Permissions::AsConfigured, (true, false)),
    ];
    for (turn, (permissions, expected)) in all.into_iter().enumerate() {
        let choices = Choices::with(permissions.clone());
        let output = bench.says(&mut client, &thread, turn + 2, &command, choices).await;
        let seen = (std::fs::remove_file(&made).is_ok(), output.contains(SECRET));
        assert_eq!(seen, expected, "{permissions:?}: (writes, reads), {output}");
    }
    let asks = |seen: &threadloft_tests::mirror::Snapshot| seen.0["asks"].as_array().is_some_and(|all| !all.is_empty());
    assert!(!asks(&client.mirror.seen), "so far nothing was asked");
    bench.will_run(&command);
    let choices = Choices::with(Permissions::AskEveryCommand);
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("go on"), choices }).await;
    client.mirror.until("it asks", asks).await;
    let policy = client.mirror.seen.thread(thread.as_str())["head"]["policy"].clone();
    assert_eq!((&policy["profile"], &policy["approvals"]), (&"careful".into(), &"everything".into()), "{policy:#}");
    let ask = client.mirror.seen.0["asks"][0].clone();
    client.decide(&ask, Decision::Decline).await;
    client.wait_for_turns(thread.as_str(), 10, "done").await;
    assert!(!made.exists());
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_network_is_open_for_as_long_as_it_is_chosen() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let address = bench.fixture.model.address();
    let connect =
        format!("bash -c 'exec 3<>/dev/tcp/{}/{} && echo CONNECTED'; {}", address.ip(), address.port(), bench.reads());
    let (thread, output) = bench.begins(&mut client, &connect, as_usual()).await;
    assert!(!output.contains("CONNECTED"), "{output}");
    let network =
        |on| Choices { extras: PermissionExtras { network: Some(on), ..PermissionExtras::default() }, ..as_usual() };
    for (turn, (choices, open)) in
        [(network(true), true), (network(false), false), (network(true), true), (as_usual(), false)]
            .into_iter()
            .enumerate()
    {
        let output = bench.says(&mut client, &thread, turn + 2, &connect, choices).await;
        assert_eq!(output.contains("CONNECTED"), open, "{turn}: {output}");
        denied(&output);
    }
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reviewer_chosen_for_a_running_turn_answers_in_it() {
    let bench = Bench::careful().await;
    let (opened, mut client) = bench.sits().await;
    let (thread, _) = bench.begins(&mut client, "true", as_usual()).await;
    let id = thread.as_str();
    // It counts from the model's next answer on.
    bench.fixture.model.say([Step::text("thinking"), Step::wait("go"), Step::exec("true")]);
    bench.fixture.model.say(Turn::new([Step::exec_escalated("touch reviewed", "It wants out.")]));
    let verdict = r#"{"risk_level": "high", "user_authorization": "low", "outcome": "deny", "rationale": "No."}"#;
    bench.fixture.model.say(Turn::text(verdict));
    bench.fixture.model.say(Turn::text("It was denied."));
    client.perform(MessageIntent::Send { thread: thread.clone(), prompt: prompt("go on"), choices: as_usual() }).await;
    client.mirror.until("it runs", |seen| seen.has_row(id, "thinking")).await;
    let extras = PermissionExtras { reviewer: Some(Reviewer::Auto), ..PermissionExtras::default() };
    client.perform(MessageIntent::Choose { thread: thread.clone(), choices: Choices { extras, ..as_usual() } }).await;
    bench.fixture.model.gate("go").open();
    client.wait_for_turns(id, 2, "done").await;
    assert!(client.mirror.seen.has_row(id, "reviewed:"), "{:#?}", client.mirror.seen.rows(id));
    assert_eq!(client.mirror.seen.0["asks"], serde_json::json!([]), "no person was asked");
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn choosing_what_may_write_keeps_a_no_to_trust() {
    let bench = Bench::with(|_| String::new()).await;
    let made = std::process::Command::new("git").args(["init", "-q"]).current_dir(bench.fixture.at("project")).status();
    assert!(made.unwrap().success());
    let (opened, mut client) = bench.sits().await;
    client.perform(CatalogIntent::TrustFolder { cwd: bench.fixture.project(), trusted: false }).await;
    let ask = Choices::with(Permissions::Ask);
    let (thread, output) = bench.begins(&mut client, "touch made && echo WROTE", ask.clone()).await;
    assert!(output.contains("WROTE"), "{output}");
    client.perform(ThreadIntent::Fork { thread: thread.clone(), turn: None }).await;
    opened.engine.close().await;
    let (opened, mut client) = bench.sits().await;
    client.open(&thread).await;
    bench.says(&mut client, &thread, 2, "true", ask).await;
    opened.engine.close().await;
    let config = std::fs::read_to_string(bench.fixture.at("home/config.toml")).unwrap();
    assert!(config.contains("untrusted") && !config.contains("\"trusted\""), "{config}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_new_thread_will_run_with_is_what_reaches_the_model() {
    let bench = Bench::with(|secret| {
        let folder = std::path::Path::new(secret).with_file_name("project");
        let folder = Value::from(folder.to_str().unwrap());
        format!("model_reasoning_effort = \"low\"\n[projects.{folder}]\ntrust_level = \"trusted\"\n")
    })
    .await;
    // The folder's own config counts because the folder is trusted.
    std::fs::create_dir_all(bench.fixture.at("project/.codex")).unwrap();
    std::fs::write(bench.fixture.at("project/.codex/config.toml"), "model_reasoning_effort = \"high\"\n").unwrap();
    std::fs::create_dir_all(bench.fixture.at("elsewhere")).unwrap();
    let (opened, mut client) = bench.sits().await;
    let elsewhere = bench.fixture.at("elsewhere").display().to_string();
    for (cwd, effort, profile) in [(bench.fixture.project(), "high", ":workspace"), (elsewhere, "low", ":read-only")] {
        let Ok(QueryResult::ThreadDefaults { defaults }) =
            client.engine.query(ConfigQuery::ThreadDefaults { cwd: Some(cwd.clone()) }).await
        else {
            panic!("no defaults")
        };
        assert_eq!((defaults.effort.as_deref(), defaults.policy.profile.as_deref()), (Some(effort), Some(profile)));
        let start = MessageIntent::StartThread { cwd, prompt: prompt("hello there"), choices: as_usual() };
        let thread = client.perform(start).await.thread.unwrap();
        client.wait_for_turns(thread.as_str(), 1, "done").await;
        let asked = bench.fixture.model.requests().into_iter().rfind(|one| one.path.ends_with("/responses")).unwrap();
        assert_eq!(asked.body["model"].as_str(), defaults.model.as_deref());
        assert_eq!(asked.body["reasoning"]["effort"], effort);
        let head = &client.mirror.seen.thread(thread.as_str())["head"];
        assert_eq!(serde_json::to_value(&defaults.policy).unwrap(), head["policy"]);
        assert_eq!(head["model"].as_str(), defaults.model.as_deref());
    }
    opened.engine.close().await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod older {
    use super::*;

    /// Whether config and choice are respected, seen by whether a file is created.
    async fn keeps_to_config_and_choice(codex: std::path::PathBuf) {
        let config = "sandbox_mode = \"read-only\"\napproval_policy = \"never\"\n";
        let mut bench = Bench::with(|_| config.to_owned()).await;
        bench.options.codex = Some(codex);
        let (opened, mut client) = bench.sits().await;
        let made = bench.fixture.at("project/made-here");
        let write = format!("touch '{}'", made.display());
        let (thread, _) = bench.begins(&mut client, &write, as_usual()).await;
        assert!(!made.exists(), "as configured");
        bench.says(&mut client, &thread, 2, &write, Choices::with(Permissions::Auto)).await;
        assert!(made.exists(), "chosen");
        std::fs::remove_file(&made).unwrap();
        bench.says(&mut client, &thread, 3, &write, as_usual()).await;
        assert!(!made.exists(), "taken back");
        opened.engine.close().await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn codex_140_keeps_to_the_permissions() {
        keeps_to_config_and_choice(threadloft_tests::older_codex()).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn codex_120_keeps_to_the_permissions() {
        keeps_to_config_and_choice(threadloft_tests::much_older_codex("0.120")).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn codex_104_keeps_to_the_permissions() {
        keeps_to_config_and_choice(threadloft_tests::much_older_codex("0.104")).await;
    }
}
