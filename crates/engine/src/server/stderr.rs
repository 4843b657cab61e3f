//! The last lines the server wrote to stderr, fit to show.
//!
//! Invariant: bounded, without control characters, and without what looks like a key or a token.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

const LINES: usize = 200;
const LONGEST: usize = 2_000;

#[derive(Clone, Default)]
pub struct Tail(Arc<Mutex<VecDeque<String>>>);

impl Tail {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    pub fn push(&self, line: &str) {
        let line = clean(line);
        if line.is_empty() {
            return;
        }
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    /// Reads to the end; the pipe must be emptied or the server stands still.
    pub async fn follow(self, stderr: impl AsyncRead + Unpin) {
        let mut stderr = BufReader::new(stderr);
        let mut line = Vec::new();
        loop {
            // A server that never ends its line must not fill our memory.
            let chunk = match stderr.fill_buf().await {
                Ok(chunk) if !chunk.is_empty() => chunk,
                _ => break,
            };
            let (used, ended) = match chunk.iter().position(|byte| *byte == b'\n') {
                Some(end) => (end + 1, true),
                None => (chunk.len(), false),
            };
            let room = (LONGEST * 8).saturating_sub(line.len()).min(used);
            line.extend_from_slice(&chunk[..room]);
            stderr.consume(used);
            if ended {
                self.push(&String::from_utf8_lossy(&line));
                line.clear();
            }
        }
        self.push(&String::from_utf8_lossy(&line));
    }
}

fn clean(line: &str) -> String {
    let plain = without_escapes(line);
    let words: Vec<&str> = plain.trim_end().split(' ').collect();
    let mut out = String::with_capacity(plain.len().min(LONGEST));
    for (n, word) in words.iter().enumerate() {
        if n > 0 {
            out.push(' ');
        }
        let after_bearer = n > 0 && words[n - 1].to_ascii_lowercase().ends_with("bearer");
        out.push_str(&if after_bearer { "…".into() } else { masked(word) });
    }
    if out.chars().count() > LONGEST {
        out = out.chars().take(LONGEST).collect();
        out.push('…');
    }
    out
}

/// A word with an API key or a JWT in it loses what follows the prefix.
fn masked(word: &str) -> String {
    for prefix in ["sk-", "eyJ"] {
        if let Some(at) = word.find(prefix) {
            let secret = &word[at + prefix.len()..];
            let length = secret.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).count();
            if length >= 8 {
                return format!("{}{prefix}…{}", &word[..at], &secret[length..]);
            }
        }
    }
    word.to_owned()
}

fn without_escapes(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => match chars.next() {
                Some('[') => {
                    chars.find(|c| ('@'..='~').contains(c));
                }
                Some(']') => {
                    chars.find(|c| *c == '\u{7}' || *c == '\u{1b}');
                }
                _ => {}
            },
            '\t' => out.push(' '),
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_control_characters_are_gone() {
        assert_eq!(clean("\u{1b}[2m2026\u{1b}[0m \u{1b}[31mERROR\u{1b}[0m\ta\u{7}b\r"), "2026 ERROR ab");
    }

    #[test]
    fn what_looks_like_a_key_or_a_token_is_not_kept() {
        assert_eq!(
            clean("key=sk-proj-abcdefgh1234, Authorization: Bearer abc.def eyJhbGciOiJub25lIn0.x.y"),
            "key=sk-…, Authorization: Bearer … eyJ…"
        );
        assert_eq!(clean("a risk-free task"), "a risk-free task");
    }

    #[tokio::test]
    async fn only_the_last_lines_stay() {
        let text: String = (0..300).map(|n| format!("line {n}\n")).collect();
        let tail = Tail::default();
        tail.clone().follow(text.as_bytes()).await;
        let lines = tail.lines();
        assert_eq!((lines.len(), lines[0].as_str(), lines[199].as_str()), (200, "line 100", "line 299"));
    }

    #[tokio::test]
    async fn a_line_without_end_is_bounded() {
        let tail = Tail::default();
        tail.clone().follow("x".repeat(1_000_000).as_bytes()).await;
        assert_eq!(tail.lines()[0].chars().count(), LONGEST + 1);
    }
}
