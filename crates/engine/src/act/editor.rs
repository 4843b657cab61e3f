//! Opening a file at a line in the person's editor.

use crate::settings::Editor;
use std::path::Path;

/// The program and its arguments. `None` means the system's own program for such files, which takes no line.
pub(super) fn command(editor: Editor, path: &Path, line: Option<(u32, u32)>) -> Option<(&'static str, Vec<String>)> {
    let file = path.display().to_string();
    let place = match line {
        Some((line, column)) => format!("{file}:{line}:{column}"),
        None => file.clone(),
    };
    Some(match editor {
        Editor::System => return None,
        Editor::VsCode => ("code", vec!["--goto".into(), place]),
        Editor::Cursor => ("cursor", vec!["--goto".into(), place]),
        Editor::Zed => ("zed", vec![place]),
        Editor::Sublime => ("subl", vec![place]),
        Editor::Idea => {
            let at = line.map(|(line, _)| ["--line".to_owned(), line.to_string()]);
            ("idea", at.into_iter().flatten().chain([file]).collect())
        }
    })
}

/// Reads the line and column of a link such as `src/main.rs:12:3` or `src/main.rs#L12`.
pub(super) fn line_of(link: &str) -> Option<(u32, u32)> {
    let number = |text: &str| text.parse::<u32>().ok().filter(|&n| n > 0);
    if let Some((_, anchor)) = link.rsplit_once("#L") {
        let digits: String = anchor.chars().take_while(char::is_ascii_digit).collect();
        return number(&digits).map(|line| (line, 1));
    }
    let (rest, last) = link.rsplit_once(':')?;
    let last = number(last)?;
    match rest.rsplit_once(':').and_then(|(_, line)| number(line)) {
        Some(line) => Some((line, last)),
        None => Some((last, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_names_its_line() {
        for (link, line) in [
            ("src/a.rs:12", Some((12, 1))),
            ("src/a.rs:12:3", Some((12, 3))),
            ("src/a.rs#L40-L50", Some((40, 1))),
            ("src/a.rs", None),
            ("a:b", None),
            ("C:\\a.rs", None),
            ("x:0", None),
        ] {
            assert_eq!(line_of(link), line, "{link}");
        }
    }

    #[test]
    fn every_editor_is_told_in_its_own_way() {
        let told = |editor, line| {
            command(editor, Path::new("/w/a.rs"), line).map(|(name, args)| format!("{name} {}", args.join(" ")))
        };
        assert_eq!(told(Editor::System, Some((3, 1))), None);
        assert_eq!(told(Editor::VsCode, Some((3, 1))).as_deref(), Some("code --goto /w/a.rs:3:1"));
        assert_eq!(told(Editor::Zed, None).as_deref(), Some("zed /w/a.rs"));
        assert_eq!(told(Editor::Idea, Some((3, 1))).as_deref(), Some("idea --line 3 /w/a.rs"));
    }
}
