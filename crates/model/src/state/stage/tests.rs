//! Every stage with every event, and crashes between any two steps.

use super::{Delivery, From, Held, Stage};
use proptest::prelude::*;
use std::collections::BTreeSet;

const FROM: [From; 4] = [From::Composer, From::New, From::Here, From::There];

fn stages() -> [Stage; 11] {
    use Stage::{Arrived, Back, Drafted, Leaving, Orphaned, Removed, Sent, Taken, Unsure, WaitsHere, WaitsThere};
    [Drafted, WaitsHere, WaitsThere, Leaving, Sent, Orphaned, Taken("u".into()), Unsure, Arrived, Back, Removed]
}

fn deliveries() -> [Delivery; 16] {
    use Delivery::{
        Accepted, AlreadyGone, Confirmed, FoundInQueue, FoundInThread, Leaves, NotFound, QueuedHere, QueuedThere,
        Refused, Removed, RowCame, Said, ServerGone, TurnOver, Unheard,
    };
    [
        QueuedHere,
        QueuedThere,
        Said,
        Leaves,
        AlreadyGone,
        Removed,
        Accepted("u".into()),
        Refused,
        Unheard,
        Confirmed,
        RowCame,
        TurnOver,
        ServerGone,
        FoundInThread,
        FoundInQueue,
        NotFound,
    ]
}

fn letter(stage: &Stage) -> char {
    match stage {
        Stage::Drafted => 'd',
        Stage::WaitsHere => 'h',
        Stage::WaitsThere => 't',
        Stage::Leaving => 'l',
        Stage::Sent => 's',
        Stage::Orphaned => 'o',
        Stage::Taken(_) => 'k',
        Stage::Unsure => 'u',
        Stage::Arrived => 'A',
        Stage::Back => 'B',
        Stage::Removed => 'R',
    }
}

fn row(stage: &Stage, from: From) -> String {
    deliveries().iter().map(|delivery| stage.next(from, delivery).as_ref().map_or('.', letter)).collect()
}

/// A column is an event, in the order of `deliveries`. A dot means that nothing changes.
#[test]
fn each_stage_goes_where_the_table_says() {
    let of = |from: From| stages().map(|stage| format!("{} {}", letter(&stage), row(&stage, from)));
    let composer = [
        "d hts.......A.....",
        "h .ts..R....A.....",
        "t ...lARk...A.....",
        "l ..s.A..uu.A.u...",
        "s ht....kBB.A.o...",
        "o .......BBBA.....",
        "k ..........ABB...",
        "u .....R....A..AtB",
        "A ................",
        "B ................",
        "R ................",
    ];
    assert_eq!(of(From::Composer), composer);
    assert_eq!(of(From::New), composer);
    let here = composer.map(|line| match &line[..1] {
        "s" => "s ht....khu.A.o...",
        "o" => "o .......huBA.....",
        "u" => "u .....R....A..Ath",
        _ => line,
    });
    assert_eq!(of(From::Here), here);
    let there = composer.map(|line| match &line[..1] {
        "s" => "s ht....kuu.A.o...",
        "o" => "o .......uuBA.....",
        "u" => "u .....R....A..Att",
        _ => line,
    });
    assert_eq!(of(From::There), there);
}

#[test]
fn what_nobody_else_has_is_held_by_the_store() {
    for from in FROM {
        for stage in stages() {
            let elsewhere = matches!(stage, Stage::WaitsThere | Stage::Arrived | Stage::Removed);
            assert_eq!(stage.held(from).is_none(), elsewhere, "{stage:?} from {from:?}");
        }
    }
}

/// The app, its store and the server, with one message between them.
#[derive(Debug)]
struct World {
    from: From,
    stage: Stage,
    store: BTreeSet<Held>,
    /// Whether it is in the server's queue; whether and how often it is in the thread; whether the server must still
    /// start it or answer.
    queued: bool,
    rows: u32,
    heard: bool,
    up: bool,
    /// The person wrote it once more, so it may be there twice.
    again: bool,
}

/// One action of the app, the server or the machine.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Queue,
    Send,
    Begin,
    Row,
    Answer {
        yes: bool,
    },
    Lose,
    EndTurn,
    Remove,
    Look,
    ServerEnds,
    ServerStarts,
    Crash,
    /// The app crashes after the store got the new form and before it removed the old one.
    CrashHalfway(&'static Deed),
}

impl World {
    fn new(from: From) -> Self {
        let store = BTreeSet::from([Held::Draft]);
        Self { from, stage: Stage::Drafted, store, queued: false, rows: 0, heard: false, up: true, again: false }
    }

    /// The store gets the new form before the old one is removed.
    fn go(&mut self, delivery: &Delivery, halfway: bool) {
        let Some(next) = self.stage.next(self.from, delivery) else { return };
        self.store.extend(next.held(self.from));
        if halfway {
            return self.restart();
        }
        self.store.retain(|held| Some(*held) == next.held(self.from));
        self.stage = next;
    }

