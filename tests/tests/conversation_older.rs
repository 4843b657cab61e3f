#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
#![allow(clippy::unwrap_used, clippy::expect_used)]
//! Keeping and finding on a real older codex, which has no revert, no sections and no places to search for.

use engine::id::{ThreadId, TurnId};
use engine::intent::Intent;
use engine::look::{Look, Sight};
use threadloft_tests::inside::{Indoors, Inside};
use threadloft_tests::mirror::Seen;

fn turns(seen: &Seen, thread: &ThreadId) -> usize {
    seen.thread(thread.as_str())["turns"].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_older_codex_keeps_and_finds_too() {
    let inside = Inside::new().await;
    let mut options = inside.options();
    options.codex = Some(threadloft_tests::older_codex());
    let indoors = Indoors::open(options.clone());
    let mut seat = indoors.window("main");
    seat.ready().await;
    let thread = seat.begin(&inside.project(), "one walrus").await;
    let id = thread.as_str();
    for n in 1..4 {
        seat.mirror.until("the turn is done", |seen| turns(seen, &thread) == n && seen.turn(id) == "done").await;
        if n < 3 {
            seat.says(&thread, &format!("turn {n}")).await;
        }
    }
    let turn = |seen: &Seen, n: usize| TurnId::from(seen.thread(id)["turns"][n]["id"].as_str().unwrap());
    let second = turn(&seat.mirror.seen, 1);
    let fork = seat.does(Intent::Fork { thread: thread.clone(), turn: Some(second.clone()) }).await.thread.unwrap();
    seat.opens(&fork).await;
    seat.mirror.until("the fork ends with its turn", |seen| turns(seen, &fork) == 2).await;

    let peek = indoors.house.look(Look::Peek { thread: thread.clone(), text: "WALRUS".into() }).await.unwrap();
    let Sight::Peek { found } = peek else { panic!("places") };
    let spot = found.hits[0].spot.clone();
    assert!(seat.does(Intent::OpenAt { thread: thread.clone(), spot }).await.row.is_some());

    seat.does(Intent::GoBack { thread: thread.clone(), turn: second }).await;
    seat.mirror.until("one turn is left", |seen| turns(seen, &thread) == 1).await;
    seat.does(Intent::Pin { threads: vec![thread.clone()], pinned: true }).await;
    seat.mirror.until("it is pinned", |seen| seen.line(id)["pinned"] == true).await;
    indoors.house.close().await;

    let indoors = Indoors::open(options);
    let mut seat = indoors.window("main");
    seat.mirror.until("our own pin is kept", |seen| seen.line(id)["pinned"] == true).await;
    indoors.house.close().await;
}
