//! Reads lines from a pipe with a bounded length. No content of a line is an error.

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// A line without its line end.
#[derive(Debug, PartialEq, Eq)]
pub enum InputLine<'a> {
    /// Always valid UTF-8: invalid bytes are replaced.
    Text(std::borrow::Cow<'a, str>),
    /// Longer than the ceiling; only its size is known.
    TooLong(usize),
    End,
}

pub struct LineReader<R> {
    from: R,
    held: Vec<u8>,
    ceiling: usize,
}

/// The buffer shrinks to this size after a huge line.
const KEEP: usize = 1024 * 1024;

impl<R: AsyncBufRead + Unpin> LineReader<R> {
    pub fn new(from: R, ceiling: usize) -> Self {
        Self { from, held: Vec::new(), ceiling }
    }

    pub async fn next(&mut self) -> std::io::Result<InputLine<'_>> {
        self.held.clear();
        self.held.shrink_to(KEEP);
        let mut seen = 0usize;
        loop {
            let chunk = self.from.fill_buf().await?;
            if chunk.is_empty() {
                if seen == 0 {
                    return Ok(InputLine::End);
                }
                break;
            }
            let (part, used, ended) = match chunk.iter().position(|byte| *byte == b'\n') {
                Some(end) => (&chunk[..end], end + 1, true),
                None => (chunk, chunk.len(), false),
            };
            seen += part.len();
            if seen <= self.ceiling {
                self.held.extend_from_slice(part);
            } else {
                self.held = Vec::new();
            }
            self.from.consume(used);
            if ended {
                break;
            }
        }
        if seen > self.ceiling {
            return Ok(InputLine::TooLong(seen));
        }
        Ok(InputLine::Text(String::from_utf8_lossy(&self.held)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    async fn all(bytes: &[u8], ceiling: usize) -> Vec<String> {
        let mut lines = LineReader::new(tokio::io::BufReader::with_capacity(3, bytes), ceiling);
        let mut out = Vec::new();
        loop {
            match lines.next().await.unwrap() {
                InputLine::Text(text) => out.push(text.into_owned()),
                InputLine::TooLong(bytes) => out.push(format!("<{bytes}>")),
                InputLine::End => return out,
            }
        }
    }

    #[tokio::test]
    async fn the_last_line_needs_no_line_end() {
        assert_eq!(all(b"a\rb\n\nlast", 10).await, ["a\rb", "", "last"]);
    }

    #[tokio::test]
    async fn the_line_after_an_oversized_one_is_read() {
        assert_eq!(all(b"0123456789abc\nshort\n", 5).await, ["<13>", "short"]);
    }

    #[tokio::test]
    async fn bytes_that_are_no_text_do_not_stop_the_reading() {
        assert_eq!(all(b"a\xffb\nc\n", 10).await, ["a\u{fffd}b", "c"]);
    }
}
