//! A recorded exchange, fed to the state as the engine would feed it.

use crate::outbox::Outbox;
use crate::state::{LocalEvent, State};
use contract::change::{Change, OpenThread, Snapshot};
use contract::id::ThreadId;
use contract::mirror::Mirror;
use contract::settings::Settings;
use protocol::method::{self, Method};
use protocol::{Event, Frame};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// What the engine receives, in wire order, with the server's own clock.
#[derive(Clone)]
pub enum ReplayStep {
    Event(Box<Event>, f64),
    /// Another server was started; the previous one is gone.
    Gone(f64),
}

impl ReplayStep {
    pub fn event(&self) -> Option<&Event> {
        match self {
            Self::Event(event, _) => Some(event),
            Self::Gone(_) => None,
        }
    }
}

/// Every event of a transcript.
pub fn steps(name: &str) -> Vec<ReplayStep> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/transcripts").join(format!("{name}.jsonl"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut calls: HashMap<String, Value> = HashMap::new();
    let mut steps = Vec::new();
    let mut at_ms = 1_000.0;
    let mut started = false;
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let (from, message) = (line["dir"].as_str().unwrap(), &line["msg"]);
        if from != "s2c" {
            if message["method"] == "initialize" && std::mem::replace(&mut started, true) {
                calls.clear();
                steps.push(ReplayStep::Gone(at_ms));
            }
            if message.get("method").is_some() && message.get("id").is_some() {
                calls.insert(message["id"].to_string(), message.clone());
            }
            continue;
        }
        at_ms = message["emittedAtMs"].as_f64().unwrap_or(at_ms);
        let line = message.to_string();
        let event = match Frame::parse(&line) {
            Ok(Frame::Notification { method, params, .. }) => Some(Event::from_notification(&method, &params)),
            Ok(Frame::Request { id, method, params }) => Some(Event::from_request(id, &method, &params)),
            Ok(Frame::Answer { .. }) => {
                calls.remove(&message["id"].to_string()).and_then(|call| answered(&call, &message["result"]))
            }
            Err(_) => Some(Event::Garbled { bytes: line.len() }),
        };
        steps.extend(event.map(|event| ReplayStep::Event(Box::new(event), at_ms)));
    }
    steps
}

fn answered(call: &Value, result: &Value) -> Option<Event> {
    fn read<M: Method>(call: &Value, result: &Value) -> Option<Event> {
        if call["method"] != M::NAME {
            return None;
        }
        let params = serde_json::from_value(call["params"].clone()).ok()?;
        M::event(&params, &serde_json::from_value(result.clone()).ok()?)
    }
    read::<method::ThreadStart>(call, result)
        .or_else(|| read::<method::ThreadResume>(call, result))
        .or_else(|| read::<method::ThreadFork>(call, result))
        .or_else(|| read::<method::ThreadRead>(call, result))
        .or_else(|| read::<method::ThreadList>(call, result))
        .or_else(|| read::<method::ThreadTurnsList>(call, result))
        .or_else(|| read::<method::TurnStart>(call, result))
        .or_else(|| read::<method::AccountRead>(call, result))
}

/// The threads that a window would encounter.
pub fn threads(steps: &[ReplayStep]) -> BTreeSet<ThreadId> {
    let named = steps.iter().filter_map(|step| match step.event()? {
        Event::SessionStarted(s) | Event::SessionResumed(s) | Event::SessionForked(s) => Some(s.thread.id.clone()),
        Event::ThreadStarted(started) => Some(started.thread.id.clone()),
        Event::TurnStarted(turn) => Some(turn.thread_id.clone()),
        _ => None,
    });
    named.map(ThreadId::from).collect()
}

/// A state with one window that has every thread open, and a second one that gets merged batches.
pub struct Fixture {
    pub state: State,
    pub open: BTreeSet<ThreadId>,
    pub window: Mirror,
    merged: Mirror,
    outbox: Outbox,
    count: usize,
}

impl Fixture {
    pub fn new(open: BTreeSet<ThreadId>) -> Self {
        let state = State::new(Settings::default(), "/home".into());
        let window = Mirror(state.snapshot(&BTreeSet::new()));
        let mut fixture =
            Self { state, open: BTreeSet::new(), merged: window.clone(), window, outbox: Outbox::default(), count: 0 };
        for thread in open {
            fixture.open.insert(thread.clone());
            fixture.local(LocalEvent::Opened(thread));
        }
        fixture
    }

    pub fn local(&mut self, event: LocalEvent) -> Vec<Change> {
        let changes = self.state.local(event, 1_000.0);
        self.tell(changes.clone());
        changes
    }

    pub fn apply(&mut self, event: Event, at_ms: f64) -> Vec<Change> {
        let changes = self.state.apply(event, at_ms);
        self.tell(changes.clone());
        changes
    }

