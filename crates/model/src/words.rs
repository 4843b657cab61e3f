//! Small texts for people: titles, paths, indented JSON.

use contract::change::Attempt;
use protocol::item::CommandAction;
use serde_json::Value;

const TITLE: usize = 120;
/// Shown in place of a thread that is gone.
pub const DELETED: &str = "This thread was deleted.";

/// The name that a person gave, or else the beginning of the first prompt, on one line of bounded length. `true` for a
/// given name.
pub fn title(name: Option<&str>, preview: &str) -> (String, bool) {
    match name.map(one_line).filter(|name| !name.is_empty()) {
        Some(name) => (name, true),
        None => (one_line(preview), false),
    }
}

/// Replaces white space by single spaces, makes hidden characters visible, and cuts a long text.
pub fn one_line(text: &str) -> String {
    // Only the beginning is read, because a preview may be a pasted file.
    let words: Vec<&str> = text.split_whitespace().take(TITLE).collect();
    let line = words.join(" ");
    match line.char_indices().nth(TITLE) {
        Some((at, _)) => render::visible(&format!("{}…", line[..at].trim_end())),
        None => render::visible(&line),
    }
}

/// Codex counts its attempts only in words: "Reconnecting... 2/5".
pub fn attempt(said: &str) -> Option<Attempt> {
    let (before, after) = said.split_once('/')?;
    let before = before.trim_end();
    let digits = before.len() - before.chars().rev().take_while(char::is_ascii_digit).count();
    let after = after.trim_start();
    let end = after.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(after.len());
    Some(Attempt { nth: before[digits..].parse().ok()?, of: after[..end].parse().ok()? })
}

/// The path relative to the folder, if it is inside.
pub fn relative(path: &str, cwd: &str) -> String {
    let inside = path.strip_prefix(cwd.trim_end_matches(['/', '\\'])).filter(|_| !cwd.is_empty());
    let short = match inside {
        Some("") => ".",
        Some(rest) => rest.strip_prefix(['/', '\\']).unwrap_or(path),
        None => path,
    };
    render::visible(short)
}

/// The last part of a path.
pub fn file_name(path: &str) -> String {
    render::visible(path.rsplit(['/', '\\']).next().unwrap_or(path))
}

/// JSON for a reader: a text as it is, null as nothing, everything else indented.
pub fn pretty(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => render::visible(text),
        other => render::visible(&serde_json::to_string_pretty(other).unwrap_or_default()),
    }
}

/// A tool's result: the texts of its content items, and other items as JSON.
pub fn contents(items: &[Value]) -> String {
    let texts = items.iter().map(|item| match item.get("text").and_then(Value::as_str) {
        Some(text) => render::visible(text),
        None => match item.get("type").and_then(Value::as_str) {
            // A picture in base64 would be unreadable.
            Some(kind @ ("image" | "audio" | "inputImage" | "inputAudio" | "input_image")) => format!("[{kind}]"),
            _ => pretty(item),
        },
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// What a parsed command does, in words.
pub fn action(action: &CommandAction, cwd: &str) -> Option<String> {
    Some(match action {
        CommandAction::Read { name, path, .. } => {
            format!("reads {}", if path.is_empty() { render::visible(name) } else { relative(path, cwd) })
        }
        CommandAction::ListFiles { path: Some(path), .. } => format!("lists files in {}", relative(path, cwd)),
        CommandAction::ListFiles { path: None, .. } => "lists files".to_owned(),
        CommandAction::Search { query, path, .. } => {
            let query = query.as_deref().map(|query| format!(" for {}", render::visible(query))).unwrap_or_default();
            let path = path.as_deref().map(|path| format!(" in {}", relative(path, cwd))).unwrap_or_default();
            format!("searches{query}{path}")
        }
        CommandAction::Unknown { .. } | CommandAction::Other(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_title_is_one_bounded_line() {
        assert_eq!(title(Some("My thread"), "x"), ("My thread".into(), true));
        assert_eq!(title(Some("  "), "fix\n\n the   bug\t"), ("fix the bug".into(), false));
        assert_eq!(title(None, ""), (String::new(), false));
        let long = title(None, &"a".repeat(5_000)).0;
        assert_eq!(long.chars().count(), TITLE + 1);
        assert!(long.ends_with('…'));
    }

    #[test]
    fn attempts_are_read_from_the_words_of_the_server() {
        assert_eq!(attempt("Reconnecting... 2/5"), Some(Attempt { nth: 2, of: 5 }));
        assert_eq!(attempt("Attempt 10 / 12 in 3 s"), Some(Attempt { nth: 10, of: 12 }));
        for uncounted in ["", "Signing in again", "and/or", "2/", "/5", "99999999999/5"] {
            assert_eq!(attempt(uncounted), None, "{uncounted}");
        }
    }

    #[test]
    fn a_path_is_short_only_inside_the_folder() {
        assert_eq!(relative("/w/a/src/x.rs", "/w/a"), "src/x.rs");
        assert_eq!(relative("/w/a/src/x.rs", "/w/a/"), "src/x.rs");
        assert_eq!(relative("/w/ab/x.rs", "/w/a"), "/w/ab/x.rs");
        assert_eq!(relative("/w/a", "/w/a"), ".");
        assert_eq!(relative("x.rs", "/w/a"), "x.rs");
        assert_eq!(relative("/x.rs", ""), "/x.rs");
        assert_eq!(relative(r"C:\w\x.rs", r"C:\w"), "x.rs");
    }

    #[test]
    fn results_are_read_as_text() {
        let items = [json!({"type":"text","text":"one"}), json!({"type":"image","data":"AAAA"}), json!({"n":1})];
        assert_eq!(contents(&items), "one\n[image]\n{\n  \"n\": 1\n}");
    }
}
