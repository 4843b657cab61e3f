//! A row in the state: what windows were sent, and what has arrived since.
//!
//! Invariant: `row` is exactly what windows show. Growth reaches it only in `draw`, which returns the changes.
//! Invariant: applying a delta costs as much as the delta is long, however long the row is.

use super::body::{self, Full, OUTPUT_LINES, Shown};
use contract::change::Change;
use contract::id::ThreadId;
use contract::row::{Body, Ran, Row, RowState, grow_code, put_blocks};
use protocol::item::FileUpdate;
use render::{Drawn, Markdown, OutputScreen};

#[derive(Debug)]
pub struct Entry {
    pub row: Row,
    /// The row arrived as an event, so no page may replace it.
    pub live: bool,
    pub full: Full,
    /// Waits for the next `draw`.
    pub dirty: bool,
    growth: Growth,
    /// The row itself changed, and not only its growing text.
    restated: bool,
}

#[derive(Debug)]
enum Growth {
    None,
    Text(Box<Text>),
    Screen(Box<OutputScreen>),
    /// The files of a change that is still being written, from its last notification, and the folder that paths are
    /// relative to.
    Patch(Vec<FileUpdate>, String),
}

#[derive(Debug, Default)]
struct Text {
    markdown: Markdown,
    text: String,
    /// For reasoning: which of its two texts is shown, and the part that grew last.
    part: Option<(Source, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    Raw,
    Summary,
}

/// An update of an open row.
#[derive(Debug, Clone, Copy)]
pub enum Delta<'a> {
    Message(&'a str),
    Proposal(&'a str),
    Summary(u32, &'a str),
    Raw(u32, &'a str),
    Output(&'a str),
    /// A tool reports its progress.
    Progress(&'a str),
    /// The summary of a reasoning text continues with another part.
    Part(u32),
}

impl Entry {
    pub fn new(row: Row, full: Full, live: bool) -> Self {
        Self { row, live, full, dirty: false, growth: Growth::None, restated: false }
    }

    /// An open row for a delta whose beginning we missed. `None` for output, which is useless without its command.
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

    /// Whether it grows as text, and not as a command's output.
    pub fn is_text(&self) -> bool {
        matches!(self.row.body, Body::Said { .. } | Body::Thought { .. } | Body::Proposal { .. })
    }

    /// Whether its files are still being written. The server has not accepted them and may never do.
    pub fn is_unwritten(&self) -> bool {
        self.is_open() && matches!(self.growth, Growth::Patch(..))
    }

    /// Updates the files of a change that is being written. `false` if this row accepts no more updates.
    pub fn patch(&mut self, changes: &[FileUpdate], cwd: &str) -> bool {
        let written = matches!((&self.growth, &self.full), (Growth::Patch(..), _) | (Growth::None, Full::Nothing));
        let takes = self.is_open() && written && matches!(self.row.body, Body::Edited { .. });
        if takes {
            self.growth = Growth::Patch(changes.to_vec(), cwd.to_owned());
        }
        takes
    }

    /// The change is being applied now, so its item replaces what was seen while it was written.
    pub fn start_applying(&mut self, shown: Shown) {
        self.growth = Growth::None;
        self.full = shown.full;
        self.row.body = shown.body;
        self.row.state = shown.state.unwrap_or(RowState::Open);
    }

    /// The edits that the server reported, also while they are being written.
    pub fn edits(&self) -> Option<&[FileUpdate]> {
        match (&self.growth, &self.full) {
            (Growth::Patch(edits, _), _) | (_, Full::Changes(edits)) => Some(edits),
            _ => None,
        }
    }

    /// Applies an update, which windows get in the next `draw`. `false` if it does not fit this row.
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

    /// The initial text of an open item that already has some.
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
        // The row is replaced by the rendered text so far, so that later growth continues it.
        if let (Growth::Text(text), Some(held)) = (&mut self.growth, self.row.body.blocks_mut()) {
            text.markdown.draw();
            *held = text.markdown.blocks().to_vec();
        }
    }

    /// The changes for windows since the last call.
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
            // The row already contains what was just rendered.
            out.push(Change::RowPut { thread: thread.clone(), row: Box::new(self.row.clone()) });
        }
    }

    /// The item is complete. The grown content is kept if it is the same, and otherwise replaced.
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
                    // The item does not repeat the output, so what was streamed is all there is.
                    self.finish_growth();
                    if let (Body::Ran(new), Body::Ran(old)) = (&mut shown.body, &self.row.body) {
                        new.output = old.output.clone();
                    }
                } else {
                    self.full = shown.full;
                }
                self.row.body = shown.body;
                self.growth = Growth::None;
            }
            None => self.finish_growth(),
        }
        self.row.state = state.filter(|state| *state != RowState::Open).unwrap_or(RowState::Done);
        self.row.ended_ms = at_ms;
        self.restated = false;
        let thread = thread.clone();
        out.push(if same {
            // A long answer is not sent again when it ends.
            Change::RowEnded { thread, row: self.row.id.clone(), state: self.row.state, ended_ms: at_ms }
        } else {
            Change::RowPut { thread, row: Box::new(self.row.clone()) }
        });
    }

    /// Renders the rest of a growing text and drops its renderer.
    fn finish(&mut self, thread: &ThreadId, out: &mut Vec<Change>) {
        if let Growth::Text(text) = &mut self.growth {
            text.markdown.finish();
        }
        self.draw(thread, out);
        self.growth = Growth::None;
    }

    /// Stops the row, because its turn ended first.
    pub fn stop(&mut self, at_ms: f64) {
        self.finish_growth();
        if let Body::Said { unsaved, .. } | Body::Proposal { unsaved, .. } = &mut self.row.body {
            *unsaved = true;
        }
        self.row.state = RowState::Stopped;
        self.row.ended_ms = Some(at_ms);
    }

    /// A command's complete output as plain text.
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

    /// Renders the growth into the row without reporting changes, and drops the renderer.
    fn finish_growth(&mut self) {
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
        // The summary is preferred. The raw text is shown only while there is no summary.
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

    /// Sets the headline of a reasoning text once its first line is complete. Returns whether it changed.
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

/// Keeps what the row knows and its finished item does not repeat.
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
