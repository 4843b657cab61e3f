#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::state::State;
use crate::state::tests::disorder::EventDice;
use contract::change::{Head, HeadState, ListState, MadeBy, Mark, OpenThread, Permissions, Snapshot};
use contract::mirror::Mirror;
use contract::row::{Output, Ran, RowState, Turn, TurnState};
use contract::settings::Settings;

fn thread(n: usize) -> ThreadId {
    ThreadId(format!("t{n}"))
}

fn row_id(n: usize) -> RowId {
    RowId(format!("r{n}"))
}

fn html(n: usize) -> Block {
    Block::Html { html: n.to_string() }
}

fn code(n: usize) -> Block {
    Block::Code { language: None, html: n.to_string(), open: true }
}

fn head(n: usize) -> Head {
    Head {
        title: n.to_string(),
        cwd: String::new(),
        branch: None,
        archived: false,
        model: None,
        effort: None,
        permissions: Permissions::Ask,
        extras: Default::default(),
        policy: None,
        manner: Default::default(),
        state: HeadState::Idle,
        usage: None,
        running: None,
        goal: None,
        declines_after_s: None,
    }
}

fn row(n: usize, value: usize) -> Row {
    // A row never changes its kind.
    let body = if n.is_multiple_of(3) {
        let (text, output) = (String::new(), Output { html: value.to_string(), earlier: 0 });
        Body::Ran(Box::new(Ran {
            command: text.clone(),
            as_typed: None,
            raw: text.clone(),
            cwd: text,
            by_you: false,
            output,
            exit: None,
            ms: None,
            typed: Vec::new(),
        }))
    } else {
        Body::Said { blocks: vec![html(value), code(value)], unsaved: false }
    };
    Row { id: row_id(n), turn: TurnId::from("u"), state: RowState::Open, started_ms: None, ended_ms: None, body }
}

fn open(n: usize, value: usize) -> OpenThread {
    let rows = (0..value % 3).map(|n| row(n, value)).collect();
    OpenThread {
        id: thread(n),
        head: head(value),
        turns: vec![],
        rows,
        more: false,
        newer: false,
        diff: vec![],
        draft: String::new(),
        attached: Vec::new(),
        sent: Vec::new(),
        queue: Vec::new(),
        terminals: Vec::new(),
        tabs: Vec::new(),
        plan: None,
    }
}

fn line(n: usize, value: usize) -> ThreadLine {
    ThreadLine {
        id: thread(n),
        title: value.to_string(),
        named: false,
        cwd: String::new(),
        branch: None,
        provider: None,
        source: String::new(),
        made_by: MadeBy::Person,
        model: None,
        created_ms: 0.0,
        updated_ms: 0.0,
        archived: false,
        pinned: false,
        mark: Mark::None,
        parent: None,
        going_ms: None,
        project: None,
    }
}

fn snapshot() -> Snapshot {
    State::new(Settings::default(), String::new()).snapshot(&BTreeSet::new())
}

/// A change that fits the window's state, as those of the engine do: only existing blocks grow.
fn change(dice: &mut EventDice, window: &Mirror, value: usize) -> Change {
    let (t, r) = (dice.below(2), dice.below(5));
    let blocks = window.0.open.iter().find(|open| open.id == thread(t)).and_then(|open| {
        let row = open.rows.iter().find(|row| row.id == row_id(r))?;
        if let Body::Said { blocks, .. } = &row.body { Some(blocks.len()) } else { None }
    });
    match (dice.below(16), blocks) {
        (0..=3, Some(count)) => {
            let from = dice.below(count + 1);
            let blocks = (0..dice.below(3)).map(|n| if n == 1 { code(value) } else { html(value) }).collect();
            Change::BlocksPut { thread: thread(t), row: row_id(r), from: u32::try_from(from).unwrap(), blocks }
        }
        (0..=5, _) => Change::CodeGrew { thread: thread(t), row: row_id(r), html: value.to_string() },
        (6..=7, _) => {
            let output = Output { html: value.to_string(), earlier: 0 };
            Change::OutputPut { thread: thread(t), row: row_id(r), output }
        }
        (8, _) if value.is_multiple_of(3) => {
            let (state, ended_ms) = (RowState::Done, Some(value as f64));
            Change::RowEnded { thread: thread(t), row: row_id(r), state, ended_ms }
        }
        (8, _) if value % 3 == 1 => Change::RowGone { thread: thread(t), row: row_id(r) },
        (8..=9, _) => Change::RowPut { thread: thread(t), row: Box::new(row(r, value)) },
        (10, _) => Change::HeadPut { thread: thread(t), head: Box::new(head(value)) },
        (11, _) => {
            let turn = Turn {
                id: TurnId(format!("u{r}")),
                state: TurnState::Done,
                started_ms: None,
                ended_ms: Some(value as f64),
                trouble: None,
            };
            Change::TurnPut { thread: thread(t), turn }
        }
        (12, _) => Change::ThreadsPut { threads: vec![line(r, value)] },
        (13, _) => Change::ThreadsGone { threads: vec![thread(r)] },
        (14, _) if dice.below(3) == 0 => Change::OlderPut {
            thread: thread(t),
            turns: vec![],
            rows: vec![Row { id: RowId(format!("old{value}")), ..row(1, value) }],
            more: true,
        },
        (_, _) => match dice.below(8) {
            0 => Change::ThreadPut { thread: Box::new(open(t, value)) },
            1 => Change::ThreadLost { thread: thread(t), message: String::new() },
            2 if dice.below(4) == 0 => Change::Reset { snapshot: Box::new(snapshot()) },
            3 => Change::DiffPut { thread: thread(t), files: vec![] },
            _ => {
                Change::ListPut { list: if value.is_multiple_of(2) { ListState::Filling } else { ListState::Complete } }
            }
        },
    }
}

