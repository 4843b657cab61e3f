//! A command line as a shell would split it, as far as a person needs to understand it.
//!
//! Refuses to run, expand or judge anything: a line it cannot follow is still split, only more coarsely.

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A word with its quotes taken away.
    Word(String),
    /// `|`, `|&`.
    Pipe,
    /// `>`, `>>`, `<` and the like: the next word is a file.
    Redirect,
    /// `;`, `&&`, `||`, `&`, a line's end, a bracket.
    End,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub tokens: Vec<Token>,
    /// What stands in `$(…)`, `<(…)` and backticks, each a line of its own.
    pub inner: Vec<String>,
}

/// The script that a shell wrapper (`/bin/bash -lc '…'`) runs; `None` when the line is no wrapper.
pub fn unwrapped(raw: &str) -> Option<String> {
    let line = split(raw);
    let mut words = Vec::new();
    for token in line.tokens {
        match token {
            Token::Word(word) => words.push(word),
            _ => return None,
        }
    }
    let (shell, rest) = words.split_first()?;
    let (script, flags) = rest.split_last()?;
    let wraps = match program(shell).as_str() {
        "bash" | "zsh" | "sh" | "dash" | "ksh" | "fish" => {
            flags.last().is_some_and(|flag| flag.starts_with('-') && !flag.starts_with("--") && flag.ends_with('c'))
                && flags.iter().all(|flag| flag.starts_with('-'))
        }
        "powershell" | "pwsh" => flags.last().is_some_and(|flag| flag.eq_ignore_ascii_case("-command")),
        "cmd" => flags.len() == 1 && flags[0].eq_ignore_ascii_case("/c"),
        _ => false,
    };
    wraps.then(|| script.clone())
}

/// A command's words as one line that `split` reads back.
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
    name.strip_suffix(".exe").unwrap_or(name).to_owned()
}

pub fn split(line: &str) -> Line {
    let mut out = Line::default();
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
            '`' => {
                let inner: String = chars.by_ref().take_while(|&c| c != '`').collect();
                word.get_or_insert_default().push_str(&inner);
                out.inner.push(inner);
            }
            '#' if word.is_none() => while chars.next_if(|&c| c != '\n').is_some() {},
            c if c.is_whitespace() && c != '\n' => end_word(&mut word, &mut out.tokens),
            '|' | ';' | '&' | '\n' | '(' | ')' | '<' | '>' => {
                // `2>file`: the number belongs to the arrow, not to the command.
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
                        while chars.next_if(|c| matches!(c, '<' | '>' | '&' | '|')).is_some() {}
                        Token::Redirect
                    }
                    '&' if chars.peek() == Some(&'>') => continue,
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
            '`' => {
                let body: String = chars.by_ref().take_while(|&c| c != '`').collect();
                word.push_str(&body);
                inner.push(body);
            }
            c => word.push(c),
        }
    }
}

/// The opening bracket was read; reads up to its partner. The text stays in the word as it stands.
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
    fn the_wrapper_of_every_shell_is_taken_away() {
        for (raw, script) in [
            ("/bin/bash -lc ls", "ls"),
            ("/bin/bash -lc 'echo hi && ls'", "echo hi && ls"),
            (r#"/bin/zsh -lc "echo it's""#, "echo it's"),
            (r#"bash -c 'a '"'"'b'"'"''"#, "a 'b'"),
            (r#"/bin/bash -lc "echo \"\$HOME\"""#, r#"echo "$HOME""#),
            ("sh -l -c 'x'", "x"),
            (
                r"/bin/bash -lc 'cat <<EOF
a
EOF'",
                "cat <<EOF\na\nEOF",
            ),
            ("powershell.exe -NoProfile -Command 'Get-Item .'", "Get-Item ."),
            ("cmd.exe /c dir", "dir"),
        ] {
            assert_eq!(unwrapped(raw).as_deref(), Some(script), "{raw}");
        }
    }

    #[test]
    fn what_is_no_wrapper_stays() {
        for raw in
            ["", "ls -lc 'x'", "bash script.sh", "bash -lc", "bash -lc a b", "bash -lc 'a' | cat", "python3 -c 'x'"]
        {
            assert_eq!(unwrapped(raw), None, "{raw}");
        }
    }

    #[test]
    fn operators_part_commands_and_substitutions_are_kept_aside() {
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
    fn an_unclosed_quote_or_bracket_ends_with_the_line() {
        for line in ["'abc", "\"abc", "$(abc", "`abc", "abc\\", "((((", "\"$(a \"b", "|&|&|", "<<<<"] {
            split(line);
        }
    }
}
