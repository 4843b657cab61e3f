//! Markdown that is still being written.

use crate::Block;
use pulldown_cmark::{Options, Parser, html};

/// What a window must do to show the newest text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Drawn {
    /// Blocks from `from` on are replaced by these.
    Blocks { from: u32, blocks: Vec<Block> },
    /// Escaped HTML, appended to the last block, which is an open `Code`.
    Grew { html: String },
}

/// A message as it grows: `push` what came, `draw` once per frame.
#[derive(Debug, Default)]
pub struct Markdown {
    text: String,
    blocks: Vec<Block>,
    dirty: bool,
}

impl Markdown {
    pub fn new() -> Self {
        Self::default()
    }

    /// All of a finished text.
    pub fn whole(text: &str) -> Vec<Block> {
        let mut markdown = Self::new();
        markdown.push(text);
        markdown.finish();
        markdown.draw();
        markdown.blocks
    }

    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.dirty |= !text.is_empty();
    }

    /// No more text will come: what is open is closed. The next `draw` tells.
    pub fn finish(&mut self) {}

    /// All blocks as of the last `draw`.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// What changed since the last call; empty if nothing did.
    pub fn draw(&mut self) -> Vec<Drawn> {
        if !std::mem::take(&mut self.dirty) {
            return Vec::new();
        }
        let mut out = String::new();
        html::push_html(&mut out, Parser::new_ext(&self.text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH));
        self.blocks = vec![Block::Html {
            html: ammonia::Builder::default().url_schemes(["https"].into()).rm_tags(["img"]).clean(&out).to_string(),
        }];
        vec![Drawn::Blocks { from: 0, blocks: self.blocks.clone() }]
    }
}
