//! Events in an order that no server would send: the state stays consistent, and its windows agree with it.

use super::replay::{ALL, Fixture, ReplayStep, steps, threads};
use crate::state::LocalEvent;

/// A small random generator with a seed, so that a failure can be repeated.
pub struct EventDice(u64);

impl EventDice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

#[test]
fn a_shuffled_exchange_breaks_nothing() {
    for name in ALL {
        let all = steps(name);
        for seed in 0..4 {
            let mut dice = EventDice::new(seed + 1);
            let mut mixed = all.clone();
            // Some events are moved, some are repeated, some are dropped.
            for _ in 0..mixed.len() / 2 {
                let (a, b) = (dice.below(mixed.len()), dice.below(mixed.len()));
                match dice.below(4) {
                    0 => drop(mixed.remove(a)),
                    1 => mixed.insert(b, mixed[a].clone()),
                    _ => mixed.swap(a, b),
                }
            }
            let open = threads(&all);
            let mut fixture = Fixture::new(open.clone());
            let open: Vec<_> = open.into_iter().collect();
            for step in mixed {
                if let (0, Some(thread)) = (dice.below(20), open.get(dice.below(open.len()))) {
                    let thread = thread.clone();
                    match dice.below(6) {
                        0 => drop(fixture.local(LocalEvent::Sending(thread))),
                        1 => drop(fixture.local(LocalEvent::PageAsked(thread))),
                        2 => drop(fixture.local(LocalEvent::Locked { thread, locked: true })),
                        3 => drop(fixture.step(ReplayStep::Gone(5.0))),
                        _ => drop(fixture.local(LocalEvent::Opened(thread))),
                    }
                }
                fixture.step(step);
                if dice.below(8) == 0 {
                    fixture.frame();
                }
            }
            fixture.frame();
        }
    }
}
