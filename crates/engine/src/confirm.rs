//! What no page may do alone: choose a program to run, or trust something.
//!
//! A page displays text of models, repositories and servers. If it were compromised it could send any intent, so these
//! few are confirmed in a native dialog, which a page can neither answer nor cover.
//!
//! Invariant: only one question is open at a time. Another intent that needs one is refused until it is answered.

use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::platform::Question;
use model::shell;
use std::path::Path;

/// Longer commands keep their beginning and end.
const LONGEST: usize = 1_200;

/// Confirms another codex, unless the person has just picked it in the native file dialog.
pub(crate) async fn codex(engine: &Engine, path: &str) -> Result<(), Failure> {
    if engine.shared().confirming.take_picked(Path::new(path)) {
        return Ok(());
    }
    ask(engine, "Run this program as Codex?", shown(path), "It can do anything you can.", "Run").await
}

pub(crate) async fn token_command(engine: &Engine, command: &[String]) -> Result<(), Failure> {
    let why = "It can do anything you can, now and whenever Codex needs a new token.";
    ask(engine, "Run this command to sign in?", shown(&shell::join(command)), why, "Run").await
}

/// Confirms a new MCP server. Variables are shown by name only, because their values may be secrets.
pub(crate) async fn mcp_server(
    engine: &Engine,
    name: &str,
    command: &[String],
    cwd: Option<&str>,
    variables: &[String],
) -> Result<(), Failure> {
    let mut about = shown(&shell::join(command));
    if let Some(cwd) = cwd {
        about.push_str(&format!("\n\nFolder: {}", shown(cwd)));
    }
    if !variables.is_empty() {
        about.push_str(&format!("\n\nVariables: {}", shown(&variables.join(", "))));
    }
    let title = format!("Let Codex run the MCP server {name}?");
    ask(engine, &title, about, "It can do anything you can, outside the sandbox.", "Save").await
}

pub(crate) async fn hook(engine: &Engine, runs: &str) -> Result<(), Failure> {
    let why = "The hook can do anything you can, outside the sandbox. If it changes, you are asked again.";
    ask(engine, "Trust this hook?", shown(runs), why, "Trust").await
}

/// Confirms settings that have no field in the form: some name programs, others trust something.
pub(crate) async fn settings(engine: &Engine, lines: &[String]) -> Result<(), Failure> {
    let why = "Settings like these can start programs that can do anything you can.";
    ask(engine, "Write this to config.toml?", shown(&lines.join("\n")), why, "Write").await
}

/// Confirms that a folder is trusted. `lines`: what in it would run or apply, each with its file.
pub(crate) async fn trust(engine: &Engine, folder: &str, lines: &[String]) -> Result<(), Failure> {
    let why = "These run with your rights, outside the sandbox, whenever a thread is opened there.";
    ask(engine, "Trust this folder?", format!("{}\n\n{}", shown(folder), listed(lines)), why, "Trust").await
}

/// Confirms an import. `lines`: what would be imported from other agents and would run.
pub(crate) async fn import(engine: &Engine, lines: &[String]) -> Result<(), Failure> {
    let why = "What is imported can run programs with all your rights, outside the sandbox.";
    ask(engine, "Import this into Codex?", listed(lines), why, "Import").await
}

pub(crate) async fn ask(engine: &Engine, title: &str, about: String, why: &str, yes: &str) -> Result<(), Failure> {
    let Ok(_open) = engine.shared().confirming.open.try_lock() else {
        return Err(Failure::new(Code::Refused, "Another question is open. Answer that one first."));
    };
    let question = Question { title: title.to_owned(), about, why: why.to_owned(), yes: yes.to_owned() };
    if engine.shared().platform.confirm(question).await {
        Ok(())
    } else {
        Err(Failure::new(Code::Refused, "Cancelled. Nothing was changed."))
    }
}

/// As many lines as a dialog can hold, and the number of the others.
fn listed(lines: &[String]) -> String {
    const MOST: usize = 12;
    let mut out: Vec<String> = lines.iter().take(MOST).map(|line| shown(line)).collect();
    if lines.len() > MOST {
        out.push(format!("… and {} more", lines.len() - MOST));
    }
    out.join("\n")
}

/// Makes every character visible, including line breaks, and counts what is left out.
fn shown(text: &str) -> String {
    let visible = render::visible(text).replace('\n', " ⏎ ");
    let count = visible.chars().count();
    if count <= LONGEST {
        return visible;
    }
    let head: String = visible.chars().take(LONGEST / 2).collect();
    let tail: String = visible.chars().skip(count - LONGEST / 2).collect();
    format!("{head}\n\n… {} characters are not shown here …\n\n{tail}", count - 2 * (LONGEST / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_would_run_is_hidden_from_the_question() {
        assert_eq!(shown("a\n\nb\u{202e}c"), "a ⏎  ⏎ b⟨U+202E⟩c");
        let long = shown(&format!("first{}; last", " ".repeat(5_000)));
        assert!(long.starts_with("first") && long.ends_with("; last"), "{long}");
        assert!(long.contains("… 3811 characters are not shown here …"), "{long}");
    }
}
