//! Bytes of a terminal stream into acts. Keeps what is incomplete; forgets what is too long.

/// What the stream asks for.
pub enum Act<'a> {
    /// Characters to write; no control character in it.
    Text(&'a str),
    Newline,
    Return,
    Back,
    Tab,
    /// A control sequence: its last byte and its numbers.
    Csi(u8, &'a [u16]),
    /// OSC 8: text from here on leads there; empty ends it.
    Link(&'a str),
    Save,
    Restore,
}

/// Numbers of one control sequence that are kept.
const MOST: usize = 32;
/// An operating system command longer than this is dropped.
const LONGEST: usize = 4 * 1024;

#[derive(Debug, Default)]
pub struct Parser {
    state: State,
    numbers: Vec<u16>,
    /// Whether the sequence has a private mark, which we know nothing of.
    private: bool,
    string: String,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum State {
    #[default]
    Ground,
    Escape,
    /// An escape with an intermediate byte: one more byte ends it.
    Charset,
    Csi,
    /// Inside OSC.
    Command,
    CommandEscape,
    /// Inside DCS, APC, PM or SOS: dropped up to its end.
    Device,
    DeviceEscape,
}

impl Parser {
    pub fn feed(&mut self, text: &str, mut act: impl FnMut(Act<'_>)) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if self.state == State::Ground {
                let end = bytes[at..].iter().position(|&b| is_control(b)).map_or(bytes.len(), |end| at + end);
                if end > at {
                    // C1 controls arrive as two bytes of UTF-8; they are drawn as marked characters, not obeyed.
                    act(Act::Text(&text[at..end]));
                }
                at = end;
                if at < bytes.len() {
                    self.ground(bytes[at], &mut act);
                    at += 1;
                }
                continue;
            }
            // Inside a sequence whole characters are taken, so that no slice ends inside one.
            let len = text[at..].chars().next().map_or(1, char::len_utf8);
            self.inside(bytes[at], &text[at..at + len], &mut act);
            at += len;
        }
    }

    fn ground(&mut self, byte: u8, act: &mut impl FnMut(Act<'_>)) {
        match byte {
            b'\n' | 0x0b | 0x0c => act(Act::Newline),
            b'\r' => act(Act::Return),
            8 => act(Act::Back),
            b'\t' => act(Act::Tab),
            0x1b => self.state = State::Escape,
            _ => {}
        }
    }

    fn inside(&mut self, byte: u8, character: &str, act: &mut impl FnMut(Act<'_>)) {
        match self.state {
            State::Ground => {}
            State::Escape => self.escape(byte, act),
            State::Charset => self.state = State::Ground,
            State::Csi => self.csi(byte, act),
            State::Command => match byte {
                7 => self.command(act),
                0x1b => self.state = State::CommandEscape,
                // A real command has no line end: this one was never closed.
                b'\n' => {
                    self.state = State::Ground;
                    act(Act::Newline);
                }
                _ if self.string.len() < LONGEST => self.string.push_str(character),
                _ => {}
            },
            State::CommandEscape if byte == b'\\' => self.command(act),
            State::CommandEscape => {
                self.state = State::Escape;
                self.escape(byte, act);
            }
            State::Device => match byte {
                0x1b => self.state = State::DeviceEscape,
                7 | 0x18 | 0x1a => self.state = State::Ground,
                _ => {}
            },
            State::DeviceEscape if byte == b'\\' => self.state = State::Ground,
            State::DeviceEscape => {
                self.state = State::Escape;
                self.escape(byte, act);
            }
        }
    }

    fn escape(&mut self, byte: u8, act: &mut impl FnMut(Act<'_>)) {
        self.state = match byte {
            b'[' => {
                self.numbers.clear();
                self.private = false;
                State::Csi
            }
            b']' => {
                self.string.clear();
                State::Command
            }
            b'P' | b'X' | b'^' | b'_' => State::Device,
            b' '..=b'/' => State::Charset,
            0x1b => State::Escape,
            _ => State::Ground,
        };
        match byte {
            b'7' => act(Act::Save),
            b'8' => act(Act::Restore),
            b'E' | b'D' => act(Act::Newline),
            b'c' => act(Act::Csi(b'm', &[])),
            b'\n' => act(Act::Newline),
            _ => {}
        }
    }

    fn csi(&mut self, byte: u8, act: &mut impl FnMut(Act<'_>)) {
        match byte {
            b'0'..=b'9' => {
                if self.numbers.is_empty() {
                    self.numbers.push(0);
                }
                if let Some(number) = self.numbers.last_mut() {
                    *number = number.saturating_mul(10).saturating_add(u16::from(byte - b'0'));
                }
            }
            b';' | b':' => {
                if self.numbers.is_empty() {
                    self.numbers.push(0);
                }
                if self.numbers.len() < MOST {
                    self.numbers.push(0);
                }
            }
            b'<'..=b'?' | b' '..=b'/' => self.private = true,
            b'@'..=b'~' => {
                self.state = State::Ground;
                if !self.private {
                    act(Act::Csi(byte, &self.numbers));
                }
            }
            0x1b => self.state = State::Escape,
            b'\n' => {
                self.state = State::Ground;
                act(Act::Newline);
            }
            _ if byte < 0x20 => {}
            _ => self.state = State::Ground,
        }
    }

    fn command(&mut self, act: &mut impl FnMut(Act<'_>)) {
        self.state = State::Ground;
        if self.string.len() >= LONGEST {
            return;
        }
        let mut parts = self.string.splitn(3, ';');
        if parts.next() == Some("8")
            && let Some(address) = parts.nth(1)
        {
            act(Act::Link(address));
        }
    }
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 || byte == 0x7f
}
