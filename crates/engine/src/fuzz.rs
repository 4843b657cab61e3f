//! One fuzz target for every parser of foreign text, and their input: `cargo xtask fuzz`.
//!
//! Invariant: a target panics only if a promise is broken, and it calls only what the program calls.

mod input;

pub use input::{Dice, Seeds};

use crate::settings::Settings;
use model::state::{Input, State};
use protocol::{Event, Frame};
use serde_json::Value;

pub use render::fuzz::FuzzTarget;

/// The targets of this crate and of `protocol`. `render` has its own.
pub const OURS: &[FuzzTarget] = &[
    ("frame", frame),
    ("items", items),
    ("shell line", shell_line),
    ("link", link),
    ("config", config),
    ("rules", rules),
    ("rollout", rollout),
    ("git output", crate::git::read_anything),
    ("host", host),
    ("project files", project_files),
    ("file to open", file_to_open),
    ("form", form),
    ("secrets", secrets),
];

/// The targets of all crates.
pub fn entries() -> impl Iterator<Item = FuzzTarget> {
    OURS.iter().chain(render::fuzz::FUZZ_TARGETS).copied()
}

/// Every line of the server is a frame or an error, and every frame with content becomes an event.
fn frame(bytes: &[u8]) {
    for line in String::from_utf8_lossy(bytes).split('\n') {
        let Ok(frame) = Frame::parse(line) else { continue };
        let owned = frame.into_owned();
        assert!(event(&owned).is_some() || matches!(owned, Frame::Answer { .. }));
    }
}

/// Applies a sequence of server lines to the state and serialises the changes for a window.
fn items(bytes: &[u8]) {
    let mut state = State::new(Settings::default(), "/home/a/.codex".to_owned());
    for (at, line) in String::from_utf8_lossy(bytes).split('\n').enumerate() {
        let Ok(frame) = Frame::parse(line) else { continue };
        let Some(event) = event(&frame) else { continue };
        let changes = state.step(Input::Event(event), 1_000.0 + at as f64).changes;
        assert!(serde_json::to_string(&changes).is_ok(), "a window cannot be told");
    }
    assert!(serde_json::to_string(&state.draw()).is_ok());
}

fn event(frame: &Frame<'_>) -> Option<Event> {
    match frame {
        Frame::Notification { method, params, .. } => Some(Event::from_notification(method, params)),
        Frame::Request { id, method, params } => Some(Event::from_request(id.clone(), method, params)),
        Frame::Answer { .. } => None,
    }
}

/// Splits, unwraps and judges a command. Joined words must split into the same words.
fn shell_line(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = (model::shell::unwrapped(&text), model::risk::of_command(&text, Some("/w")));
    let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let again = model::shell::split(&model::shell::join(&words)).tokens;
    let again: Vec<String> = again
        .into_iter()
        .filter_map(|token| match token {
            model::shell::Token::Word(word) => Some(word),
            _ => None,
        })
        .collect();
    assert!(again == words, "joined words split into others");
}

/// A link that may be opened is https or a page on this computer, and contains no user name.
fn link(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        for link in [line.to_owned(), format!("https://{line}"), format!("http://{line}")] {
            let Some(url) = model::link::safe_url(&link) else { continue };
            let lower = url.to_ascii_lowercase();
            let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
            let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
            assert!(host.is_some_and(|host| !host.is_empty() && !host.contains('@')), "{url:?} may be opened");
        }
    }
}

/// Parses config.toml for display, and its MCP servers.
fn config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = crate::catalog::config::covered(&text);
    if let Ok(table) = text.parse::<toml::Table>()
        && let Ok(value) = serde_json::to_value(&table)
    {
        let _ = crate::catalog::servers::transport(&value);
    }
    if let Ok(value) = serde_json::from_slice::<Value>(bytes) {
        let _ = crate::catalog::servers::transport(&value);
    }
}

fn rules(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for call in crate::catalog::rules::read::calls(&text) {
        let _ = (call.text("decision"), call.steps("pattern"));
    }
}

/// Parses file names of Codex's session files, and lines of its index.
fn rollout(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let _ = crate::watch::thread_of(std::path::Path::new(line));
        let _ = crate::watch::thread_of(std::path::Path::new(&format!("rollout-2026-11-16T05-20-31-{line}")));
        let _ = crate::watch::index_thread(line);
    }
}

/// A displayed host hides no letters.
fn host(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines().take(50) {
        let shown = model::risk::host::shown(line);
        assert!(render::exact(&shown) == shown, "{shown:?} hides something");
        let _ = (model::risk::host::imitates(line), model::risk::host::of_url(line), model::risk::of_host(line));
    }
}

/// The list of what a project would turn on is bounded and contains no hidden characters.
fn project_files(bytes: &[u8]) {
    for find in crate::trust::finds_of_text(&String::from_utf8_lossy(bytes)) {
        for text in [Some(&find.name), find.runs.as_ref()].into_iter().flatten() {
            assert!(render::visible(text) == *text && text.chars().count() <= 350, "{text:?}");
        }
    }
}

/// Whatever its name, a program is never opened.
fn file_to_open(bytes: &[u8]) {
    let program = [b"#!/bin/sh\n", bytes].concat();
    for name in ["a.txt", "README", ".env", "a.png", "a.pdf"] {
        assert!(!crate::act::would_open(name, &program), "{name}");
        let _ = crate::act::would_open(name, bytes);
    }
    assert!(!crate::act::would_open("a.sh", bytes) && !crate::act::would_open(".bat", bytes));
}

/// Parses a form of an MCP server.
fn form(bytes: &[u8]) {
    if let Ok(schema) = serde_json::from_slice::<Value>(bytes) {
        let _ = model::ask::form::fields(&schema);
    }
}

/// A masked text stays masked.
fn secrets(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let masked = crate::mask::secrets(&text).into_owned();
    assert!(crate::mask::secrets(&masked) == masked, "twice is not once");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_parser_of_foreign_text_panics() {
        let seeds = Seeds::of_this_clone();
        let mut dice = Dice::new(23);
        for _ in 0..1_500 {
            let input = seeds.mutated(&mut dice);
            OURS.iter().for_each(|(_, entry)| entry(&input));
        }
    }

    fn has_frame(input: &[u8]) -> bool {
        String::from_utf8_lossy(input).split('\n').any(|line| Frame::parse(line).is_ok())
    }

    #[test]
    fn the_seeds_reach_the_state() {
        let seeds = Seeds::of_this_clone();
        let mut dice = Dice::new(1);
        let read = (0..300).map(|_| seeds.mutated(&mut dice)).filter(|input| has_frame(input)).count();
        assert!(read > 50, "{read} of 300 inputs are frames");
    }
}
