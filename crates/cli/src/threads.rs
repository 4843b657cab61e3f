//! `threadloft threads`: list, read and keep threads.

use crate::args::ThreadsCommand;
use crate::{ExitStatus, open, print, refused};
use protocol::thread::Thread;
use serde_json::{Value, json};
use session::{Failure, Options, Session, SessionOptions, ThreadFilter};

pub async fn run(options: Options, command: ThreadsCommand) -> ExitStatus {
    let session = match open(SessionOptions::new(options)).await {
        Ok(session) => session,
        Err(outcome) => return outcome,
    };
    let done = perform(&session, command).await;
    session.close().await;
    match done {
        Ok(()) => ExitStatus::Done,
        Err(failure) => refused(&failure),
    }
}

async fn perform(session: &Session, command: ThreadsCommand) -> Result<(), Failure> {
    match command {
        ThreadsCommand::List { archived, cwd, limit, json } => {
            let cwd = cwd.map(|cwd| cwd.canonicalize().unwrap_or(cwd).display().to_string());
            for thread in session.list(ThreadFilter { archived, cwd, limit }).await? {
                print::result(&if json { fields(&thread, None).to_string() } else { row(&thread, None) });
            }
        }
        ThreadsCommand::Search { words, limit, json } => {
            for found in session.search(&words, limit).await? {
                let snippet = Some(found.snippet.as_str());
                let line = if json { fields(&found.thread, snippet).to_string() } else { row(&found.thread, snippet) };
                print::result(&line);
            }
        }
        ThreadsCommand::Show { thread, format } => print::result(&session.text(&thread, format).await?),
        ThreadsCommand::Archive { threads, archived: true } => session.archive(threads).await?,
        ThreadsCommand::Archive { threads, archived: false } => session.unarchive(threads).await?,
        ThreadsCommand::Export { thread, format, to } => {
            let folder = to.canonicalize().map_err(|why| Failure::bad_input(format!("{}: {why}", to.display())))?;
            print::result(&session.export(thread, format, folder.display().to_string()).await?);
        }
    }
    Ok(())
}

fn fields(thread: &Thread, snippet: Option<&str>) -> Value {
    let mut line = json!({
        "id": thread.id,
        "title": title(thread),
        "cwd": thread.cwd,
        "updatedAt": thread.last_said(),
        "model": thread.model,
    });
    if let Some(snippet) = snippet {
        line["snippet"] = json!(snippet);
    }
    line
}

fn row(thread: &Thread, snippet: Option<&str>) -> String {
    let about = snippet.map_or_else(|| title(thread), one_line);
    format!("{}  {}  {}", thread.id, one_line(&thread.cwd), about)
}

/// The name a person gave it, else its first prompt.
fn title(thread: &Thread) -> String {
    one_line(thread.name.as_deref().filter(|name| !name.trim().is_empty()).unwrap_or(&thread.preview))
}

fn one_line(text: &str) -> String {
    const WIDEST: usize = 100;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}
