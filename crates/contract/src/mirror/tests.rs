//! Test vectors for the page's mirror: changes of every kind, and the state that a window has after them.
//!
//! `UPDATE_TYPES=1 cargo test -p contract vectors` writes the file.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::*;
use crate::account::{Access, Limits, Login};
use crate::ask::{Ask, AskBody};
use crate::catalog::Revisions;
use crate::catalog::environment::Environment;
use crate::change::*;
use crate::id::{AskId, BannerId, QueuedId, TerminalId, TurnId};
use crate::prompt::{Attached, Manner};
use crate::row::{Block, FileDiff, FileKind, Level, Output, Ran, RowState, Turn, TurnState};
use crate::settings::Settings;
use crate::terminal::{Fenced, TerminalState, TerminalTab};
use render::{ScreenChange, TerminalScreen};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The number of kinds of `Change`.
const KINDS: usize = 38;
const STEPS: usize = 60;
const VECTORS: u64 = 5;

/// A small random generator with a fixed seed, so that the file is the same each time.
struct ChangeDice(u64);

impl ChangeDice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn thread(&mut self) -> ThreadId {
        ThreadId(format!("thread-{}", self.below(3)))
    }

    fn row(&mut self) -> RowId {
        RowId(format!("row-{}", self.below(4)))
    }

    fn text(&mut self) -> String {
        ["", "a", "two words", "<b>&amp;</b>", "é"][self.below(5)].to_owned()
    }

    fn attached(&mut self) -> Vec<Attached> {
        (0..self.below(3)).map(|n| Attached::Image { path: format!("/{n}.png") }).collect()
    }

    fn blocks(&mut self) -> Vec<Block> {
        let mut block = || match self.below(2) {
            0 => Block::Html { html: self.text() },
            _ => Block::Code { language: None, html: self.text(), open: true },
        };
        (0..3).map(|_| block()).collect()
    }

    fn turn(&mut self) -> Turn {
        let id = TurnId(format!("turn-{}", self.below(3)));
        let state = if self.below(2) == 0 { TurnState::Running } else { TurnState::Done };
        Turn { id, state, started_ms: Some(1.0), ended_ms: None, trouble: None }
    }

    /// A row never changes its kind.
    fn body(&mut self, id: &RowId) -> Body {
        match id.as_str() {
            "row-0" => Body::Ran(Box::new(Ran {
                command: self.text(),
                as_typed: None,
                raw: String::new(),
                cwd: String::new(),
                by_you: false,
                output: Output { html: self.text(), earlier: 0 },
                exit: None,
                ms: None,
                typed: Vec::new(),
            })),
            "row-1" => Body::Edited { files: self.files() },
            _ => Body::Said { blocks: self.blocks(), unsaved: false },
        }
    }

    fn put_row(&mut self, id: RowId) -> Row {
        let body = self.body(&id);
        Row { id, turn: TurnId::from("turn-0"), state: RowState::Open, started_ms: None, ended_ms: None, body }
    }

    fn files(&mut self) -> Vec<FileDiff> {
        (0..self.below(3))
            .map(|n| FileDiff {
                path: format!("file-{n}"),
                kind: FileKind::Modified,
                from: None,
                added: self.below(9) as u32,
                removed: 0,
                lines: Vec::new(),
                cut: 0,
                note: None,
            })
            .collect()
    }

    fn head(&mut self) -> Head {
        Head {
            title: self.text(),
            cwd: "/code".into(),
            branch: None,
            archived: self.below(2) == 0,
            model: None,
            effort: None,
            permissions: Permissions::Ask,
            extras: PermissionExtras::default(),
            policy: None,
            manner: Manner::default(),
            state: if self.below(2) == 0 {
                HeadState::Idle
            } else {
                HeadState::Retrying { text: self.text(), attempt: None, why: None }
            },
            usage: None,
            running: None,
            goal: None,
            declines_after_s: Some(self.below(2) as u32).filter(|s| *s > 0),
        }
    }

    fn tab(&mut self) -> TerminalTab {
        TerminalTab {
            id: self.terminal(),
            shell: "sh".into(),
            cwd: "/code".into(),
            fenced: Fenced::Folder,
            state: TerminalState::Running,
            screen: TerminalScreen {
                columns: 80,
                rows: (0..self.below(4)).map(|_| self.text()).collect(),
                cursor: None,
                history: 0,
                title: None,
            },
        }
    }

    fn terminal(&mut self) -> TerminalId {
        TerminalId(format!("terminal-{}", self.below(2)))
    }

    fn open(&mut self, id: ThreadId) -> OpenThread {
        OpenThread {
            id,
            head: self.head(),
            turns: vec![self.turn()],
            rows: (0..self.below(5)).map(|n| self.put_row(RowId(format!("row-{n}")))).collect(),
            more: true,
            newer: true,
            diff: self.files(),
            draft: self.text(),
            attached: self.attached(),
            queue: Vec::new(),
            sent: Vec::new(),
            terminals: Vec::new(),
            tabs: vec![self.tab()],
            plan: None,
        }
    }

    fn line(&mut self) -> ThreadLine {
        ThreadLine {
            id: self.thread(),
            title: self.text(),
            named: false,
            cwd: "/code".into(),
            branch: None,
            provider: None,
            source: "cli".into(),
            made_by: MadeBy::Person,
            model: None,
            created_ms: 1.0,
            updated_ms: self.below(9) as f64,
            archived: false,
            pinned: false,
            mark: if self.below(2) == 0 { Mark::None } else { Mark::Running },
            parent: None,
            going_ms: None,
            project: (self.below(3) == 0).then(|| ProjectOf { id: "p".into(), name: self.text() }),
        }
    }

    fn ask(&mut self) -> Ask {
        Ask {
            id: self.ask_id(),
            thread: Some(self.thread()),
            turn: None,
            row: None,
            asked_ms: 1.0,
            declines_ms: None,
            body: AskBody::Permissions { reason: Some(self.text()), grants: Vec::new() },
            risks: Vec::new(),
            grave: self.below(2) == 0,
            blank: false,
        }
    }

    fn ask_id(&mut self) -> AskId {
        AskId(format!("ask-{}", self.below(3)))
    }

    fn banner_id(&mut self) -> BannerId {
        BannerId(format!("banner-{}", self.below(3)))
    }

    fn server(&mut self) -> Server {
        let phase = match self.below(3) {
            0 => ServerPhase::Ready,
            1 => ServerPhase::Restarting { attempt: 2, next_ms: 5.0, why: self.text() },
            _ => ServerPhase::Stopped { why: StopReason::Crashing, message: self.text(), tail: vec![self.text()] },
        };
        Server { phase, codex: None, home: "/home".into(), demo: None, sandbox_works: None, knows_goals: true }
    }

    fn snapshot(&mut self) -> Snapshot {
        Snapshot {
            server: self.server(),
            threads: Vec::new(),
            list: ListState::Loading,
            open: ["thread-0", "thread-1"].map(|id| self.open(id.into())).into(),
            asks: Vec::new(),
            account: Account::Unknown,
            limits: Limits::default(),
            login: Login::default(),
            access: Access::default(),
            banners: Vec::new(),
            settings: Settings::default(),
            new_draft: self.text(),
            revisions: Revisions::default(),
            new_attached: Vec::new(),
            environment: Environment::default(),
        }
    }

    /// A change that the engine could send to a window with this state.
    fn change(&mut self, kind: usize, held: &Snapshot, step: usize) -> Change {
        let thread = self.thread();
        let of_new = (self.below(3) > 0).then(|| thread.clone());
        match kind {
            0 => Change::Reset { snapshot: Box::new(self.snapshot()) },
            1 => Change::ServerPut { server: self.server() },
            2 => Change::ThreadsPut { threads: vec![self.line(), self.line()] },
            3 => Change::ThreadsGone { threads: vec![thread] },
            4 => Change::ListPut { list: ListState::Filling },
            5 => Change::ThreadPut { thread: Box::new(self.open(thread)) },
            6 => Change::ThreadLost { thread, message: self.text() },
            7 => Change::ThreadLeft { thread },
            8 => Change::HeadPut { thread, head: Box::new(self.head()) },
            9 => {
                let turn = Turn { id: TurnId(format!("older-{step}")), ..self.turn() };
                let row = self.put_row(RowId(format!("older-{step}")));
                Change::OlderPut { thread, turns: vec![turn], rows: vec![row], more: false }
            }
            10 => {
                let turn = Turn { id: TurnId(format!("newer-{step}")), ..self.turn() };
                let row = self.put_row(RowId(format!("newer-{step}")));
                Change::NewerPut { thread, turns: vec![turn], rows: vec![row], newer: false }
            }
            11 => Change::TurnPut { thread, turn: self.turn() },
            12 => {
                let id = self.row();
                Change::RowPut { thread, row: Box::new(self.put_row(id)) }
            }
            13 => {
                let row = self.row();
                let held = held.open.iter().find(|open| open.id == thread);
                let held = held.and_then(|open| open.rows.iter().find(|one| one.id == row)).map(|row| &row.body);
                let count = if let Some(Body::Said { blocks, .. }) = held { blocks.len() } else { 0 };
                let from = self.below(count + 1) as u32;
                Change::BlocksPut { thread, row, from, blocks: self.blocks() }
            }
            14 => Change::CodeGrew { thread, row: self.row(), html: self.text() },
            15 => Change::OutputPut { thread, row: self.row(), output: Output { html: self.text(), earlier: 3 } },
            16 => Change::RowEnded { thread, row: self.row(), state: RowState::Done, ended_ms: Some(9.0) },
            17 => Change::RowGone { thread, row: self.row() },
            18 => Change::DiffPut { thread, files: self.files() },
            19 => Change::TerminalPut { thread, terminal: Box::new(self.tab()) },
            20 => {
                let height = self.below(4) as u16;
                let changed =
                    (0..height).filter(|_| self.below(2) == 0).map(|row| (row, format!("row {row}"))).collect();
                let terminal = self.terminal();
                let cursor = (height > 0).then_some((0, 1));
                let screen = ScreenChange { columns: 90, height, changed, cursor, history: 1, title: None };
                Change::ScreenPut { thread, terminal, screen }
            }
            21 => Change::TerminalGone { thread, terminal: self.terminal() },
            22 => {
                let queued = Queued { id: QueuedId(format!("queued-{step}")), text: self.text(), attached: 0 };
                Change::QueuePut { thread, queue: vec![queued] }
            }
            23 => {
                let row = self.put_row(RowId(format!("sent-{step}")));
                Change::SentPut { thread, sent: if self.below(2) == 0 { vec![row] } else { Vec::new() } }
            }
            24 => Change::DraftPut { thread: of_new, text: self.text(), attached: self.attached() },
            25 => Change::DraftBack { thread: of_new, text: self.text(), attached: self.attached(), unsent: true },
            26 => {
                let terminal = Terminal { process: "7".into(), command: self.text(), cwd: "/code".into() };
                Change::TerminalsPut { thread, terminals: vec![terminal] }
            }
            27 => Change::AskPut { ask: Box::new(self.ask()) },
            28 => Change::AskGone { ask: self.ask_id(), why: AskEnd::Gone },
            29 => Change::AccountPut { account: Account::ChatGpt { email: Some(self.text()), plan: None } },
            30 => Change::LimitsPut { limits: Limits::default() },
            31 => Change::LoginPut { login: Login::default() },
            32 => Change::AccessPut { access: Access { importable: Some(self.text()), ..Access::default() } },
            33 => {
                let (id, title) = (self.banner_id(), self.text());
                Change::BannerPut {
                    banner: Banner { id, level: Level::Warn, title, detail: None, thread: None, undo_trust: None },
                }
            }
            34 => Change::BannerGone { banner: self.banner_id() },
            35 => Change::SettingsPut { settings: Settings { zoom: 125, ..Settings::default() } },
            36 => Change::EnvironmentPut { environment: Box::default() },
            _ => Change::RevisionsPut { revisions: Revisions { skills: step as u32, ..Revisions::default() } },
        }
    }
}

