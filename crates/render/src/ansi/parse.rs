//! Parses a terminal stream into actions. Incomplete sequences are kept until the next push, overlong ones dropped.

/// One thing that the stream asks the terminal to do.
pub enum Action<'a> {
    /// Text to write, without control characters.
    Text(&'a str),
    Newline,
    Return,
    Back,
    Tab,
    /// A control sequence: its final byte and its numbers.
    Csi(u8, &'a [u16]),
    /// OSC 8: the following text links to this address; an empty one ends the link.
    Link(&'a str),
    Save,
    Restore,
}

/// The most numbers kept per control sequence.
const MOST: usize = 32;
/// The longest operating system command (OSC) that is kept.
const LONGEST: usize = 4 * 1024;

#[derive(Debug, Default)]
pub struct Parser {
    state: ParserState,
    numbers: Vec<u16>,
    /// The sequence has a private marker, so it is ignored.
    private: bool,
    string: String,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum ParserState {
    #[default]
    Ground,
    Escape,
    /// An escape with an intermediate byte; the next byte ends it.
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
    pub fn feed(&mut self, text: &str, mut act: impl FnMut(Action<'_>)) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if self.state == ParserState::Ground {
                let end = bytes[at..].iter().position(|&b| is_control(b)).map_or(bytes.len(), |end| at + end);
                if end > at {
                    // C1 controls arrive as two bytes of UTF-8. They are drawn as marked characters instead of being obeyed.
                    act(Action::Text(&text[at..end]));
                }
                at = end;
                if at < bytes.len() {
                    self.ground(bytes[at], &mut act);
                    at += 1;
                }
                continue;
            }
            // Inside a sequence whole characters are consumed, so that no slice ends inside one.
            let len = text[at..].chars().next().map_or(1, char::len_utf8);
            self.inside(bytes[at], &text[at..at + len], &mut act);
            at += len;
        }
    }

    fn ground(&mut self, byte: u8, act: &mut impl FnMut(Action<'_>)) {
        match byte {
            b'\n' | 0x0b | 0x0c => act(Action::Newline),
            b'\r' => act(Action::Return),
            8 => act(Action::Back),
            b'\t' => act(Action::Tab),
            0x1b => self.state = ParserState::Escape,
            _ => {}
        }
    }

    fn inside(&mut self, byte: u8, character: &str, act: &mut impl FnMut(Action<'_>)) {
        match self.state {
            ParserState::Ground => {}
            ParserState::Escape => self.escape(byte, act),
            ParserState::Charset => self.state = ParserState::Ground,
            ParserState::Csi => self.csi(byte, act),
            ParserState::Command => match byte {
                7 => self.command(act),
                0x1b => self.state = ParserState::CommandEscape,
                // A real command contains no line break, so this one was never closed.
                b'\n' => {
                    self.state = ParserState::Ground;
                    act(Action::Newline);
                }
                _ if self.string.len() < LONGEST => self.string.push_str(character),
                _ => {}
            },
            ParserState::CommandEscape if byte == b'\\' => self.command(act),
            ParserState::CommandEscape => {
                self.state = ParserState::Escape;
                self.escape(byte, act);
            }
            ParserState::Device => match byte {
                0x1b => self.state = ParserState::DeviceEscape,
                7 | 0x18 | 0x1a => self.state = ParserState::Ground,
                _ => {}
            },
            ParserState::DeviceEscape if byte == b'\\' => self.state = ParserState::Ground,
            ParserState::DeviceEscape => {
                self.state = ParserState::Escape;
                self.escape(byte, act);
            }
        }
    }

    fn escape(&mut self, byte: u8, act: &mut impl FnMut(Action<'_>)) {
        self.state = match byte {
            b'[' => {
                self.numbers.clear();
                self.private = false;
                ParserState::Csi
            }
            b']' => {
                self.string.clear();
                ParserState::Command
            }
            b'P' | b'X' | b'^' | b'_' => ParserState::Device,
            b' '..=b'/' => ParserState::Charset,
            0x1b => ParserState::Escape,
            _ => ParserState::Ground,
        };
        match byte {
            b'7' => act(Action::Save),
            b'8' => act(Action::Restore),
            b'E' | b'D' => act(Action::Newline),
            b'c' => act(Action::Csi(b'm', &[])),
            b'\n' => act(Action::Newline),
            _ => {}
        }
    }

    fn csi(&mut self, byte: u8, act: &mut impl FnMut(Action<'_>)) {
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
                self.state = ParserState::Ground;
                if !self.private {
                    act(Action::Csi(byte, &self.numbers));
                }
            }
            0x1b => self.state = ParserState::Escape,
            b'\n' => {
                self.state = ParserState::Ground;
                act(Action::Newline);
            }
            _ if byte < 0x20 => {}
            _ => self.state = ParserState::Ground,
        }
    }

    fn command(&mut self, act: &mut impl FnMut(Action<'_>)) {
        self.state = ParserState::Ground;
        if self.string.len() >= LONGEST {
            return;
        }
        let mut parts = self.string.splitn(3, ';');
        if parts.next() == Some("8")
            && let Some(address) = parts.nth(1)
        {
            act(Action::Link(address));
        }
    }
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 || byte == 0x7f
}
