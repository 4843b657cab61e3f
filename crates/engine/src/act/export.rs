//! Writes threads to files, page by page.

use super::outside;
use crate::engine::Engine;
use crate::export::{Scribe, Sheet, file_name};
use crate::failure::Failure;
use crate::id::ThreadId;
use crate::intent::{ExportFormat, ExportIntent, Receipt};
use crate::paths::downloads;
use model::words::title;
use protocol::enums::SortDirection;
use std::path::{Path, PathBuf};

pub(super) async fn act(engine: &Engine, intent: ExportIntent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    match intent {
        ExportIntent::Export { threads, format, folder } => export(engine, threads, format, folder).await,
        ExportIntent::RevealFile { thread } => outside::reveal_file(engine, &thread).await.map(|()| nothing),
        ExportIntent::RevealExport { path } => outside::reveal_export(engine, &path).map(|()| nothing),
    }
}

/// Exports every thread that can be written. It fails only if none could be; otherwise the receipt names the
/// problems.
pub(super) async fn export(
    engine: &Engine,
    threads: Vec<ThreadId>,
    format: ExportFormat,
    folder: Option<String>,
) -> Result<Receipt, Failure> {
    let none = || Failure::bad_input("Your home folder was not found. Choose a folder for the export.");
    let chosen = folder.filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = chosen.or_else(downloads).ok_or_else(none)?;
    let count = threads.len();
    let mut written = Vec::new();
    let (mut failed, mut problems) = (None, Vec::new());
    for thread in threads {
        match one(engine, &thread, format, &folder).await {
            Ok(path) => written.push(path),
            Err(failure) => {
                let named = engine.with(move |core| core.state.title_of(&thread)).await?;
                let title = named.map(|title| format!("{title}: ")).unwrap_or_default();
                problems.push(format!("{title}{}", failure.message));
                failed.get_or_insert(failure);
            }
        }
    }
    match failed {
        Some(first) if count == 1 => return Err(first),
        Some(first) if written.is_empty() => {
            return Err(Failure::new(first.code, format!("All {count} failed. {}", first.message)));
        }
        _ => {}
    }
    let place = if count == 1 { written.into_iter().next() } else { Some(folder) };
    if let Some(place) = &place {
        engine.shared().exports.note(place);
    }
    let path = place.map(|place| place.display().to_string());
    Ok(Receipt { path, problems, ..Receipt::default() })
}

/// A whole thread as text, for a caller without a window.
pub(crate) async fn text(engine: &Engine, thread: &ThreadId, format: ExportFormat) -> Result<String, Failure> {
    let (read, mut history) = engine.history(thread, SortDirection::Asc).await?;
    let title = title_of(engine, thread, &read).await?;
    let mut scribe = Scribe::new(format, &read);
    let mut text = scribe.begin(&read, &title);
    while let Some(leaf) = history.next().await? {
        leaf.turns.iter().for_each(|turn| text.push_str(&scribe.turn(turn)));
    }
    text.push_str(scribe.end());
    Ok(text)
}

async fn title_of(engine: &Engine, thread: &ThreadId, read: &protocol::Thread) -> Result<String, Failure> {
    let asked = thread.clone();
    let known = engine.with(move |core| core.state.line(&asked).map(|line| line.title.clone())).await?;
    let shown = known.filter(|title| !title.is_empty());
    Ok(shown.unwrap_or_else(|| title(read.name.as_deref(), &read.preview).0))
}

async fn one(engine: &Engine, thread: &ThreadId, format: ExportFormat, folder: &Path) -> Result<PathBuf, Failure> {
    let (read, mut history) = engine.history(thread, SortDirection::Asc).await?;
    let title = title_of(engine, thread, &read).await?;
    let name = file_name(&title);
    let mut scribe = Scribe::new(format, &read);
    let mut sheet = {
        let (folder, begin) = (folder.to_owned(), scribe.begin(&read, &title));
        aside(move || {
            let mut sheet = Sheet::new(&folder, &name, Scribe::extension(format))?;
            sheet.write(&begin)?;
            Ok(sheet)
        })
        .await?
    };
    while let Some(leaf) = history.next().await? {
        (sheet, scribe) = aside(move || {
            for turn in &leaf.turns {
                sheet.write(&scribe.turn(turn))?;
            }
            Ok((sheet, scribe))
        })
        .await?;
    }
    aside(move || {
        sheet.write(scribe.end())?;
        sheet.finish()
    })
    .await
}

/// Runs blocking file work on its own thread, because a slow disk must not hold up anybody else.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, Failure> + Send + 'static) -> Result<T, Failure> {
    let stopped =
        |_| Failure::new(crate::failure::Code::Refused, "The export stopped halfway, and nothing was written.");
    tokio::task::spawn_blocking(work).await.map_err(stopped)?
}
