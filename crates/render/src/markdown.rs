//! Markdown that is still being streamed.
//!
//! The text is split into independent chunks (a paragraph, a list, a fence). A finished chunk is drawn once. Only the
//! open chunk is parsed again, at most once per `draw`, and its size is limited. So the cost of a push depends on its
//! own length, not on that of the message.
//!
//! Invariant: the final drawing depends on the text alone, not on how it was split into pushes.

mod chunk;
mod clean;
mod fence;
mod link;
mod read;
mod tags;
mod write;

use crate::{Block, highlight};
use chunk::{Chunk, Splitter};
use read::References;

/// True for an https address.
pub(crate) fn is_https(address: &str) -> bool {
    address.starts_with("https://") && link::is_web(address)
}

/// An update that a window applies to show the newest text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drawn {
    /// Replaces the blocks from `from` on.
    Blocks { from: u32, blocks: Vec<Block> },
    /// Appends escaped HTML to the last block, which is an open `Code`.
    Grew { html: String },
}

/// A growing message: call `push` for each delta and `draw` once per frame.
#[derive(Debug, Default)]
pub struct Markdown {
    splitter: Splitter,
    blocks: Vec<Block>,
    /// `blocks[..settled]` are final.
    settled: usize,
    dirty: bool,
    finished: bool,
    references: References,
    /// Settled chunks with a reference or footnote that is not defined yet.
    waiting: Vec<Unresolved>,
}

#[derive(Debug)]
struct Unresolved {
    block: usize,
    chunk: Chunk,
    labels: Vec<String>,
}

impl Markdown {
    pub fn new() -> Self {
        Self::default()
    }

    /// Draws a finished text.
    pub fn whole(text: &str) -> Vec<Block> {
        let mut markdown = Self::new();
        markdown.push(text);
        markdown.finish();
        markdown.draw();
        markdown.blocks
    }

    pub fn push(&mut self, text: &str) {
        if text.is_empty() || self.finished {
            return;
        }
        self.splitter.push(text);
        self.dirty = true;
    }

    /// Closes the open chunk, because no more text will come. The next `draw` returns the result.
    pub fn finish(&mut self) {
        if !self.finished {
            self.finished = true;
            self.dirty = true;
            self.splitter.finish();
        }
    }

    /// All blocks after the last `draw`.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The updates since the last call.
    pub fn draw(&mut self) -> Vec<Drawn> {
        if !std::mem::take(&mut self.dirty) {
            return Vec::new();
        }
        let chunks = self.splitter.take();
        if chunks.is_empty()
            && let Some((fence, partial)) = self.splitter.fence()
            && let Some(Block::Code { html, open: true, .. }) = self.blocks.get_mut(self.settled)
        {
            let grown = fence.grown(partial);
            html.push_str(&grown);
            return if grown.is_empty() { Vec::new() } else { vec![Drawn::Grew { html: grown }] };
        }
        let mut from = self.settled;
        let old = self.blocks.split_off(self.settled);
        for chunk in chunks {
            self.settle(chunk);
        }
        self.settled = self.blocks.len();
        if let Some((fence, partial)) = self.splitter.fence() {
            self.blocks.push(Block::Code { language: fence.language(), html: fence.all(partial), open: true });
        } else if let Some(chunk) = self.splitter.open() {
            let html = read::preview(&chunk, &self.references);
            self.blocks.extend((!html.is_empty()).then_some(Block::Html { html }));
        }
        let unchanged = old.iter().zip(&self.blocks[from..]).take_while(|(old, new)| old == new).count();
        let same = unchanged == old.len() && from + unchanged == self.blocks.len();
        from += unchanged;
        if self.finished {
            from = from.min(self.resolve().unwrap_or(from));
        }
        if same && from == self.blocks.len() {
            return Vec::new();
        }
        vec![Drawn::Blocks { from: from as u32, blocks: self.blocks[from..].to_vec() }]
    }

    fn settle(&mut self, chunk: Chunk) {
        if let Chunk::Code { language, code } = chunk {
            let html = highlight::html(language.as_deref(), &code);
            self.blocks.push(Block::Code { language, html, open: false });
            return;
        }
        let (html, labels) = read::draw(&chunk, &mut self.references);
        if html.is_empty() {
            return;
        }
        if !labels.is_empty() {
            self.waiting.push(Unresolved { block: self.blocks.len(), chunk, labels });
        }
        self.blocks.push(Block::Html { html });
    }

    /// Redraws chunks whose reference is now defined. Returns the first block that changed.
    fn resolve(&mut self) -> Option<usize> {
        let mut first = None;
        for waiting in std::mem::take(&mut self.waiting) {
            if waiting.labels.iter().any(|label| self.references.knows(label)) {
                let html = read::draw(&waiting.chunk, &mut self.references).0;
                self.blocks[waiting.block] = Block::Html { html };
                first = first.or(Some(waiting.block));
            }
        }
        first
    }
}

#[cfg(test)]
mod tests;