    /// Reads what the store holds. The server may still receive what is in transit.
    fn restart(&mut self) {
        let held = self.store.iter().max().copied();
        self.stage = match held {
            Some(held) => Stage::restored(held),
            None if self.queued => Stage::WaitsThere,
            None if self.rows > 0 => Stage::Arrived,
            None => Stage::Removed,
        };
        self.from = match held {
            Some(Held::Leaving) => From::There,
            Some(Held::Waiting) => From::Here,
            Some(Held::Draft) | None => self.from,
        };
        // A draft has no id, so sending it again makes a new message.
        self.again |= held == Some(Held::Draft);
    }

    fn deed(&mut self, deed: Deed, halfway: bool) {
        match deed {
            Deed::Crash => self.restart(),
            Deed::CrashHalfway(deed) => self.deed(*deed, true),
            Deed::ServerStarts => self.up = true,
            Deed::ServerEnds => {
                (self.up, self.heard) = (false, false);
                self.go(&Delivery::ServerGone, halfway);
                // Whoever waits for an answer learns that none will come.
                self.go(&Delivery::Unheard, halfway);
            }
            _ if !self.up => {}
            Deed::Queue if self.from == From::Here => self.go(&Delivery::QueuedHere, halfway),
            Deed::Queue if self.from == From::There && self.stage == Stage::Drafted => {
                self.queued = true;
                self.go(&Delivery::QueuedThere, halfway);
            }
            Deed::Send => self.send(halfway),
            // The server starts with the first prompt of its queue.
            Deed::Begin if self.queued && self.stage == Stage::WaitsThere => {
                (self.queued, self.heard) = (false, true);
                self.go(&Delivery::Accepted("u".into()), halfway);
            }
            Deed::Row if self.heard => {
                (self.heard, self.rows) = (false, self.rows + 1);
                self.go(&Delivery::RowCame, halfway);
            }
            Deed::Answer { yes: true } if self.heard => {
                self.go(&Delivery::Accepted("u".into()), halfway);
                self.go(&Delivery::Confirmed, halfway);
            }
            Deed::Answer { yes: false } if self.stage == Stage::Sent && self.rows == 0 => {
                self.heard = false;
                self.go(&Delivery::Refused, halfway);
            }
            Deed::Lose => self.go(&Delivery::Unheard, halfway),
            Deed::EndTurn if matches!(self.stage, Stage::Taken(_)) => {
                self.heard = false;
                self.go(&Delivery::TurnOver, halfway);
            }
            Deed::Remove if self.queued || self.stage == Stage::WaitsHere => {
                self.queued = false;
                self.go(&Delivery::Removed, halfway);
            }
            Deed::Look if self.stage == Stage::Unsure => self.look(halfway),
            Deed::Queue | Deed::Begin | Deed::Row | Deed::Answer { .. } | Deed::EndTurn | Deed::Remove | Deed::Look => {
            }
        }
    }

    fn send(&mut self, halfway: bool) {
        match self.stage {
            Stage::WaitsThere if self.queued => {
                self.go(&Delivery::Leaves, false);
                self.queued = false;
                self.go(&Delivery::Said, halfway);
                self.heard = self.stage == Stage::Sent;
            }
            Stage::Drafted | Stage::WaitsHere => {
                self.go(&Delivery::Said, halfway);
                self.heard |= self.stage == Stage::Sent;
            }
            Stage::Back => {
                (self.stage, self.again) = (Stage::Drafted, true);
            }
            _ => {}
        }
    }

    /// The server's history contains everything it received, because the query comes after everything in transit.
    fn look(&mut self, halfway: bool) {
        if std::mem::take(&mut self.heard) {
            self.rows += 1;
        }
        if self.rows > 0 {
            self.go(&Delivery::FoundInThread, halfway);
        } else if self.queued {
            self.go(&Delivery::FoundInQueue, halfway);
        } else {
            // It is put back before the store removes it.
            self.queued = self.from == From::There;
            self.go(&Delivery::NotFound, halfway);
        }
    }

    fn check(&self) {
        let removed = self.stage == Stage::Removed;
        assert!(removed || !self.store.is_empty() || self.queued || self.heard || self.rows > 0, "lost: {self:?}");
        assert!(self.again || self.rows + u32::from(self.queued) <= 1, "twice: {self:?}");
        if let Some(held) = self.stage.held(self.from) {
            assert!(self.store.contains(&held), "not held: {self:?}");
        }
    }
}

fn deed() -> impl Strategy<Value = Deed> {
    const WHOLE: [Deed; 13] = [
        Deed::Queue,
        Deed::Send,
        Deed::Begin,
        Deed::Row,
        Deed::Answer { yes: true },
        Deed::Answer { yes: false },
        Deed::Lose,
        Deed::EndTurn,
        Deed::Remove,
        Deed::Look,
        Deed::ServerEnds,
        Deed::ServerStarts,
        Deed::Crash,
    ];
    (0..WHOLE.len(), prop::bool::weighted(0.2)).prop_map(
        |(at, crash)| {
            if crash { Deed::CrashHalfway(&WHOLE[at]) } else { WHOLE[at] }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn a_crash_between_two_steps_loses_nothing_and_sends_nothing_twice(
        from in 0..FROM.len(),
        deeds in prop::collection::vec(deed(), 1..40),
    ) {
        let mut world = World::new(FROM[from]);
        for deed in deeds {
            world.deed(deed, false);
            world.check();
        }
    }
}
