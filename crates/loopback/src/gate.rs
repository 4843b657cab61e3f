//! Gates: points at which a scripted turn waits until a test lets it continue.
//!
//! Tests wait for events, never for time: `reached` returns when a turn has arrived, `open` lets it continue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::watch;

use crate::locked;

/// A handle to a gate; cheap to clone.
#[derive(Clone, Debug)]
pub struct Gate {
    state: Arc<watch::Sender<GateState>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct GateState {
    open: bool,
    arrived: usize,
}

impl Gate {
    /// Lets all current and later arrivals through.
    pub fn open(&self) {
        self.state.send_modify(|state| state.open = true);
    }

    /// Stops later arrivals again.
    pub fn close(&self) {
        self.state.send_modify(|state| state.open = false);
    }

    /// Returns when `times` turns in total have arrived at this gate.
    pub async fn reached(&self, times: usize) {
        let mut state = self.state.subscribe();
        // The wait cannot fail, because `self` owns the sender.
        let _ = state.wait_for(|state| state.arrived >= times).await;
    }

    pub(crate) async fn pass(&self) {
        let mut state = self.state.subscribe();
        self.state.send_modify(|state| state.arrived += 1);
        let _ = state.wait_for(|state| state.open).await;
    }
}

#[derive(Default)]
pub(crate) struct Gates(Mutex<HashMap<String, Gate>>);

impl Gates {
    pub(crate) fn get(&self, name: &str) -> Gate {
        let mut gates = locked(&self.0);
        let fresh = || Gate { state: Arc::new(watch::Sender::new(GateState::default())) };
        gates.entry(name.to_owned()).or_insert_with(fresh).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_turn_waits_at_its_gate() {
        let gates = Gates::default();
        let gate = gates.get("a");
        let passing = tokio::spawn({
            let gate = gate.clone();
            async move { gate.pass().await }
        });
        gate.reached(1).await;
        assert!(!passing.is_finished());
        gates.get("a").open();
        assert!(passing.await.is_ok());
    }
}
