//! Judges the program of a command: where it lies, and how a shell is started.

use super::carried::is_carrier;
use super::rules::{KNOWN, RULES, SHELLS};
use super::{look_at, outside, script, settled};
use crate::shell::{self, Shell};
use contract::ask::Risk;
use std::path::Path;

/// The risk of the program's location. A bare name is found in `PATH` and has none.
pub fn risk(word: &str, name: &str, cwd: Option<&str>) -> Option<Risk> {
    if !word.contains(['/', '\\']) {
        return None;
    }
    let whole = if word.starts_with('/') { settled(Path::new(word)).display().to_string() } else { word.to_owned() };
    if shell::is_system_path(&whole) {
        return None;
    }
    let scratch = is_scratch(&whole);
    let strange = outside(word, cwd) || scratch;
    match is_known(name) && (!strange || scratch) {
        true => Some(Risk::DisguisedProgram),
        false if strange => Some(Risk::OutsideWorkspace),
        false => Some(Risk::FolderProgram),
    }
}

fn is_known(name: &str) -> bool {
    let of_rules = || RULES.iter().any(|rule| rule.programs.contains(&name));
    Shell::named(name).is_some() || KNOWN.contains(&name) || SHELLS.contains(&name) || is_carrier(name) || of_rules()
}

/// Folders that everybody, and so any program, may write to.
fn is_scratch(path: &str) -> bool {
    ["/tmp/", "/var/tmp/", "/private/tmp/", "/dev/shm/"].iter().any(|folder| path.starts_with(folder))
}

/// Variables that hold a command, which a program then runs by itself.
const COMMANDS: &[&str] = &[
    "EDITOR",
    "GIT_ASKPASS",
    "GIT_EDITOR",
    "GIT_EXTERNAL_DIFF",
    "GIT_PAGER",
    "GIT_SEQUENCE_EDITOR",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "MANPAGER",
    "PAGER",
    "PROMPT_COMMAND",
    "RUSTC_WRAPPER",
    "SSH_ASKPASS",
    "VISUAL",
];
/// Variables that load other code into a well-known program.
const INSERTS: &[&str] = &["BASH_ENV", "DYLD_INSERT_LIBRARIES", "LD_AUDIT", "LD_PRELOAD"];

/// Adds the risks of a variable that decides which program a name stands for, or what runs with it.
pub fn steered(name: &str, value: &str, cwd: Option<&str>, risks: &mut Vec<Risk>, depth: u8) {
    if name == "PATH" {
        let own = |folder: &&str| {
            let relative = !folder.is_empty() && !folder.starts_with(['/', '$', '~']);
            relative
                || folder.starts_with("$PWD")
                || (folder.starts_with('/') && cwd.is_some() && !outside(folder, cwd))
        };
        let mut folders = value.split(':');
        if folders.clone().any(|folder| is_scratch(&format!("{folder}/"))) {
            risks.push(Risk::DisguisedProgram);
        }
        if folders.any(|folder| own(&folder)) {
            risks.push(Risk::FolderProgram);
        }
    } else if INSERTS.contains(&name) && !value.is_empty() {
        risks.push(Risk::DisguisedProgram);
    } else if COMMANDS.contains(&name) {
        look_at(value, cwd, risks, depth + 1);
    }
}

/// Adds the risks of git settings on the command line that name a command.
pub fn of_git(arguments: &[&str], cwd: Option<&str>, risks: &mut Vec<Risk>, depth: u8) {
    const COMMANDS: &[&str] =
        &["pager", "editor", "sshcommand", "fsmonitor", "external", "textconv", "helper", "command"];
    let settings = arguments.iter().zip(arguments.iter().skip(1)).filter(|(flag, _)| **flag == "-c");
    for (name, value) in settings.filter_map(|(_, setting)| setting.split_once('=')) {
        let name = name.to_ascii_lowercase();
        let last = name.rsplit('.').next().unwrap_or_default();
        if last == "hookspath" && !value.is_empty() && value != "/dev/null" {
            risks.push(Risk::FolderProgram);
        }
        if COMMANDS.contains(&last) || name.starts_with("alias.") || name.starts_with("pager.") {
            look_at(value.trim_start_matches('!'), cwd, risks, depth + 1);
        }
    }
}

/// Adds the risks of a shell that is started to do more than run the visible script.
pub fn of_shell(shell: Shell, first: &str, arguments: &[&str], cwd: Option<&str>, risks: &mut Vec<Risk>, depth: u8) {
    let kept_elsewhere = first.contains(['/', '\\']) && !shell::is_system_path(first);
    let mut unusual = false;
    for (at, word) in arguments.iter().enumerate() {
        match shell {
            Shell::Pwsh => {
                if let Some(flag) = script::pwsh_flag(word)
                    && ("encodedcommand".starts_with(&flag) || flag == "ec")
                {
                    risks.push(Risk::EncodedScript);
                }
            }
            Shell::Posix => {
                let (flag, value) = word.split_once('=').unwrap_or((word, ""));
                // These flags run something before the visible script.
                if matches!(flag, "--init-command" | "--rcfile" | "--init-file")
                    || (*word == "-C" && first.ends_with("fish"))
                {
                    unusual = true;
                    let script =
                        if value.is_empty() { arguments.get(at + 1).copied().unwrap_or_default() } else { value };
                    look_at(script, cwd, risks, depth + 1);
                }
            }
            Shell::Cmd => {}
        }
    }
    let script = script::of(shell, arguments);
    if unusual || (kept_elsewhere && script.is_some()) {
        risks.push(Risk::UnusualShell);
    }
    if let Some(script) = script {
        look_at(&script, cwd, risks, depth + 1);
    }
}