/// The wire name of a change. A new kind does not compile until it is listed here and in `ChangeDice::change`.
fn name(change: &Change) -> &'static str {
    match change {
        Change::Reset { .. } => "reset",
        Change::ServerPut { .. } => "serverPut",
        Change::ThreadsPut { .. } => "threadsPut",
        Change::ThreadsGone { .. } => "threadsGone",
        Change::ListPut { .. } => "listPut",
        Change::ThreadPut { .. } => "threadPut",
        Change::ThreadLost { .. } => "threadLost",
        Change::ThreadLeft { .. } => "threadLeft",
        Change::HeadPut { .. } => "headPut",
        Change::OlderPut { .. } => "olderPut",
        Change::NewerPut { .. } => "newerPut",
        Change::TurnPut { .. } => "turnPut",
        Change::RowPut { .. } => "rowPut",
        Change::BlocksPut { .. } => "blocksPut",
        Change::CodeGrew { .. } => "codeGrew",
        Change::OutputPut { .. } => "outputPut",
        Change::RowEnded { .. } => "rowEnded",
        Change::RowGone { .. } => "rowGone",
        Change::DiffPut { .. } => "diffPut",
        Change::TerminalPut { .. } => "terminalPut",
        Change::ScreenPut { .. } => "screenPut",
        Change::TerminalGone { .. } => "terminalGone",
        Change::QueuePut { .. } => "queuePut",
        Change::SentPut { .. } => "sentPut",
        Change::DraftPut { .. } => "draftPut",
        Change::DraftBack { .. } => "draftBack",
        Change::TerminalsPut { .. } => "terminalsPut",
        Change::AskPut { .. } => "askPut",
        Change::AskGone { .. } => "askGone",
        Change::AccountPut { .. } => "accountPut",
        Change::LimitsPut { .. } => "limitsPut",
        Change::LoginPut { .. } => "loginPut",
        Change::AccessPut { .. } => "accessPut",
        Change::BannerPut { .. } => "bannerPut",
        Change::BannerGone { .. } => "bannerGone",
        Change::SettingsPut { .. } => "settingsPut",
        Change::EnvironmentPut { .. } => "environmentPut",
        Change::RevisionsPut { .. } => "revisionsPut",
    }
}

