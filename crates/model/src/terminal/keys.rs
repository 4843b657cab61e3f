//! Encodes keys as a program in a terminal expects them.

use contract::terminal::Typed;

/// The modes that the program has switched on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Modes {
    pub application_cursor: bool,
    pub bracketed_paste: bool,
}

pub fn encode(typed: &[Typed], modes: Modes) -> Vec<u8> {
    let mut out = Vec::new();
    for one in typed {
        match one {
            Typed::Text { text } => out.extend_from_slice(text.as_bytes()),
            Typed::Paste { text } => paste(&mut out, text, modes.bracketed_paste),
            Typed::Key { key, shift, alt, ctrl } => press(&mut out, key, (*shift, *alt, *ctrl), modes),
        }
    }
    out
}

/// Line ends become Enter. Characters that could act as a key, or end the paste, are left out.
fn paste(out: &mut Vec<u8>, text: &str, bracketed: bool) {
    if bracketed {
        out.extend_from_slice(b"\x1b[200~");
    }
    let lines = text.replace("\r\n", "\r").replace('\n', "\r");
    let plain = lines.chars().filter(|c| !c.is_control() || matches!(c, '\r' | '\t'));
    out.extend_from_slice(plain.collect::<String>().as_bytes());
    if bracketed {
        out.extend_from_slice(b"\x1b[201~");
    }
}

fn press(out: &mut Vec<u8>, key: &str, (shift, alt, ctrl): (bool, bool, bool), modes: Modes) {
    let held = 1 + u8::from(shift) + 2 * u8::from(alt) + 4 * u8::from(ctrl);
    let arrow = |out: &mut Vec<u8>, letter: char| {
        let begins = if modes.application_cursor { "\x1bO" } else { "\x1b[" };
        match held {
            1 => out.extend_from_slice(format!("{begins}{letter}").as_bytes()),
            _ => out.extend_from_slice(format!("\x1b[1;{held}{letter}").as_bytes()),
        }
    };
    let numbered = |out: &mut Vec<u8>, number: u8| match held {
        1 => out.extend_from_slice(format!("\x1b[{number}~").as_bytes()),
        _ => out.extend_from_slice(format!("\x1b[{number};{held}~").as_bytes()),
    };
    match key {
        "ArrowUp" => arrow(out, 'A'),
        "ArrowDown" => arrow(out, 'B'),
        "ArrowRight" => arrow(out, 'C'),
        "ArrowLeft" => arrow(out, 'D'),
        "Home" => arrow(out, 'H'),
        "End" => arrow(out, 'F'),
        "Insert" => numbered(out, 2),
        "Delete" => numbered(out, 3),
        "PageUp" => numbered(out, 5),
        "PageDown" => numbered(out, 6),
        "F1" | "F2" | "F3" | "F4" => {
            let letter = char::from(b'P' + key.as_bytes()[1] - b'1');
            out.extend_from_slice(format!("\x1bO{letter}").as_bytes());
        }
        "Enter" => with_alt(out, alt, b"\r"),
        "Tab" if shift => out.extend_from_slice(b"\x1b[Z"),
        "Tab" => out.push(b'\t'),
        "Escape" => out.push(0x1b),
        "Backspace" if ctrl => with_alt(out, alt, b"\x08"),
        "Backspace" => with_alt(out, alt, b"\x7f"),
        _ => {
            if let Some(number) = function(key) {
                return numbered(out, number);
            }
            let mut letters = key.chars();
            if let (Some(letter), None) = (letters.next(), letters.next()) {
                match control(letter).filter(|_| ctrl) {
                    Some(byte) => with_alt(out, alt, &[byte]),
                    None => with_alt(out, alt, key.as_bytes()),
                }
            }
        }
    }
}

fn with_alt(out: &mut Vec<u8>, alt: bool, bytes: &[u8]) {
    if alt {
        out.push(0x1b);
    }
    out.extend_from_slice(bytes);
}

fn function(key: &str) -> Option<u8> {
    Some(match key {
        "F5" => 15,
        "F6" => 17,
        "F7" => 18,
        "F8" => 19,
        "F9" => 20,
        "F10" => 21,
        "F11" => 23,
        "F12" => 24,
        _ => return None,
    })
}

fn control(letter: char) -> Option<u8> {
    match letter.to_ascii_lowercase() {
        letter @ 'a'..='z' => Some(letter as u8 - b'a' + 1),
        ' ' | '@' | '2' => Some(0),
        '[' | '3' => Some(0x1b),
        '\\' | '4' => Some(0x1c),
        ']' | '5' => Some(0x1d),
        '6' | '^' => Some(0x1e),
        '/' | '_' | '7' => Some(0x1f),
        '8' | '?' => Some(0x7f),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str, held: &str) -> Vec<u8> {
        let (shift, alt, ctrl) = (held.contains('s'), held.contains('a'), held.contains('c'));
        encode(&[Typed::Key { key: key.into(), shift, alt, ctrl }], Modes::default())
    }

    #[test]
    fn keys_are_told_as_terminals_tell_them() {
        for (name, held, bytes) in [
            ("Enter", "", "\r"),
            ("c", "c", "\x03"),
            ("d", "c", "\x04"),
            ("b", "a", "\x1bb"),
            ("é", "", "é"),
            ("ArrowUp", "", "\x1b[A"),
            ("ArrowRight", "c", "\x1b[1;5C"),
            ("Delete", "", "\x1b[3~"),
            ("Tab", "s", "\x1b[Z"),
            ("F1", "", "\x1bOP"),
            ("F12", "", "\x1b[24~"),
            ("Backspace", "", "\x7f"),
            ("Shift", "s", ""),
            ("Dead", "", ""),
        ] {
            assert_eq!(String::from_utf8_lossy(&key(name, held)), bytes, "{name} {held}");
        }
        let modes = Modes { application_cursor: true, ..Modes::default() };
        let up = Typed::Key { key: "ArrowUp".into(), shift: false, alt: false, ctrl: false };
        assert_eq!(encode(&[up], modes), b"\x1bOA");
    }

    #[test]
    fn what_is_pasted_cannot_pass_for_keys() {
        let text = "a\r\nb\n\x1b[201~\x03c".to_owned();
        let modes = Modes { bracketed_paste: true, ..Modes::default() };
        assert_eq!(encode(&[Typed::Paste { text: text.clone() }], modes), b"\x1b[200~a\rb\r[201~c\x1b[201~");
        assert_eq!(encode(&[Typed::Paste { text }], Modes::default()), b"a\rb\r[201~c");
    }
}
