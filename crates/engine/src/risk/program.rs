//! The program of a command itself: where it lies, and how a shell is started.

use super::rules::{CARRIERS, KNOWN, RULES, SHELLS};
use super::{is_script_flag, look_at, outside, settled};
use crate::ask::Risk;
use crate::shell::{self, Shell};
use std::path::Path;

/// Where the program itself lies. One that is only named is looked for where programs are kept.
pub fn risk(word: &str, name: &str, cwd: Option<&str>) -> Option<Risk> {
    if !word.contains(['/', '\\']) {
        return None;
    }
    let whole = if word.starts_with('/') { settled(Path::new(word)).display().to_string() } else { word.to_owned() };
    if shell::is_system_path(&whole) {
        return None;
    }
    let scratch = ["/tmp/", "/var/tmp/", "/private/tmp/", "/dev/shm/"].iter().any(|folder| whole.starts_with(folder));
    let strange = outside(word, cwd) || scratch;
    match is_known(name) && (!strange || scratch) {
        true => Some(Risk::DisguisedProgram),
        false if strange => Some(Risk::OutsideWorkspace),
        false => Some(Risk::FolderProgram),
    }
}

fn is_known(name: &str) -> bool {
    let of_rules = || RULES.iter().any(|rule| rule.programs.contains(&name));
    Shell::named(name).is_some()
        || KNOWN.contains(&name)
        || SHELLS.contains(&name)
        || CARRIERS.contains(&name)
        || of_rules()
}

/// A shell that is started to do more than run what one reads.
pub fn of_shell(shell: Shell, first: &str, arguments: &[&str], cwd: Option<&str>, risks: &mut Vec<Risk>, depth: u8) {
    let kept_elsewhere = first.contains(['/', '\\']) && !shell::is_system_path(first);
    let (mut unusual, mut reads_script) = (false, false);
    for (at, word) in arguments.iter().enumerate() {
        match shell {
            Shell::Pwsh => {
                let flag = word.trim_start_matches(['-', '/', '–', '—', '―']).to_lowercase();
                let is_flag = flag.len() < word.len() && !flag.is_empty();
                if is_flag && ("encodedcommand".starts_with(&flag) || flag == "ec") {
                    risks.push(Risk::EncodedScript);
                }
                reads_script |= is_flag && "command".starts_with(&flag);
            }
            Shell::Posix => {
                let (flag, value) = word.split_once('=').unwrap_or((word, ""));
                // Each of these is read before the script that one sees.
                if matches!(flag, "--init-command" | "--rcfile" | "--init-file")
                    || (*word == "-C" && first.ends_with("fish"))
                {
                    unusual = true;
                    let script =
                        if value.is_empty() { arguments.get(at + 1).copied().unwrap_or_default() } else { value };
                    look_at(script, cwd, risks, depth + 1);
                }
                reads_script |= is_script_flag(word);
            }
            Shell::Cmd => reads_script |= word.eq_ignore_ascii_case("/c") || word.eq_ignore_ascii_case("/k"),
        }
    }
    if unusual || (kept_elsewhere && reads_script) {
        risks.push(Risk::UnusualShell);
    }
}