    pub fn step(&mut self, step: ReplayStep) -> Vec<Change> {
        match step {
            ReplayStep::Event(event, at_ms) => self.apply(*event, at_ms),
            ReplayStep::Gone(at_ms) => {
                let changes = self.state.local(LocalEvent::ServerGone { why: "Codex stopped (killed).".into() }, at_ms);
                self.tell(changes.clone());
                changes
            }
        }
    }

    /// The second window starts again with what the first has.
    pub fn restart_merged(&mut self) {
        self.outbox.drain();
        self.merged = self.window.clone();
    }

    /// Renders and sends, as at the end of a frame.
    pub fn frame(&mut self) {
        let drawn = self.state.draw();
        self.tell(drawn);
        self.merged.apply_all(self.outbox.drain());
        self.agree();
    }

    fn tell(&mut self, changes: Vec<Change>) {
        self.outbox.push(&changes, &self.open);
        self.window.apply_all(changes);
        self.count += 1;
    }

    /// The invariant of the whole fixture: both windows equal a snapshot.
    fn agree(&self) {
        let fresh = Mirror(self.state.snapshot(&self.open)).sorted();
        same(&self.window.clone().sorted(), &fresh, "a window that applied every change", self.count);
        same(&self.merged.clone().sorted(), &fresh, "a window that got merged batches", self.count);
    }

    /// Feeds all steps. A frame ends after every `per_frame` events, and the invariant is checked there.
    pub fn run(&mut self, steps: Vec<ReplayStep>, per_frame: usize) {
        for (n, step) in steps.into_iter().enumerate() {
            self.step(step);
            if n % per_frame == 0 {
                self.frame();
            }
        }
        self.frame();
    }

    pub fn thread(&self, id: &ThreadId) -> OpenThread {
        self.state.open_thread(id).expect("an open thread")
    }

    /// The one thread of a transcript that has one.
    pub fn only(&self) -> OpenThread {
        assert_eq!(self.open.len(), 1, "{:?}", self.open);
        self.thread(self.open.first().unwrap())
    }
}

/// A transcript played to its end in a window that has all its threads open.
pub fn played(name: &str) -> Fixture {
    let steps = steps(name);
    let mut fixture = Fixture::new(threads(&steps));
    fixture.run(steps, 3);
    fixture
}

fn same(left: &Snapshot, right: &Snapshot, who: &str, at: usize) {
    if left == right {
        return;
    }
    for (a, b) in left.open.iter().zip(&right.open) {
        assert_eq!(a.head, b.head, "{who}, after {at} steps");
        assert_eq!(a.turns, b.turns, "{who}, after {at} steps");
        for (a, b) in a.rows.iter().zip(&b.rows) {
            assert_eq!(a, b, "{who}, after {at} steps");
        }
        assert_eq!(a.rows.len(), b.rows.len(), "{who}, after {at} steps");
    }
    assert_eq!(left, right, "{who}, after {at} steps");
}

pub const ALL: &[&str] = &[
    "turns",
    "approvals_exec",
    "approvals_patch",
    "approvals_misc",
    "steer_interrupt",
    "partial_interrupt",
    "interrupt_exec",
    "history",
    "review",
    "subagents",
    "faults_kill",
    "code_mode",
    "patch_streaming",
    "partial_kill",
    "volume_minimal",
    "ws_426",
    "thread_list",
];

#[test]
fn changes_make_what_a_snapshot_shows_for_every_transcript() {
    for name in ALL {
        for per_frame in [1, 3, 10_000] {
            let steps = steps(name);
            let mut fixture = Fixture::new(threads(&steps));
            fixture.run(steps, per_frame);
        }
    }
}

#[test]
fn a_thread_that_nobody_opened_costs_no_rows_and_tells_no_window() {
    for name in ALL {
        let mut fixture = Fixture::new(BTreeSet::new());
        for step in steps(name) {
            let changes = fixture.step(step);
            let of_thread = changes.iter().any(|change| crate::outbox::thread_of(change).is_some());
            assert!(!of_thread, "{name}: {changes:?}");
        }
        assert_eq!(fixture.state.draw(), []);
    }
}

#[test]
fn a_thread_opened_in_the_middle_is_shown_as_far_as_it_is_known() {
    for name in ALL {
        let all = steps(name);
        let half = all.len() / 2;
        let threads = threads(&all);
        let mut fixture = Fixture::new(BTreeSet::new());
        for (n, step) in all.into_iter().enumerate() {
            if n == half {
                for thread in &threads {
                    fixture.open.insert(thread.clone());
                    fixture.local(LocalEvent::PageAsked(thread.clone()));
                    fixture.local(LocalEvent::Opened(thread.clone()));
                }
            }
            fixture.step(step);
            fixture.frame();
        }
    }
}
