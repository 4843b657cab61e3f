//! A row as the state holds it: what windows were told, and what has come since.
//!
//! Invariant: `row` is exactly what windows show; growth reaches it only in `draw`, which tells what it did.
//! Invariant: taking in a delta costs as much as the delta is long, however long the row is.

use super::body::{self, Full, OUTPUT_LINES, Shown};
use contract::change::Change;
use contract::id::ThreadId;
use contract::row::{Body, Ran, Row, RowState, grow_code, put_blocks};
use protocol::item::FileUpdate;
use render::{Drawn, Markdown, OutputScreen};

#[derive(Debug)]
pub struct Entry {
    pub row: Row,
    /// Came as an event of its own, so no page may replace it.
    pub live: bool,
    pub full: Full,
    /// Waits for the next `draw`.
    pub dirty: bool,
    growth: Growth,
    /// The row itself changed in `draw`'s turn, not only what grows.
    restated: bool,
}

#[derive(Debug)]
enum Growth {
    None,
    Text(Box<Text>),
    Screen(Box<OutputScreen>),
    /// Files that are still being written: as the last notice has them, and the folder they are named from.
    Patch(Vec<FileUpdate>, String),
}

#[derive(Debug, Default)]
struct Text {
    markdown: Markdown,
    text: String,
    /// Of a thought: which of its two texts is shown, and the part that grew last.
    part: Option<(Source, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Raw,
    Summary,
}

/// What came for a row that is still open.
#[derive(Debug, Clone, Copy)]
pub enum Delta<'a> {
    Message(&'a str),
    Proposal(&'a str),
    Summary(u32, &'a str),
    Raw(u32, &'a str),
    Output(&'a str),
    /// A tool says how far it is.
    Progress(&'a str),
    /// The summary of a thought goes on with another part.
    Part(u32),
}

impl Entry {
    pub fn new(row: Row, full: Full, live: bool) -> Self {
        Self { row, live, full, dirty: false, growth: Growth::None, restated: false }
    }

    /// An open row for a delta whose beginning we missed; output without its command is of no use.
    pub fn body_for(delta: Delta<'_>) -> Option<Body> {
        match delta {
            Delta::Message(_) => Some(Body::Said { blocks: Vec::new(), unsaved: false }),
            Delta::Proposal(_) => Some(Body::Proposal { blocks: Vec::new(), unsaved: false }),
            Delta::Summary(..) | Delta::Raw(..) => Some(Body::Thought { headline: None, blocks: Vec::new() }),
            Delta::Output(_) | Delta::Progress(_) | Delta::Part(_) => None,
        }
    }

    pub fn is_open(&self) -> bool {
        self.row.state == RowState::Open
    }

    /// It grows by words, not by what a command prints.
    pub fn is_text(&self) -> bool {
        matches!(self.row.body, Body::Said { .. } | Body::Thought { .. } | Body::Proposal { .. })
    }

    /// Its files are being written: the server has not taken them yet, and may never do.
    pub fn is_unwritten(&self) -> bool {
        self.is_open() && matches!(self.growth, Growth::Patch(..))
    }

    /// The files of a change as far as they are written. `false`: this row takes no more of them.
    pub fn patch(&mut self, changes: &[FileUpdate], cwd: &str) -> bool {
        let written = matches!((&self.growth, &self.full), (Growth::Patch(..), _) | (Growth::None, Full::Nothing));
        let takes = self.is_open() && written && matches!(self.row.body, Body::Edited { .. });
        if takes {
            self.growth = Growth::Patch(changes.to_vec(), cwd.to_owned());
        }
        takes
    }

    /// What it was written for has begun: its item is the authority from here on.
    pub fn begin_anew(&mut self, shown: Shown) {
        self.growth = Growth::None;
        self.full = shown.full;
        self.row.body = shown.body;
        self.row.state = shown.state.unwrap_or(RowState::Open);
    }

    /// Edits as the server told them, also while they are being written.
    pub fn edits(&self) -> Option<&[FileUpdate]> {
        match (&self.growth, &self.full) {
            (Growth::Patch(edits, _), _) | (_, Full::Changes(edits)) => Some(edits),
            _ => None,
        }
    }

    /// Takes in what came; windows hear of it in the next `draw`. `false`: it was none of this row's.
    pub fn grow(&mut self, delta: Delta<'_>) -> bool {
        if !self.is_open() {
            return false;
        }
        match (&mut self.row.body, delta) {
            (Body::Said { .. }, Delta::Message(more)) | (Body::Proposal { .. }, Delta::Proposal(more)) => {
                self.text().push(more);
            }
            (Body::Thought { .. }, Delta::Summary(part, more)) => self.think(Source::Summary, part, more),
            (Body::Thought { .. }, Delta::Raw(part, more)) => self.think(Source::Raw, part, more),
            (Body::Thought { .. }, Delta::Part(part)) => self.think(Source::Summary, part, ""),
            (Body::Ran(_), Delta::Output(more)) => self.screen().push(more),
            (Body::Tool { result, .. }, Delta::Progress(message)) => {
                *result = Some(render::visible(message));
                self.restated = true;
            }
            _ => return false,
        }
        true
    }

    /// The text it began with, when an open item already had some.
    pub fn begin_with(&mut self, item: &protocol::Item) {
        match &item.kind {
            protocol::ItemKind::AgentMessage(message) => self.text().push(&message.text),
            protocol::ItemKind::Plan(plan) => self.text().push(&plan.text),
            protocol::ItemKind::Reasoning(thought) => {
                let text = body::thought(&thought.summary, &thought.content);
                let summed = thought.summary.iter().any(|part| !part.trim().is_empty());
                let (source, parts) =
                    if summed { (Source::Summary, &thought.summary) } else { (Source::Raw, &thought.content) };
                let last = u32::try_from(parts.len().saturating_sub(1)).unwrap_or(u32::MAX);
                self.text().push(&text);
                self.text().part = Some((source, last));
            }
            protocol::ItemKind::CommandExecution(command) => {
                if let Some(text) = &command.aggregated_output {
                    self.screen().push(text);
                }
            }
            _ => return,
        }
        // The row shows what the growing text draws, so that what follows fits to it.
        if let (Growth::Text(text), Some(held)) = (&mut self.growth, self.row.body.blocks_mut()) {
            text.markdown.draw();
            *held = text.markdown.blocks().to_vec();
        }
    }

    /// What windows must redraw since the last call.
    pub fn draw(&mut self, thread: &ThreadId, out: &mut Vec<Change>) {
        let id = self.row.id.clone();
        let mut restated = std::mem::take(&mut self.restated);
        match &mut self.growth {
            Growth::None => {}
            Growth::Patch(changes, cwd) => {
                let body = Body::Edited { files: body::files(changes, cwd) };
                restated |= self.row.body != body;
                self.row.body = body;
            }
            Growth::Screen(screen) => {
                if let Body::Ran(ran) = &mut self.row.body {
                    let output = screen.output();
                    if ran.output != output {
                        ran.output = output.clone();
                        out.push(Change::OutputPut { thread: thread.clone(), row: id, output });
                    }
                }
            }
            Growth::Text(text) => {
                restated |= text.retitle(&mut self.row.body);
                let drawn = text.markdown.draw();
                let Some(held) = self.row.body.blocks_mut() else { return };
                for drawn in drawn {
                    let (thread, row) = (thread.clone(), id.clone());
                    match drawn {
                        Drawn::Blocks { from, blocks } => {
                            put_blocks(held, from, blocks.clone());
                            out.push(Change::BlocksPut { thread, row, from, blocks });
                        }
                        Drawn::Grew { html } => {
                            grow_code(held, &html);
                            out.push(Change::CodeGrew { thread, row, html });
                        }
                    }
                }
            }
        }
        if restated {
            // It holds what was drawn just now.
            out.push(Change::RowPut { thread: thread.clone(), row: Box::new(self.row.clone()) });
        }
    }

    /// The item is whole. What grew is kept where it says the same, and replaced where it does not.
    pub fn complete(
        &mut self,
        item: &protocol::Item,
        shown: Option<Shown>,
        at_ms: Option<f64>,
        thread: &ThreadId,
        out: &mut Vec<Change>,
    ) {
        let said = match &item.kind {
            protocol::ItemKind::AgentMessage(message) => Some(body::said(message)),
            protocol::ItemKind::Plan(plan) => Some(plan.text.clone()),
            _ => None,
        };
        let same = matches!((&self.growth, said), (Growth::Text(text), Some(said)) if text.text == said);
        let state = shown.as_ref().and_then(|shown| shown.state);
        match shown {
            Some(_) if same => self.finish(thread, out),
            Some(mut shown) => {
                keep(&self.row.body, &mut shown.body);
                if matches!(shown.full, Full::Nothing) && matches!(self.growth, Growth::Screen(_)) {
                    // No word of what was printed: what we saw of it is all there is.
                    self.settle();
                    if let (Body::Ran(new), Body::Ran(old)) = (&mut shown.body, &self.row.body) {
                        new.output = old.output.clone();
                    }
                } else {
                    self.full = shown.full;
                }
                self.row.body = shown.body;
                self.growth = Growth::None;
            }
            None => self.settle(),
        }
        self.row.state = state.filter(|state| *state != RowState::Open).unwrap_or(RowState::Done);
        self.row.ended_ms = at_ms;
        self.restated = false;
        let thread = thread.clone();
        out.push(if same {
            // A long answer is not sent a second time for its end.
            Change::RowEnded { thread, row: self.row.id.clone(), state: self.row.state, ended_ms: at_ms }
        } else {
            Change::RowPut { thread, row: Box::new(self.row.clone()) }
        });
    }

    /// Draws the last of a text, and lets go of the tools for growing.
    fn finish(&mut self, thread: &ThreadId, out: &mut Vec<Change>) {
        if let Growth::Text(text) = &mut self.growth {
            text.markdown.finish();
        }
        self.draw(thread, out);
        self.growth = Growth::None;
    }

    /// Its turn ended before it did.
    pub fn stop(&mut self, at_ms: f64) {
        self.settle();
        if let Body::Said { unsaved, .. } | Body::Proposal { unsaved, .. } = &mut self.row.body {
            *unsaved = true;
        }
        self.row.state = RowState::Stopped;
        self.row.ended_ms = Some(at_ms);
    }

    /// All of a command's output, plain.
    pub fn output(&self) -> Option<String> {
        match (&self.growth, &self.full) {
            (Growth::Screen(screen), _) => Some(screen.plain()),
            (_, Full::Output(text)) => {
                let mut screen = OutputScreen::new(OUTPUT_LINES);
                screen.push(text);
                Some(screen.plain())
            }
            _ => None,
        }
    }

    /// Draws what grew into the row without telling, and lets go of the tools for growing.
    fn settle(&mut self) {
        match std::mem::replace(&mut self.growth, Growth::None) {
            Growth::None => {}
            Growth::Patch(changes, cwd) => self.row.body = Body::Edited { files: body::files(&changes, &cwd) },
            Growth::Text(mut text) => {
                text.markdown.finish();
                text.retitle(&mut self.row.body);
                let drawn = text.markdown.draw();
                let Some(held) = self.row.body.blocks_mut() else { return };
                for drawn in drawn {
                    match drawn {
                        Drawn::Blocks { from, blocks } => put_blocks(held, from, blocks),
                        Drawn::Grew { html } => grow_code(held, &html),
                    }
                }
            }
            Growth::Screen(screen) => {
                if let Body::Ran(ran) = &mut self.row.body {
                    ran.output = screen.output();
                    self.full = Full::Output(screen.plain());
                }
            }
        }
    }

    fn text(&mut self) -> &mut Text {
        if !matches!(self.growth, Growth::Text(_)) {
            self.growth = Growth::Text(Box::default());
        }
        match &mut self.growth {
            Growth::Text(text) => text,
            _ => unreachable!("it was just made"),
        }
    }

    fn screen(&mut self) -> &mut OutputScreen {
        if !matches!(self.growth, Growth::Screen(_)) {
            self.growth = Growth::Screen(Box::new(OutputScreen::new(OUTPUT_LINES)));
        }
        match &mut self.growth {
            Growth::Screen(screen) => screen,
            _ => unreachable!("it was just made"),
        }
    }

    fn think(&mut self, source: Source, part: u32, more: &str) {
        // The summary is the better text; the raw one is shown only as long as there is no other.
        match self.text().part {
            Some((Source::Summary, _)) if source == Source::Raw => return,
            Some((Source::Raw, _)) if source == Source::Summary => {
                *self.text() = Text::default();
                self.row.body.blocks_mut().into_iter().for_each(Vec::clear);
                self.restated = true;
            }
            Some((_, last)) if last != part => self.text().push("\n\n"),
            _ => {}
        }
        let text = self.text();
        text.part = Some((source, part));
        text.push(more);
    }
}

impl Text {
    fn push(&mut self, more: &str) {
        self.markdown.push(more);
        self.text.push_str(more);
    }

    /// The headline of a thought stands once its first line does. `true`: it changed.
    fn retitle(&self, body: &mut Body) -> bool {
        const BEGINNING: usize = 400;
        let Body::Thought { headline, .. } = body else { return false };
        let end = self.text.char_indices().nth(BEGINNING).map_or(self.text.len(), |(at, _)| at);
        let found = body::headline(&self.text[..end]);
        let changed = *headline != found;
        *headline = found;
        changed
    }
}

/// What a row knows and its finished item does not say again.
fn keep(old: &Body, new: &mut Body) {
    if let (Body::Prompt { steered: was, .. }, Body::Prompt { steered, .. }) = (old, &mut *new) {
        *steered = *was;
    }
    if let (Body::Ran(old), Body::Ran(new)) = (old, new) {
        let Ran { command, raw, typed, as_typed, .. } = old.as_ref();
        if new.raw.is_empty() {
            (new.command, new.raw, new.as_typed) = (command.clone(), raw.clone(), as_typed.clone());
        }
        new.typed.clone_from(typed);
    }
}
