//! What may stand in front of a command: keywords of the shell, variables, and programs that run the command after
//! them.

use super::program::steered;
use contract::ask::Risk;

/// Keywords of the shell that are followed by a command.
const KEYWORDS: &[&str] = &["if", "then", "elif", "else", "while", "until", "do", "!", "{", "coproc"];
/// The keywords whose whole body reads what is piped into them.
const GROUPS: &[&str] = &["{", "if", "while", "until", "for"];

/// A program that runs the command after it.
struct Carrier {
    programs: &'static [&'static str],
    /// Options whose value is the next word.
    valued: &'static [&'static str],
    /// The number of own arguments before the command: `timeout 5 …`.
    own: usize,
}

const fn carrier(programs: &'static [&'static str], valued: &'static [&'static str], own: usize) -> Carrier {
    Carrier { programs, valued, own }
}

const CARRIERS: &[Carrier] = &[
    carrier(
        &["sudo", "doas", "run0", "pkexec", "runuser"],
        &["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U", "-D", "-R", "--user", "--group", "--chdir", "--chroot"],
        0,
    ),
    carrier(&["env"], &["-u", "-C", "-S", "--unset", "--chdir", "--split-string"], 0),
    carrier(&["nice"], &["-n", "--adjustment"], 0),
    carrier(&["ionice"], &["-c", "-n", "--class", "--classdata"], 0),
    carrier(
        &["xargs"],
        &["-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s", "--arg-file", "--max-args", "--max-procs"],
        0,
    ),
    carrier(&["timeout", "gtimeout"], &["-k", "-s", "--kill-after", "--signal"], 1),
    carrier(&["watch"], &["-n", "--interval"], 0),
    carrier(&["stdbuf"], &["-i", "-o", "-e"], 0),
    carrier(&["strace", "ltrace"], &["-e", "-o", "-p", "-s"], 0),
    carrier(&["time", "exec"], &["-a", "-f", "-o"], 0),
    carrier(&["chroot", "flock"], &["-E", "-w"], 1),
    carrier(
        &["nohup", "command", "builtin", "setsid", "busybox", "toybox", "caffeinate", "unshare", "parallel"],
        &[],
        0,
    ),
];

pub fn is_carrier(name: &str) -> bool {
    CARRIERS.iter().any(|carrier| carrier.programs.contains(&name))
}

pub fn begins_group(words: &[&str]) -> bool {
    words.first().is_some_and(|word| GROUPS.contains(word))
}

/// Splits an assignment of a variable (`A=b`), for one command or for the rest of the line.
pub fn assignment(word: &str) -> Option<(&str, &str)> {
    let (name, value) = word.split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    (begins && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).then_some((name, value))
}

/// The words from the command itself on.
pub fn command<'a, 'w>(words: &'a [&'w str], cwd: Option<&str>, risks: &mut Vec<Risk>, depth: u8) -> &'a [&'w str] {
    let mut at = 0;
    if words.first() == Some(&"function") {
        at = words.iter().position(|word| *word == "{").map_or(words.len(), |brace| brace + 1);
    }
    while let Some(word) = words.get(at) {
        match assignment(word) {
            Some((name, value)) => steered(name, value, cwd, risks, depth),
            None if KEYWORDS.contains(word) => {}
            None => break,
        }
        at += 1;
    }
    &words[at..]
}

/// The command that such a program runs. `None` if it runs none, or is another program.
pub fn carried<'a, 'w>(name: &str, arguments: &'a [&'w str]) -> Option<&'a [&'w str]> {
    let carrier = CARRIERS.iter().find(|carrier| carrier.programs.contains(&name))?;
    let (mut at, mut own) = (0, carrier.own);
    while let Some(word) = arguments.get(at) {
        if word.len() > 1 && word.starts_with('-') {
            at += if carrier.valued.contains(word) { 2 } else { 1 };
        } else if assignment(word).is_some() {
            at += 1;
        } else if own > 0 {
            own -= 1;
            at += 1;
        } else {
            return Some(&arguments[at..]);
        }
    }
    None
}
