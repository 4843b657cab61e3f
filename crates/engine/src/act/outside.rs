//! Everything that leaves the app: links, folders, windows and pickers. All of it is checked here.

use super::editor;
use super::opening::{self, OpenKind};
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::id::ThreadId;
use crate::intent::Receipt;
use crate::link::{self, LinkDestination};
use crate::platform::Pick;
use std::path::{Path, PathBuf};

pub(super) async fn link(engine: &Engine, thread: Option<ThreadId>, url: &str) -> Result<Receipt, Failure> {
    let folder = match thread {
        Some(thread) => engine.with(move |core| core.state.cwd(&thread)).await?,
        None => None,
    };
    let platform = &engine.shared().platform;
    let editor = engine.with(|core| core.state.settings().editor).await?;
    let asked = url.to_owned();
    let look = move || {
        let target = link::check(&asked, folder.as_deref().map(Path::new))?;
        let kind = match &target {
            LinkDestination::File(path) => opening::kind(path).map_err(|_| missing_file(path))?,
            LinkDestination::Url(_) => OpenKind::Inert,
        };
        Ok((target, kind))
    };
    let (target, kind) = tokio::task::spawn_blocking(look).await.unwrap_or_else(|_| Err(link::refused()))?;
    let path = match target {
        LinkDestination::Url(url) => return or_refused(platform.open_url(&url)).map(|()| Receipt::default()),
        LinkDestination::File(path) => path,
    };
    if matches!(kind, OpenKind::Inert | OpenKind::Program)
        && let Some((program, args)) = editor::command(editor, &path, editor::line_of(url))
        // If the chosen editor is not installed, the file is still opened in another way.
        && platform.edit(program, &args).await.is_ok()
    {
        return Ok(Receipt::default());
    }
    if kind == OpenKind::Inert {
        return or_refused(platform.open_path(&path)).map(|()| Receipt::default());
    }
    or_refused(platform.reveal(&path))?;
    Ok(Receipt { note: shown_instead(kind, &path), ..Receipt::default() })
}

/// Why the file was shown in its folder instead of opened. `None` for a folder, which was asked for.
fn shown_instead(kind: OpenKind, path: &Path) -> Option<String> {
    let name = render::visible(&path.file_name().unwrap_or_default().to_string_lossy());
    match kind {
        OpenKind::Inert | OpenKind::Folder => None,
        OpenKind::Program => Some(format!("Opening {name} could run it, so it is shown in its folder.")),
        OpenKind::Unknown => {
            Some(format!("Threadloft opens only text, images and PDF files, so {name} is shown in its folder."))
        }
    }
}

/// Opens a folder, but only one that the app itself displays.
pub(super) async fn folder(engine: &Engine, path: String) -> Result<(), Failure> {
    let (mut known, home, workspace) = engine
        .with(|core| {
            let server = core.state.server();
            (core.state.folders(), server.home.clone(), server.demo.as_ref().map(|demo| demo.workspace.clone()))
        })
        .await?;
    known.push(home);
    known.extend(workspace);
    let mut known: Vec<PathBuf> = known.into_iter().map(PathBuf::from).collect();
    known.push(engine.shared().options.data_dir.clone());
    if crate::paths::is_elsewhere(&path) {
        return Err(missing(&path));
    }
    let wanted = Path::new(&path).canonicalize().map_err(|_| missing(&path))?;
    let is_known =
        known.iter().filter_map(|folder| folder.canonicalize().ok()).any(|folder| wanted.starts_with(folder));
    if !wanted.is_dir() || !is_known {
        return Err(missing(&path));
    }
    // A folder with an extension may be an application bundle, which the system would run.
    let platform = &engine.shared().platform;
    or_refused(if wanted.extension().is_some() { platform.reveal(&wanted) } else { platform.open_path(&wanted) })
}

/// Shows the server's own session file of a thread.
pub(super) async fn reveal_file(engine: &Engine, thread: &ThreadId) -> Result<(), Failure> {
    let peer = engine.peer().await?;
    let file = engine.read_quietly(&peer, thread).await?.path.map(PathBuf::from);
    match file.filter(|file| file.is_file()) {
        Some(file) => or_refused(engine.shared().platform.reveal(&file)),
        None => Err(Failure::new(Code::Refused, "This thread has no session file.")),
    }
}

/// Shows an exported file, but only one that was exported in this run.
pub(super) fn reveal_export(engine: &Engine, path: &str) -> Result<(), Failure> {
    let path = PathBuf::from(path);
    if engine.shared().exports.knows(&path) {
        or_refused(engine.shared().platform.reveal(&path))
    } else {
        Err(missing_file(&path))
    }
}

pub(super) async fn pick(engine: &Engine, what: Pick) -> Result<Receipt, Failure> {
    let path = engine.shared().platform.pick(what).await.map_err(|message| Failure::new(Code::Refused, message))?;
    if let (Pick::Codex, Some(path)) = (what, &path) {
        engine.shared().confirming.note_picked(path);
    }
    Ok(Receipt { path: path.map(|path| path.display().to_string()), ..Receipt::default() })
}

pub(super) fn or_refused(outcome: Result<(), String>) -> Result<(), Failure> {
    outcome.map_err(|message| Failure::new(Code::Refused, message))
}

fn missing_file(path: &Path) -> Failure {
    Failure::bad_input(format!("{} is no longer there.", path.display()))
}

fn missing(path: &str) -> Failure {
    Failure::bad_input(format!("{path} is not a folder that Threadloft works with."))
}
