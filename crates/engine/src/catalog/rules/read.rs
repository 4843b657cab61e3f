//! Parses the calls of a rules file and their positions.
//!
//! Rules files are Starlark. Nothing is run: only top-level calls with plain strings and lists are understood, and
//! everything else is skipped.

/// `name(…)` at the top level of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call<'a> {
    pub name: &'a str,
    /// The text from the name to the closing bracket.
    pub source: &'a str,
    pub start: usize,
    /// Counted from one.
    pub line: u32,
    arguments: Vec<(String, Value)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    Text(String),
    List(Vec<Value>),
    Other,
}

impl Call<'_> {
    pub fn text(&self, name: &str) -> Option<String> {
        match self.argument(name)? {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// A list of words, each of which may be a list of alternatives.
    pub fn steps(&self, name: &str) -> Vec<Vec<String>> {
        let text = |value: &Value| match value {
            Value::Text(text) => Some(render::visible(text)),
            _ => None,
        };
        match self.argument(name) {
            Some(Value::List(steps)) => steps
                .iter()
                .map(|step| match step {
                    Value::List(words) => words.iter().filter_map(text).collect(),
                    one => text(one).into_iter().collect(),
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn argument(&self, name: &str) -> Option<&Value> {
        self.arguments.iter().find(|(held, _)| held == name).map(|(_, value)| value)
    }
}

pub fn calls(text: &str) -> Vec<Call<'_>> {
    let mut out = Vec::new();
    let mut scan = Scan { text, at: 0 };
    loop {
        scan.skip_blank();
        let start = scan.at;
        let name = scan.name();
        if !name.is_empty() && scan.rest().starts_with('(') {
            scan.at += 1;
            match scan.arguments() {
                Some(arguments) => {
                    let source = &text[start..scan.at];
                    let line = u32::try_from(text[..start].matches('\n').count() + 1).unwrap_or(u32::MAX);
                    out.push(Call { name, source, start, line, arguments });
                }
                None => return out,
            }
        } else if scan.at >= text.len() {
            return out;
        } else {
            scan.skip_line();
        }
    }
}

struct Scan<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scan<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').map_or(self.rest().len(), |end| end + 1);
    }

    fn skip_blank(&mut self) {
        loop {
            let blank = self.rest().len() - self.rest().trim_start().len();
            self.at += blank;
            if !self.rest().starts_with('#') {
                return;
            }
            self.skip_line();
        }
    }

    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Reads up to and including the closing bracket. `None` if it never closes.
    fn arguments(&mut self) -> Option<Vec<(String, Value)>> {
        let mut out = Vec::new();
        loop {
            self.skip_blank();
            match self.peek()? {
                ')' => {
                    self.at += 1;
                    return Some(out);
                }
                ',' => self.at += 1,
                _ => {
                    let before = self.at;
                    let name = self.name().to_owned();
                    self.skip_blank();
                    let named = !name.is_empty() && self.rest().starts_with('=') && !self.rest().starts_with("==");
                    if named {
                        self.at += 1;
                    } else {
                        self.at = before;
                    }
                    let value = self.value()?;
                    if named {
                        out.push((name, value));
                    }
                }
            }
        }
    }

    fn value(&mut self) -> Option<Value> {
        self.skip_blank();
        match self.peek()? {
            '"' | '\'' => self.string().map(Value::Text),
            '[' => {
                self.at += 1;
                let mut list = Vec::new();
                loop {
                    self.skip_blank();
                    match self.peek()? {
                        ']' => {
                            self.at += 1;
                            return Some(Value::List(list));
                        }
                        ',' => self.at += 1,
                        _ => list.push(self.value()?),
                    }
                }
            }
            _ => self.other(),
        }
    }

    /// Skips something unknown, up to the comma or bracket that ends it.
    fn other(&mut self) -> Option<Value> {
        let mut depth = 0usize;
        let start = self.at;
        loop {
            match self.peek()? {
                '"' | '\'' => drop(self.string()?),
                '#' => self.skip_line(),
                end @ (',' | ')' | ']') if depth == 0 => {
                    // An unmatched bracket is consumed, because the scan would otherwise never advance.
                    self.at += if self.at == start { end.len_utf8() } else { 0 };
                    return Some(Value::Other);
                }
                c => {
                    match c {
                        '(' | '[' | '{' => depth += 1,
                        ')' | ']' | '}' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    self.at += c.len_utf8();
                }
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        let quote = self.peek()?;
        let tripled: String = std::iter::repeat_n(quote, 3).collect();
        let end = if self.rest().starts_with(&tripled) { tripled } else { quote.to_string() };
        self.at += end.len();
        let mut out = String::new();
        loop {
            if self.rest().starts_with(&end) {
                self.at += end.len();
                return Some(out);
            }
            let c = self.peek()?;
            self.at += c.len_utf8();
            match c {
                '\\' => {
                    let escaped = self.peek()?;
                    self.at += escaped.len_utf8();
                    out.push(match escaped {
                        'n' => '\n',
                        't' => '\t',
                        other => other,
                    });
                }
                '\n' if end.len() == 1 => return None,
                other => out.push(other),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_calls_are_found_with_their_positions() {
        let text = "# prefix_rule(pattern=[\"no\"])\nallowed = [\"x\"]\nprefix_rule(pattern = [\"git\", [\"status\", 'log']], decision=\"allow\",\n  \
                    match=[[\"git\", \"log\"]], justification = \"a \\\"b\\\" )\")\nnetwork_rule(host=\"a.test\", protocol=\"https\", decision=\"deny\")\n\
                    host_executable(name=\"git\", paths=path(\"x\", [1]))\n";
        let found = calls(text);
        let names: Vec<(&str, u32)> = found.iter().map(|call| (call.name, call.line)).collect();
        assert_eq!(names, [("prefix_rule", 3), ("network_rule", 5), ("host_executable", 6)]);
        assert_eq!(found[0].steps("pattern"), [vec!["git"], vec!["status", "log"]]);
        assert_eq!(found[0].text("justification").as_deref(), Some("a \"b\" )"));
        assert!(found[0].source.starts_with("prefix_rule(") && found[0].source.ends_with(')'));
        assert_eq!(found[1].text("host").as_deref(), Some("a.test"));
        assert_eq!(found[2].text("paths"), None);
    }

    #[test]
    fn nothing_makes_it_panic_or_hang() {
        for text in [
            "prefix_rule(",
            "prefix_rule(pattern=[",
            "a(\"",
            "é(ü=\"\\",
            "((",
            "x(=)",
            "x(==1)",
            "f(a=b(c)",
            "\u{feff}f()",
            "f(]",
        ] {
            calls(text);
        }
    }
}