#[test]
fn a_merged_batch_does_what_its_changes_would_have_done_one_by_one() {
    let all: BTreeSet<ThreadId> = (0..2).map(thread).collect();
    for seed in 0..400 {
        let mut dice = EventDice::new(seed + 1);
        let start = Mirror(Snapshot { open: vec![open(0, 5), open(1, 4)], ..snapshot() });
        let (mut plain, mut merged) = (start.clone(), start);
        let mut outbox = Outbox::default();
        for value in 0..200 {
            let change = change(&mut dice, &plain, value);
            outbox.push(std::slice::from_ref(&change), &all);
            plain.apply(change);
            if dice.below(12) == 0 {
                merged.apply_all(outbox.drain());
                assert_eq!(merged.clone().sorted(), plain.clone().sorted(), "seed {seed}, after {value}");
            }
        }
    }
}

fn grew(row: usize, text: &str) -> Change {
    Change::CodeGrew { thread: thread(0), row: row_id(row), html: text.into() }
}

#[test]
fn a_frame_of_growth_is_one_change_per_row() {
    let mut outbox = Outbox::default();
    let open = [thread(0)].into();
    outbox.push(&[grew(1, "a"), grew(2, "x"), grew(1, "b"), grew(2, "y"), grew(1, "c")], &open);
    assert_eq!(outbox.drain(), [grew(1, "abc"), grew(2, "xy")]);
}

#[test]
fn what_grows_in_a_row_that_is_itself_new_goes_into_it() {
    let mut outbox = Outbox::default();
    let open = [thread(0)].into();
    let put = |value| Change::RowPut { thread: thread(0), row: Box::new(row(1, value)) };
    let blocks = Change::BlocksPut { thread: thread(0), row: row_id(1), from: 0, blocks: vec![code(7)] };
    outbox.push(&[put(1), put(2), blocks, grew(1, "!")], &open);
    let mut grown = row(1, 2);
    *grown.body.blocks_mut().unwrap() = vec![Block::Code { language: None, html: "7!".into(), open: true }];
    assert_eq!(outbox.drain(), [Change::RowPut { thread: thread(0), row: Box::new(grown) }]);
}

#[test]
fn a_window_hears_only_of_the_threads_it_has_open() {
    let mut outbox = Outbox::default();
    let lines = Change::ThreadsPut { threads: vec![line(3, 1)] };
    let changes = [Change::HeadPut { thread: thread(1), head: Box::new(head(1)) }, grew(1, "a"), lines.clone()];
    outbox.push(&changes, &[thread(0)].into());
    assert_eq!(outbox.drain(), [grew(1, "a"), lines]);
}

#[test]
fn a_batch_is_one_json_array() {
    let mut outbox = Outbox::default();
    assert_eq!((outbox.take(), outbox.is_empty(), outbox.len()), (None, true, 0));
    outbox.push(&[grew(1, "a"), grew(1, "b")], &[thread(0)].into());
    assert_eq!(outbox.len(), 1);
    assert_eq!(outbox.take().unwrap(), r#"[{"type":"codeGrew","thread":"t0","row":"r1","html":"ab"}]"#);
    assert_eq!(outbox.take(), None);
}

#[test]
fn ten_thousand_deltas_in_a_frame_are_gathered_without_looking_back() {
    let mut outbox = Outbox::default();
    let open = [thread(0)].into();
    for n in 0..10_000 {
        outbox.push(&[grew(n % 50, "x")], &open);
    }
    assert_eq!(outbox.len(), 50);
}
