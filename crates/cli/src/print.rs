//! What is printed: text for people, or JSON lines for scripts.

use serde_json::{Value, json};
use session::{Event, Item, ItemKind, Ran, RunError};
use std::io::{IsTerminal, Write};

/// Foreign text for a terminal, which must not act on escape codes in it.
pub fn shown(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(render::visible).collect();
    lines.join("\n")
}

/// A result for stdout: exact where a program reads it, harmless where a terminal does.
pub fn result(text: &str) {
    let text = if std::io::stdout().is_terminal() { shown(text) } else { text.to_owned() };
    let mut out = std::io::stdout().lock();
    // A reader that closed the pipe wants no more; that is no failure of the turn.
    let _ = writeln!(out, "{}", text.trim_end_matches('\n'));
}

/// How the events of a turn are reported.
#[derive(Clone, Copy)]
pub struct Progress {
    pub json: bool,
}

impl Progress {
    pub fn event(self, event: &Event) {
        match event {
            Event::TurnAccepted(of) if self.json => {
                result(&json!({"type": "begun", "thread": of.thread_id, "turn": of.turn.id}).to_string());
            }
            Event::ItemStarted(of) if !self.json => {
                if let Some(line) = summary(&of.item) {
                    eprintln!("{}", shown(&line));
                }
            }
            Event::ItemCompleted(of) if self.json => {
                result(&json!({"type": "item", "turn": of.turn_id, "item": of.item}).to_string());
            }
            Event::Asked(request) => {
                let line = json!({"type": "request", "method": request.method});
                if self.json { result(&line.to_string()) } else { eprintln!("? {}", shown(&request.method)) }
            }
            Event::Failed(of) if of.will_retry && !self.json => {
                eprintln!("{} Trying again.", shown(&of.error.message));
            }
            _ => {}
        }
    }

    pub fn end(self, done: &Result<Ran, RunError>) {
        let (status, error) = match done {
            Ok(_) => ("completed", None),
            Err(error) => (word(error), Some(error.to_string())),
        };
        if self.json {
            result(&ended(status, error.as_deref(), ran(done)).to_string());
            return;
        }
        if let Some(error) = error {
            eprintln!("{}", shown(&error));
        }
        if let Some(ran) = ran(done) {
            eprintln!("Continue with: threadloft run --thread {}", ran.thread);
            if let Some(message) = &ran.message {
                result(message);
            }
        }
    }
}

fn word(error: &RunError) -> &'static str {
    match error {
        RunError::Refused(_) => "refused",
        RunError::Failed { .. } | RunError::ServerGone { .. } => "failed",
        RunError::Interrupted { .. } => "interrupted",
        RunError::TimedOut { .. } => "timedOut",
    }
}

/// What the turn did, also where it did not complete.
fn ran(done: &Result<Ran, RunError>) -> Option<&Ran> {
    match done {
        Ok(ran) => Some(ran),
        Err(RunError::Refused(_)) => None,
        Err(
            RunError::Failed { ran, .. }
            | RunError::Interrupted { ran }
            | RunError::TimedOut { ran, .. }
            | RunError::ServerGone { ran },
        ) => Some(ran),
    }
}

fn ended(status: &str, error: Option<&str>, ran: Option<&Ran>) -> Value {
    let mut line = json!({"type": "end", "status": status});
    if let Some(error) = error {
        line["error"] = json!(error);
    }
    if let Some(ran) = ran {
        line["thread"] = json!(ran.thread);
        line["turn"] = json!(ran.turn);
        line["message"] = json!(ran.message);
        line["diff"] = json!(ran.diff);
    }
    line
}

/// One line per thing that Codex does. Its messages are the result, not progress.
fn summary(item: &Item) -> Option<String> {
    match &item.kind {
        ItemKind::CommandExecution(run) => Some(format!("$ {}", run.command)),
        ItemKind::FileChange(change) => {
            let paths: Vec<&str> = change.changes.iter().map(|file| file.path.as_str()).collect();
            Some(format!("± {}", paths.join(", ")))
        }
        ItemKind::McpToolCall(call) => Some(format!("→ {} {}", call.server, call.tool)),
        ItemKind::DynamicToolCall(call) => Some(format!("→ {}", call.tool)),
        ItemKind::WebSearch(search) => Some(format!("→ web: {}", search.query)),
        _ => None,
    }
}
