//! Parses one chunk of markdown and draws it. Link and footnote definitions apply to the whole message.

use super::chunk::Chunk;
use super::clean::clean;
use super::write::Writer;
use crate::escape::push_visible;
use pulldown_cmark::{BrokenLink, CowStr, Options, Parser, TextMergeStream};
use std::cell::RefCell;
use std::collections::HashMap;

/// The most definitions kept per message.
const MOST: usize = 4_096;

/// Link and footnote definitions seen so far in the message. A footnote's label begins with `^`.
#[derive(Debug, Default)]
pub struct References {
    addresses: HashMap<String, String>,
}

impl References {
    pub fn knows(&self, label: &str) -> bool {
        self.addresses.contains_key(label)
    }

    fn learn(&mut self, label: String, address: &str) {
        if self.addresses.len() < MOST {
            self.addresses.entry(label).or_insert_with(|| address.to_owned());
        }
    }
}

/// Draws a finished chunk and keeps its definitions. Also returns the labels it uses that are not defined yet.
pub fn draw(chunk: &Chunk, references: &mut References) -> (String, Vec<String>) {
    let mut learned = Vec::new();
    let drawn = write(chunk, references, &mut learned);
    for (label, address) in learned {
        references.learn(label, &address);
    }
    drawn
}

/// Draws the open chunk. Its definitions may still change, so they are not kept.
pub fn preview(chunk: &Chunk, references: &References) -> String {
    write(chunk, references, &mut Vec::new()).0
}

fn write(chunk: &Chunk, references: &References, learned: &mut Vec<(String, String)>) -> (String, Vec<String>) {
    let Chunk::Text { source, number } = chunk else { return (String::new(), Vec::new()) };
    if source.lines().any(is_tower) {
        let mut out = String::from("<p>");
        push_visible(&mut out, source.trim());
        out.push_str("</p>");
        return (out, Vec::new());
    }
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_OLD_FOOTNOTES
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM;
    let missing = RefCell::new(Vec::new());
    let look_up = |link: BrokenLink<'_>| {
        let label = link.reference.to_lowercase();
        let found = references.addresses.get(&label).map(|address| (CowStr::from(address.clone()), CowStr::from("")));
        if found.is_none() {
            missing.borrow_mut().push(label);
        }
        found
    };
    let parser = Parser::new_with_broken_link_callback(source, options, Some(look_up));
    for (label, definition) in parser.reference_definitions().iter() {
        learned.push((label.to_lowercase(), definition.dest.to_string()));
    }
    let mut writer = Writer::new(source.len(), references, *number);
    for event in TextMergeStream::new(parser) {
        writer.event(event);
    }
    learned.extend(writer.notes.drain(..).map(|label| (label, String::new())));
    missing.borrow_mut().append(&mut writer.missing);
    (clean(&writer.out), missing.into_inner())
}

/// True if a line opens absurdly many containers. The parser would walk all of them for each following line.
fn is_tower(line: &str) -> bool {
    let opens = |b: &u8| matches!(b, b'>' | b'-' | b'+' | b'*' | b'.' | b')');
    let prefix = line.bytes().take_while(|b| opens(b) || matches!(b, b' ' | b'\t' | b'0'..=b'9'));
    line.starts_with([' ', '>', '-', '+', '*', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        && prefix.filter(opens).count() > 100
        && line.trim_start_matches(['-', '*']).trim().contains([' ', '>'])
}
