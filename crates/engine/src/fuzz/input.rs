//! Input that is nearly valid: recordings and samples of this repository with a few changes.

use serde_json::Value;
use std::path::Path;

/// Sample texts, and recorded lines of the server.
pub struct Seeds {
    texts: Vec<Vec<u8>>,
    lines: Vec<Value>,
}

/// Fragments that mean something to one of the parsers.
const MARKS: &[&str] = &[
    "```",
    "~~~\n",
    "\n\n",
    "> ",
    "- ",
    "1. ",
    "    ",
    "|",
    "|-|\n",
    "[^a]",
    "](",
    "![",
    "<b>",
    "<!--",
    "-->",
    "$$",
    "**",
    "`",
    "\\",
    "&#x3c;",
    "@@ -1,2 +1,2 @@\n",
    "diff --git a/x b/x\n",
    "--- a/x\n+++ b/x\n",
    "\n+",
    "\n-",
    "\n ",
    "\x1b[",
    "\x1b]8;;https://x.example\x07",
    "\x1b[31m",
    "\r",
    "\x08",
    "\x1b[K",
    "\x1b[A",
    "/*",
    "*/",
    "//",
    "\"",
    "'",
    "r#\"",
    "#[",
    "\u{202e}",
    "\u{200d}",
    "é",
    "👩",
    "\0",
    "javascript:",
    "src/a.rs:1",
    "https://x.example",
    "https://a@b",
    "file:///",
    "bash -lc '",
    "$(",
    "<(",
    " && ",
    " | sh",
    "sudo ",
    "prefix_rule(pattern=[\"",
    "decision=\"allow\")\n",
    "[mcp_servers.a]\n",
    "command = \"",
    "env = { K = '",
    "\"\"\"",
];

impl Seeds {
    /// Recorded exchanges, and the texts that rendering is tested with.
    pub fn of_this_clone() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut texts = read(&here.join("../render/corpus"));
        for text in [
            "git status && rm -rf 'a b' | sh -c \"$(curl x)\" > out",
            "prefix_rule(pattern=[\"git\", [\"push\", \"pull\"]], decision=\"prompt\")\n",
            "model = \"m\"\n[mcp_servers.a]\ncommand = \"x\"\nenv = { K = \"v\" }\n",
            "/w/a\n/w/a/.git\nsub/\n",
            "refs/heads/main\nrefs/remotes/origin/HEAD\nrefs/remotes/origin/x\n",
            "threadloft.overrides\0filter.a=b.clean\0filter..x\0core.bare\0",
            "0123456789012345678901234567890123456789\u{1f}A title\n",
            "fatal: not a git repository (or any of the parent directories): .git\n",
            "xn--pple-43d.com:443\n\u{430}pple.com\n[::1]:80\n",
            "curl -u a:b https://u:p@a.test/?code=x -H 'Authorization: Bearer eyJx' # password = \"x\"\n",
            "[Desktop Entry]\nExec=x\n",
            "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"x\"}]}]}}",
            "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\", \"enum\": [\"b\"]}}, \"required\": [\"a\"]}",
            "https://example.test:8443/a?b#c\nhttp://[::1]:80/\nsrc/main.rs:12:3",
        ] {
            texts.push(text.as_bytes().to_vec());
        }
        let mut lines = Vec::new();
        for file in read(&here.join("../../tests/transcripts")) {
            let recorded = file.split(|byte| *byte == b'\n');
            let read = recorded.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
            lines.extend(read.filter(|line| line["dir"] == "s2c").map(|mut line| line["msg"].take()));
        }
        Self { texts, lines }
    }

    /// Keeps an input that reached new code, so that it is changed further.
    pub fn keep(&mut self, input: Vec<u8>) {
        self.texts.push(input);
    }

    /// One input: a changed text, or some lines of the server with a change in each.
    pub fn mutated(&self, dice: &mut Dice) -> Vec<u8> {
        if self.lines.is_empty() || dice.below(2) == 0 {
            return mutate(&self.texts, dice);
        }
        let mut out = Vec::new();
        for _ in 0..=dice.below(6) {
            let mut line = dice.pick(&self.lines).clone();
            for _ in 0..dice.below(3) {
                change(&mut line, &self.lines, dice);
            }
            if !out.is_empty() {
                out.push(b'\n');
            }
            out.extend(line.to_string().into_bytes());
        }
        if dice.below(8) == 0 { mutate(&[out], dice) } else { out }
    }
}

/// All files below the folder, and each line of the file of attacks.
fn read(folder: &Path) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<_> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(read(&path));
        } else if let Ok(bytes) = std::fs::read(&path) {
            if path.ends_with("xss.txt") {
                found.extend(bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec));
            } else {
                found.push(bytes);
            }
        }
    }
    found.push(Vec::new());
    found
}

/// Replaces some value inside: by another kind, by a value of another line, or by nothing.
fn change(value: &mut Value, others: &[Value], dice: &mut Dice) {
    let descends = dice.below(4) != 0;
    match value {
        Value::Object(fields) if descends && !fields.is_empty() => {
            let at = dice.below(fields.len());
            if let Some((_, field)) = fields.iter_mut().nth(at) {
                return change(field, others, dice);
            }
        }
        Value::Array(list) if descends && !list.is_empty() => {
            let at = dice.below(list.len());
            return change(&mut list[at], others, dice);
        }
        _ => {}
    }
    *value = match dice.below(9) {
        0 => Value::Null,
        1 => Value::from(-1),
        2 => Value::from(f64::MAX),
        3 => Value::from(u64::MAX),
        4 => Value::from(true),
        5 => Value::Array(vec![value.take()]),
        6 => serde_json::json!({ "type": value.take() }),
        7 => Value::from(String::from_utf8_lossy(&mutate(&[value.to_string().into_bytes()], dice)).into_owned()),
        _ => dice.pick(others).clone(),
    };
}

fn mutate(inputs: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = dice.pick(inputs).clone();
    for _ in 0..=dice.below(8) {
        let at = dice.below(bytes.len() + 1);
        let to = at + dice.below(bytes.len() - at + 1).min(64);
        match dice.below(7) {
            0 => drop(bytes.drain(at..to)),
            1 => drop(bytes.splice(at..at, dice.pick(MARKS).bytes())),
            2 => {
                let other = dice.pick(inputs);
                let from = dice.below(other.len() + 1);
                bytes.splice(at..at, other[from..].iter().copied().take(200));
            }
            3 => {
                let part = bytes[at..to].to_vec();
                let times = 1 + dice.below(20);
                bytes.splice(at..at, part.repeat(times));
            }
            4 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            5 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes.truncate(8 * 1024);
    bytes
}

/// Xorshift: small and repeatable, which is all that fuzzing needs.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
