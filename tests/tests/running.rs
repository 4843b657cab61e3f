#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Running: the queue, on the real codex app-server.

use engine::Options;
use engine::id::QueuedId;
use engine::intent::Intent;
use loopback::Step;
use threadloft_tests::heard::Heard;
use threadloft_tests::inside::{Indoors, Inside, Seat, choices, prompt};
use threadloft_tests::mirror::Seen;
use threadloft_tests::{process, wait};

fn queue(seen: &Seen, id: &str) -> Vec<String> {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn queued(seen: &Seen, id: &str, text: &str) -> QueuedId {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    let one = all.iter().find(|one| one["text"] == text).unwrap_or_else(|| panic!("{text} does not wait"));
    QueuedId::from(one["id"].as_str().unwrap())
}

fn prompts(seen: &Seen, id: &str) -> Vec<String> {
    let rows = seen.rows(id);
    rows.iter().filter_map(|row| row.strip_prefix("prompt: ")).map(|row| row.trim().to_owned()).collect()
}

fn turns(seen: &Seen, id: &str) -> usize {
    seen.thread(id)["turns"].as_array().map_or(0, Vec::len)
}

async fn queues(seat: &Seat, thread: &engine::id::ThreadId, text: &str) {
    seat.does(Intent::Queue { thread: thread.clone(), prompt: prompt(text), choices: choices() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_queued_can_be_edited_ordered_and_removed_and_is_sent_one_after_another() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    edited_ordered_removed_and_sent(&inside, indoors).await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod without_a_queue {
    use super::*;

    fn older(inside: &Inside) -> Options {
        Options { codex: Some(threadloft_tests::older_codex()), ..inside.options() }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn we_keep_it_ourselves() {
        let inside = Inside::new().await;
        let options = older(&inside);
        edited_ordered_removed_and_sent(&inside, Indoors::open(options)).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn ours_waits_after_an_interruption_and_survives_a_restart() {
        let inside = Inside::new().await;
        let options = older(&inside);
        survives(&inside, &options).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_going_out_is_no_longer_edited_or_removed() {
        let inside = Inside::new().await;
        inside.model.say([Step::text("half a sent"), Step::Hang]);
        let indoors = Indoors::open(older(&inside));
        let mut seat = indoors.window("main");
        seat.ready().await;
        let thread = seat.begin(&inside.project(), "begin").await;
        let id = thread.as_str();
        seat.mirror.until("it runs", |seen| seen.has_row(id, "half a sent")).await;
        queues(&seat, &thread, "as it was").await;
        seat.does(Intent::Interrupt { thread: thread.clone() }).await;
        seat.mirror.until("it is interrupted", |seen| seen.turn(id) == "interrupted").await;
        seat.mirror.until("it still waits", |seen| queue(seen, id) == ["as it was"]).await;
        let it = queued(&seat.mirror.seen, id, "as it was");
        let pid = indoors.diagnostics().await.server_pid.expect("it runs");
        process::halt(pid).await;
        let send = Intent::SendQueued { thread: thread.clone(), queued: it.clone(), choices: choices() };
        let (engine, window) = (seat.engine.clone(), seat.window.clone());
        let sent = tokio::spawn(async move { engine.act(window, send).await });
        let edit = |text: &str| Intent::EditQueued { thread: thread.clone(), queued: it.clone(), text: text.into() };
        wait::until("it goes out", async || seat.act(edit("as it was")).await.is_err()).await;
        assert!(seat.act(edit("quite different")).await.is_err());
        assert!(seat.act(Intent::RemoveQueued { thread: thread.clone(), queued: it.clone() }).await.is_err());
        process::signal("CONT", &[pid]);
        sent.await.unwrap().unwrap();
        seat.mirror.until("it was sent", |seen| turns(seen, id) == 2 && seen.turn(id) == "done").await;
        assert_eq!(prompts(&seat.mirror.seen, id), ["begin", "as it was"]);
        indoors.engine.close().await;
    }
}

async fn edited_ordered_removed_and_sent(inside: &Inside, indoors: Indoors) {
    inside.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "begin").await;
    let id = thread.as_str();
    seat.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    for text in ["one", "two", "three", "four"] {
        queues(&seat, &thread, text).await;
    }
    seat.mirror.until("four wait", |seen| queue(seen, id) == ["one", "two", "three", "four"]).await;
    let [one, two, three, four] = ["one", "two", "three", "four"].map(|text| queued(&seat.mirror.seen, id, text));
    seat.does(Intent::EditQueued { thread: thread.clone(), queued: two.clone(), text: "two, but better".into() }).await;
    seat.does(Intent::OrderQueue { thread: thread.clone(), order: vec![three.clone(), two, one] }).await;
    seat.does(Intent::RemoveQueued { thread: thread.clone(), queued: four }).await;
    seat.mirror.until("three wait", |seen| queue(seen, id) == ["three", "two, but better", "one"]).await;
    let empty = Intent::EditQueued { thread: thread.clone(), queued: three, text: "  ".into() };
    assert!(seat.act(empty).await.is_err());
    inside.model.gate("go").open();
    seat.mirror.until("all were sent", |seen| turns(seen, id) == 4 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&seat.mirror.seen, id), ["begin", "three", "two, but better", "one"]);
    seat.mirror.until("nothing waits", |seen| queue(seen, id).is_empty()).await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_said_into_a_running_turn_steers_exactly_that_turn() {
    let inside = Inside::new().await;
    inside.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let heard = Heard::in_folder(&inside.at("heard"));
    let indoors = Indoors::open(Options { codex: Some(heard.program()), ..inside.options() });
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "begin").await;
    let id = thread.as_str();
    seat.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    seat.says(&thread, "and of this").await;
    inside.model.gate("go").open();
    seat.mirror.until("it is done", |seen| seen.turn(id) == "done").await;
    assert_eq!(
        (turns(&seat.mirror.seen, id), prompts(&seat.mirror.seen, id)),
        (1, vec!["begin".to_owned(), "and of this".to_owned()])
    );
    let steered = heard.said("turn/steer");
    assert_eq!((steered.len(), heard.said("turn/start").len()), (1, 1));
    assert_eq!(steered[0]["expectedTurnId"], seat.mirror.seen.thread(id)["turns"][0]["id"]);
    assert_eq!(steered[0]["input"][0]["text"], "and of this");
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queued_message_can_be_sent_into_the_running_turn() {
    let inside = Inside::new().await;
    inside.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "begin").await;
    let id = thread.as_str();
    seat.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    queues(&seat, &thread, "later").await;
    queues(&seat, &thread, "sooner").await;
    seat.mirror.until("both wait", |seen| queue(seen, id).len() == 2).await;
    let sooner = queued(&seat.mirror.seen, id, "sooner");
    let now = Intent::SendQueued { thread: thread.clone(), queued: sooner.clone(), choices: choices() };
    seat.does(now).await;
    seat.mirror.until("one waits", |seen| queue(seen, id) == ["later"]).await;
    inside.model.gate("go").open();
    seat.mirror.until("both turns are done", |seen| turns(seen, id) == 2 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&seat.mirror.seen, id), ["begin", "sooner", "later"]);
    let again = Intent::SendQueued { thread: thread.clone(), queued: sooner, choices: choices() };
    assert!(seat.act(again).await.is_err(), "it was sent once");
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_queue_waits_after_an_interruption_survives_a_restart_and_goes_on_when_told() {
    let inside = Inside::new().await;
    survives(&inside, &inside.options()).await;
}

async fn survives(inside: &Inside, options: &Options) {
    inside.model.say([Step::text("half a sent"), Step::Hang]);
    let indoors = Indoors::open(options.clone());
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "begin").await;
    let id = thread.as_str();
    seat.mirror.until("it runs", |seen| seen.has_row(id, "half a sent")).await;
    queues(&seat, &thread, "first").await;
    queues(&seat, &thread, "second").await;
    seat.does(Intent::Interrupt { thread: thread.clone() }).await;
    seat.mirror.until("it is interrupted", |seen| seen.turn(id) == "interrupted").await;
    seat.mirror.until("both still wait", |seen| queue(seen, id) == ["first", "second"]).await;
    indoors.engine.close().await;

    let indoors = Indoors::open(options.clone());
    let mut seat = indoors.window("main");
    seat.ready().await;
    seat.opens(&thread).await;
    seat.mirror.until("both wait again", |seen| queue(seen, id) == ["first", "second"]).await;
    let first = queued(&seat.mirror.seen, id, "first");
    seat.does(Intent::SendQueued { thread: thread.clone(), queued: first, choices: choices() }).await;
    seat.mirror.until("both were sent", |seen| turns(seen, id) == 3 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&seat.mirror.seen, id), ["begin", "first", "second"]);
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_queued_goes_on_in_a_thread_that_nobody_looks_at() {
    let inside = Inside::new().await;
    inside.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "begin").await;
    let id = thread.as_str();
    seat.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    queues(&seat, &thread, "first").await;
    queues(&seat, &thread, "second").await;
    seat.does(Intent::CloseThread { thread: thread.clone() }).await;
    inside.model.gate("go").open();
    let answered = || inside.model.requests().iter().filter(|asked| asked.path.ends_with("/responses")).count();
    wait::until("all three were asked", async || answered() >= 3).await;
    seat.opens(&thread).await;
    seat.mirror.until("all are done", |seen| turns(seen, id) == 3 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&seat.mirror.seen, id), ["begin", "first", "second"]);
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_queued_leaves_another_draft_alone_and_takes_its_own_along() {
    let inside = Inside::new().await;
    inside.model.say([Step::text("thinking of it"), Step::Wait("go".into())]);
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "begin").await;
    let id = thread.as_str();
    seat.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    for (n, (written, said, left)) in
        [("written elsewhere", "one", "written elsewhere"), ("tw", "two", "")].into_iter().enumerate()
    {
        let draft = Intent::SaveDraft { thread: Some(thread.clone()), text: written.into(), attached: Vec::new() };
        seat.does(draft).await;
        queues(&seat, &thread, said).await;
        let mut other = indoors.window(&format!("other-{n}"));
        other.ready().await;
        other.opens(&thread).await;
        other.mirror.until("it is open", |seen| seen.thread(id).is_object()).await;
        assert_eq!(other.mirror.seen.thread(id)["draft"], left);
    }
    inside.model.gate("go").open();
    seat.ended(id, 3, "done").await;
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queued_while_nothing_runs_is_sent_at_once() {
    let inside = Inside::new().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "begin").await;
    let id = thread.as_str();
    seat.mirror.until("it is done", |seen| seen.turn(id) == "done").await;
    queues(&seat, &thread, "at once").await;
    seat.mirror.until("both are done", |seen| turns(seen, id) == 2 && seen.turn(id) == "done").await;
    assert_eq!(seat.mirror.seen.thread(id)["draft"], "");
    indoors.engine.close().await;
}
