#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Messages on their way, on the real codex app-server: while a hook looks at them, and when they do not get through.

use engine::id::ThreadId;
use engine::intent::{Attached, Intent, Prompt};
use threadloft_tests::asked::at_work;
use threadloft_tests::hook::Hook;
use threadloft_tests::inside::{Indoors, Inside, Seat, choices, prompt};
use threadloft_tests::mirror::Seen;

/// One red pixel.
const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/// A thread with one turn, and a hook that looks at the next.
async fn begun(inside: &Inside) -> (Indoors, Seat, ThreadId, Hook) {
    let mut hook = Hook::on(&inside.at("home"), inside.at("tmp/hook"));
    let (indoors, seat, _) = at_work(inside).await;
    hook.trust(&seat, &inside.project()).await;
    // A thread knows the hooks there were when it began.
    let mut seat = seat;
    let thread = seat.begin(&inside.project(), "begin").await;
    hook.looks().await;
    hook.lets_go();
    seat.ended(thread.as_str(), 1, "done").await;
    (indoors, seat, thread, hook)
}

fn sent(seen: &Seen, id: &str) -> Vec<String> {
    let all = seen.thread(id)["sent"].as_array().cloned().unwrap_or_default();
    all.iter().map(|row| row["body"]["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn prompts(seen: &Seen, id: &str) -> Vec<String> {
    let rows = seen.rows(id);
    rows.iter().filter_map(|row| row.strip_prefix("prompt: ")).map(|row| row.trim().to_owned()).collect()
}

fn queue(seen: &Seen, id: &str) -> Vec<String> {
    let all = seen.thread(id)["queue"].as_array().cloned().unwrap_or_default();
    all.iter().map(|one| one["text"].as_str().unwrap_or_default().to_owned()).collect()
}

fn draft(seen: &Seen, id: &str) -> String {
    seen.thread(id)["draft"].as_str().unwrap_or_default().to_owned()
}

/// How often it stands anywhere.
fn times(seen: &Seen, id: &str, text: &str) -> usize {
    [sent(seen, id), prompts(seen, id), queue(seen, id)].concat().iter().filter(|one| *one == text).count()
}

async fn writes(seat: &Seat, thread: &ThreadId, text: &str) {
    seat.does(Intent::SaveDraft { thread: Some(thread.clone()), text: text.into(), attached: Vec::new() }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_hook_looks_at_is_seen_in_every_window_and_once() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread, mut hook) = begun(&inside).await;
    let id = thread.as_str();
    let mut other = indoors.window("other");
    other.ready().await;
    other.opens(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    writes(&seat, &thread, "look at th").await;
    seat.says(&thread, "look at this").await;
    hook.looks().await;
    for seat in [&mut seat, &mut other] {
        seat.mirror.until("it is being sent", |seen| sent(seen, id) == ["look at this"]).await;
        assert_eq!(prompts(&seat.mirror.seen, id), ["begin"]);
    }
    // A page that loads anew has it too, and not as a draft as well.
    let mut seat = indoors.window("main");
    seat.mirror.until("it is still being sent", |seen| sent(seen, id) == ["look at this"]).await;
    assert_eq!(draft(&seat.mirror.seen, id), "");
    // The next waits behind it, and is then looked at itself.
    seat.does(Intent::Queue { thread: thread.clone(), prompt: prompt("and this"), choices: choices() }).await;
    seat.mirror.until("the next waits", |seen| queue(seen, id) == ["and this"]).await;
    hook.lets_go();
    for seat in [&mut seat, &mut other] {
        let once = |seen: &Seen| {
            assert_eq!(times(seen, id, "look at this"), 1, "{:#}", seen.thread(id));
            prompts(seen, id) == ["begin", "look at this"]
        };
        seat.mirror.until("it is there", once).await;
        assert!(sent(&seat.mirror.seen, id).iter().all(|text| text == "and this"));
    }
    hook.looks().await;
    for seat in [&mut seat, &mut other] {
        seat.mirror.until("the next is being sent", |seen| sent(seen, id) == ["and this"]).await;
        assert_eq!(queue(&seat.mirror.seen, id), [""; 0]);
    }
    hook.lets_go();
    for seat in [&mut seat, &mut other] {
        let once = |seen: &Seen| {
            assert_eq!(times(seen, id, "and this"), 1, "{:#}", seen.thread(id));
            prompts(seen, id) == ["begin", "look at this", "and this"]
        };
        seat.mirror.until("it is there too", once).await;
        seat.ended(id, 3, "done").await;
        assert_eq!(draft(&seat.mirror.seen, id), "");
    }
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_hook_refuses_or_a_person_stops_is_a_draft_again() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread, mut hook) = begun(&inside).await;
    let id = thread.as_str();
    seat.says(&thread, "never these").await;
    hook.looks().await;
    writes(&seat, &thread, "written since").await;
    seat.mirror.until("it is being sent", |seen| sent(seen, id) == ["never these"]).await;
    hook.refuses();
    // The page has written nothing itself; what was saved for it comes with the thread.
    seat.mirror.until("it is back", |seen| draft(seen, id).starts_with("never these")).await;
    seat.ended(id, 2, "done").await;
    assert_eq!((sent(&seat.mirror.seen, id).len(), prompts(&seat.mirror.seen, id)), (0, vec!["begin".to_owned()]));
    assert!(seat.mirror.seen.has_row(id, "not these words"), "{:#?}", seat.mirror.seen.rows(id));
    let mut other = indoors.window("other");
    other.ready().await;
    other.opens(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    assert_eq!(draft(&other.mirror.seen, id), "never these\nwritten since");

    // So is what waited in the queue, with the picture that waited with it.
    writes(&seat, &thread, "").await;
    let kept = seat.does(Intent::KeepPicture { data: DOT.into() }).await.path.unwrap();
    seat.says(&thread, "first this").await;
    hook.looks().await;
    let with = Prompt { text: "never those".into(), attached: vec![Attached::Image { path: kept.clone() }] };
    seat.does(Intent::Queue { thread: thread.clone(), prompt: with, choices: choices() }).await;
    hook.lets_go();
    hook.looks().await;
    hook.refuses();
    seat.mirror.until("it is back too", |seen| draft(seen, id).starts_with("never those")).await;
    let mut third = indoors.window("third");
    third.ready().await;
    third.opens(&thread).await;
    third.mirror.until("and its picture", |seen| seen.thread(id)["attached"][0]["path"] == kept.as_str()).await;

    writes(&seat, &thread, "").await;
    seat.says(&thread, "wait with it").await;
    hook.looks().await;
    seat.says(&thread, "and with this").await;
    seat.mirror.until("both are being sent", |seen| sent(seen, id) == ["wait with it", "and with this"]).await;
    let before = draft(&seat.mirror.seen, id);
    seat.does(Intent::Interrupt { thread: thread.clone() }).await;
    seat.mirror.until("both are back", |seen| sent(seen, id).is_empty() && draft(seen, id) != before).await;
    seat.mirror.until("as they were said", |seen| draft(seen, id).contains("wait with it")).await;
    drop(other);
    indoors.engine.close().await;
    // What is a draft again is one after the next start too.
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    seat.opens(&thread).await;
    seat.mirror
        .until("it is open", |seen| seen.thread(id)["turns"].as_array().is_some_and(|turns| turns.len() >= 3))
        .await;
    assert_eq!(draft(&seat.mirror.seen, id), "wait with it\nand with this");
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_on_its_way_when_codex_or_the_app_ended_is_a_draft_again() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread, mut hook) = begun(&inside).await;
    let id = thread.as_str();
    seat.says(&thread, "not lost").await;
    hook.looks().await;
    let pid = indoors.diagnostics().await.server_pid.unwrap();
    assert!(std::process::Command::new("kill").args(["-KILL", &pid.to_string()]).status().unwrap().success());
    seat.mirror.until("it is back", |seen| sent(seen, id).is_empty() && draft(seen, id) == "not lost").await;
    seat.mirror.until("codex is gone", |seen| seen.phase() != "ready").await;
    seat.ready().await;
    assert_eq!(times(&seat.mirror.seen, id, "not lost"), 0);
    seat.says(&thread, "not lost").await;
    hook.looks().await;
    seat.mirror.until("it is being sent", |seen| sent(seen, id) == ["not lost"]).await;
    // The app ends in the middle of it.
    indoors.engine.close().await;
    let indoors = inside.open();
    let mut seat = indoors.window("main");
    seat.ready().await;
    seat.opens(&thread).await;
    seat.mirror.until("it is open", |seen| !prompts(seen, id).is_empty()).await;
    assert_eq!(draft(&seat.mirror.seen, id), "not lost");
    assert_eq!(times(&seat.mirror.seen, id, "not lost"), 0);
    indoors.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_on_one_thread_have_one_draft() {
    let inside = Inside::new().await;
    let (indoors, mut seat, thread) = at_work(&inside).await;
    let id = thread.as_str();
    let mut other = indoors.window("other");
    other.ready().await;
    other.opens(&thread).await;
    other.mirror.until("it is open", |seen| seen.turn(id) == "done").await;
    writes(&seat, &thread, "half a thought").await;
    other.mirror.until("what is written here", |seen| draft(seen, id) == "half a thought").await;
    writes(&other, &thread, "half a thought, and more").await;
    seat.mirror.until("and there", |seen| draft(seen, id) == "half a thought, and more").await;
    seat.says(&thread, "half a thought, and more").await;
    other.mirror.until("it was sent", |seen| draft(seen, id).is_empty()).await;
    seat.does(Intent::SaveDraft { thread: None, text: "a new one".into(), attached: Vec::new() }).await;
    other.mirror.until("the draft of a new thread", |seen| seen.0["newDraft"] == "a new one").await;
    seat.ended(id, 2, "done").await;
    indoors.engine.close().await;
}
