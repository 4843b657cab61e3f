//! The script that a shell is given on its own command line.

use crate::shell::Shell;
use std::borrow::Cow;

/// `None` if the shell reads a file, or what is piped into it.
pub fn of<'a>(shell: Shell, arguments: &[&'a str]) -> Option<Cow<'a, str>> {
    match shell {
        Shell::Posix => posix(arguments).map(Cow::Borrowed),
        // Both treat everything that follows as the script.
        Shell::Pwsh => {
            let is_command = |word: &&str| pwsh_flag(word).is_some_and(|flag| "command".starts_with(&flag));
            after(arguments, arguments.iter().position(is_command)?)
        }
        Shell::Cmd => {
            let runs = |word: &&str| word.get(..2).is_some_and(|flag| matches!(flag, "/c" | "/C" | "/k" | "/K"));
            after(arguments, arguments.iter().position(runs)?)
        }
    }
}

fn after<'a>(arguments: &[&str], at: usize) -> Option<Cow<'a, str>> {
    let script = arguments[at + 1..].join(" ");
    (!script.is_empty()).then_some(Cow::Owned(script))
}

/// The first argument that is no flag, if one of the flags was `-c`: `bash -ec …`, `bash -c -o pipefail …`.
fn posix<'a>(arguments: &[&'a str]) -> Option<&'a str> {
    let mut is_given = false;
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let Some(flags) = word.strip_prefix(['-', '+']).filter(|flags| !flags.is_empty()) else {
            return is_given.then_some(*word);
        };
        if let Some(long) = flags.strip_prefix('-') {
            if matches!(long, "rcfile" | "init-file" | "init-command") {
                words.next();
            }
            is_given |= long == "command";
            continue;
        }
        is_given |= flags.contains('c');
        if flags.ends_with(['o', 'O', 'C']) {
            words.next();
        }
    }
    None
}

/// The flag without its dash, for which PowerShell accepts several characters.
pub fn pwsh_flag(word: &str) -> Option<String> {
    let flag = word.trim_start_matches(['-', '/', '–', '—', '―']).to_lowercase();
    (flag.len() < word.len() && !flag.is_empty()).then_some(flag)
}
