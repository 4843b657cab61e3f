#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Queued messages on their way, on the real codex app-server: into a running turn when it dies, and from an older
//! server to a newer one.

use engine::id::{QueuedId, ThreadId};
use engine::intent::Intent;
use loopback::Step;
use threadloft_tests::inside::{Indoors, Inside, Seat, choices, prompt};
use threadloft_tests::mirror::Seen;

fn queue(seen: &Seen, id: &str) -> Vec<String> {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn first(seen: &Seen, id: &str) -> QueuedId {
    QueuedId::from(seen.thread(id)["queue"][0]["id"].as_str().expect("something waits"))
}

fn prompts(seen: &Seen, id: &str) -> Vec<String> {
    let rows = seen.rows(id);
    rows.iter().filter_map(|row| row.strip_prefix("prompt: ")).map(|row| row.trim().to_owned()).collect()
}

async fn running(seat: &mut Seat, inside: &Inside) -> ThreadId {
    inside.model.say([Step::text("thinking of it"), Step::Hang]);
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "begin").await;
    let id = thread.as_str();
    seat.mirror.until("it runs", |seen| seen.has_row(id, "thinking of it")).await;
    thread
}

async fn queues(seat: &Seat, thread: &ThreadId, text: &str) {
    seat.does(Intent::Queue { thread: thread.clone(), prompt: prompt(text), choices: choices() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_left_the_queue_waits_again_when_codex_dies_before_it_arrived() {
    let inside = Inside::new().await;
    let mut options = inside.options();
    options.env.push(("ASIDE_CODEX".into(), threadloft_tests::codex().display().to_string()));
    options.env.push(("ASIDE_DIES_AT".into(), "turn/steer".into()));
    options.codex = Some(env!("CARGO_BIN_EXE_aside").into());
    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    let thread = running(&mut seat, &inside).await;
    let id = thread.as_str();
    queues(&seat, &thread, "sooner").await;
    queues(&seat, &thread, "later").await;
    seat.mirror.until("both wait", |seen| queue(seen, id) == ["sooner", "later"]).await;
    let queued = first(&seat.mirror.seen, id);
    let now = Intent::SendQueued { thread: thread.clone(), queued, choices: choices() };
    assert!(seat.act(now).await.is_err(), "codex died");
    seat.mirror.until("it runs no more", |seen| seen.turn(id) == "interrupted").await;
    seat.ready().await;
    seat.mirror.until("both wait again", |seen| queue(seen, id) == ["sooner", "later"]).await;
    assert_eq!(prompts(&seat.mirror.seen, id), ["begin"]);
    indoors.engine.close().await;
    // And once only, also for the next start.
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    seat.opens(&thread).await;
    seat.mirror.until("both wait still", |seen| queue(seen, id) == ["sooner", "later"]).await;
    let queued = first(&seat.mirror.seen, id);
    seat.does(Intent::SendQueued { thread: thread.clone(), queued, choices: choices() }).await;
    seat.mirror.until("both were sent", |seen| prompts(seen, id).len() == 3 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&seat.mirror.seen, id), ["begin", "sooner", "later"]);
    indoors.engine.close().await;
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[tokio::test(flavor = "multi_thread")]
async fn what_waited_with_us_is_taken_over_by_a_newer_codex() {
    let inside = Inside::new().await;
    let older = engine::Options { codex: Some(threadloft_tests::older_codex()), ..inside.options() };
    let indoors = Indoors::open(older);
    let mut seat = indoors.window("main");
    let thread = running(&mut seat, &inside).await;
    let id = thread.as_str();
    queues(&seat, &thread, "first").await;
    queues(&seat, &thread, "second").await;
    seat.does(Intent::Interrupt { thread: thread.clone() }).await;
    seat.mirror.until("both wait with us", |seen| queue(seen, id) == ["first", "second"]).await;
    let ours = first(&seat.mirror.seen, id);
    indoors.engine.close().await;

    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    seat.opens(&thread).await;
    let taken = |seen: &Seen| queue(seen, id) == ["first", "second"] && first(seen, id) != ours;
    seat.mirror.until("they wait with codex", taken).await;
    let queued = first(&seat.mirror.seen, id);
    seat.does(Intent::SendQueued { thread: thread.clone(), queued, choices: choices() }).await;
    seat.mirror.until("both were sent", |seen| prompts(seen, id).len() == 3 && seen.turn(id) == "done").await;
    assert_eq!(prompts(&seat.mirror.seen, id), ["begin", "first", "second"]);
    indoors.engine.close().await;
}