fn vectors() -> (Vec<Value>, BTreeSet<&'static str>) {
    let mut seen = BTreeSet::new();
    let mut vectors = Vec::new();
    for seed in 1..=VECTORS {
        let mut dice = ChangeDice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let before = dice.snapshot();
        let mut window = Mirror(before.clone());
        let mut changes = Vec::new();
        for step in 0..STEPS {
            // The first vector contains every kind. A reset or a lost thread removes what the other changes apply to,
            // so both are rare. The second vector ends with the loss of an open thread.
            let kind = match dice.below(KINDS) {
                _ if seed == 1 && step < KINDS => step,
                0 | 6 | 7 if dice.below(6) > 0 => 5 + dice.below(2) * 7,
                kind => kind,
            };
            let mut change = dice.change(kind, &window.0, step);
            if let (2, Some(open)) = (seed, window.0.open.first().filter(|_| step == STEPS - 1)) {
                change = Change::ThreadLost { thread: open.id.clone(), message: "It is gone.".into() };
            }
            seen.insert(name(&change));
            window.apply(change.clone());
            changes.push(change);
        }
        vectors.push(json!({ "before": before, "changes": changes, "after": window.sorted() }));
    }
    (vectors, seen)
}

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/generated/vectors.json")
}

#[test]
fn the_vectors_hold_every_kind_of_change() {
    let (_, seen) = vectors();
    let union = std::fs::read_to_string(committed().with_file_name("model.ts")).unwrap();
    let union = union.lines().find(|line| line.contains("type Change =")).expect("the type").to_owned();
    assert_eq!(seen.len(), union.matches("\"type\": \"").count(), "{seen:?}");
}

#[test]
fn the_page_has_these_vectors() {
    let lines: Vec<String> = vectors().0.iter().map(Value::to_string).collect();
    let text = format!("[\n{}\n]\n", lines.join(",\n"));
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(committed(), &text).unwrap();
    }
    let held = std::fs::read_to_string(committed()).unwrap_or_default();
    assert!(held == text, "ui/src/generated is stale: UPDATE_TYPES=1 cargo test -p contract");
}
