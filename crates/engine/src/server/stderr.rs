//! The last lines that the server wrote to stderr, for display.
//!
//! Invariant: the lines are bounded and contain neither control characters nor secrets (`mask`).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

const LINES: usize = 200;
const LONGEST: usize = 2_000;

#[derive(Clone, Default)]
pub struct Tail(Arc<Mutex<TailText>>);

#[derive(Default)]
struct TailText {
    lines: VecDeque<String>,
    in_key: bool,
}

impl Tail {
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lines.iter().cloned().collect()
    }

    pub fn push(&self, line: &str) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let line = clean(line, &mut held.in_key);
        if line.is_empty() {
            return;
        }
        if held.lines.len() == LINES {
            held.lines.pop_front();
        }
        held.lines.push_back(line);
    }

    /// Reads to the end. The pipe must be emptied, or the server blocks.
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

/// A line as it is stored. `in_key` is set between the first and last line of a private key, where everything is
/// hidden.
fn clean(line: &str, in_key: &mut bool) -> String {
    let plain = without_escapes(line);
    let plain = plain.trim_end();
    let (begins, ends) = (plain.contains("PRIVATE KEY-----"), plain.contains("-----END "));
    let masked = if *in_key && !ends { "…".into() } else { crate::mask::secrets(plain) };
    *in_key = (*in_key || begins) && !ends;
    match masked.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &masked[..end]),
        None => masked.into_owned(),
    }
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

    fn kept(text: &str) -> Vec<String> {
        let tail = Tail::default();
        text.lines().for_each(|line| tail.push(line));
        tail.lines()
    }

    #[test]
    fn control_characters_are_removed_from_stderr() {
        assert_eq!(kept("\u{1b}[2m2026\u{1b}[0m \u{1b}[31mERROR\u{1b}[0m\ta\u{7}b\r"), ["2026 ERROR ab"]);
    }

    #[test]
    fn every_secret_of_a_line_is_hidden() {
        let line =
            "eyJhbGciOiJub25lIn0,eyJhbGciOiJub25lIn1 rt_abcdefgh1 \"Bearer\" x1 a:b@c.test password=p /cb?code=1";
        assert_eq!(kept(line), ["eyJ…,eyJ… rt_… \"Bearer\" … a:…@c.test password=… /cb?code=…"]);
    }

    #[test]
    fn a_secret_that_colours_divide_is_hidden() {
        assert_eq!(kept("sk-\u{1b}[1mproj-abcdefgh\u{1b}[0m1234"), ["sk-…"]);
    }

    #[test]
    fn a_private_key_of_several_lines_is_hidden() {
        let lines = kept("-----BEGIN PRIVATE KEY-----\nMIIabc\nMIIdef\n-----END PRIVATE KEY-----\nafter");
        assert_eq!(lines, ["-----BEGIN PRIVATE KEY-----…", "…", "…", "-----END PRIVATE KEY-----", "after"]);
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
