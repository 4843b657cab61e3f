//! Which folders a person trusts, and the only way to start a thread in one.
//!
//! The server trusts a folder by itself when a thread that may write starts in it, and then its config, hooks, rules
//! and MCP servers apply. It does not change an answer that is already in its config. So a thread starts only where a
//! person has answered, yes or no, or where there is nothing to trust.
//!
//! Invariant: `thread/start` for a person's folder is called here and nowhere else (`tests/tests/architecture.rs`).

mod finds;
mod place;
mod verdict;

pub(crate) use self::finds::of_text as finds_of_text;
pub use self::finds::{FindKind, ProjectFind};
pub use contract::trust::{FolderTrust, Standing};

use self::place::Place;
use self::verdict::Projects;
use crate::engine::Engine;
use crate::failure::{Code, Failure};
use protocol::enums::SandboxMode;
use protocol::method::{ConfigRead, ConfigReadParams, PermissionProfileList, ThreadStart, ThreadStartParams};
use protocol::thread::ThreadSession;
use serde_json::Value;
use std::path::PathBuf;

/// The trust of a folder, for a page that asks about it or shows it.
pub(crate) async fn look(engine: &Engine, cwd: String) -> Result<FolderTrust, Failure> {
    let (place, standing) = stand(engine, cwd).await?;
    off_thread(move || {
        let finds = finds::of(&place);
        let folder = render::visible(&place.target().display().to_string());
        FolderTrust { folder, standing, finds: finds.all, cut: finds.cut }
    })
    .await
}

/// The folders that a person's answer is written down for, in the server's own config, where it also counts for the
/// CLI.
pub(crate) async fn folders_to_write(engine: &Engine, cwd: String, trusted: bool) -> Result<Vec<String>, Failure> {
    let place = find(cwd).await?;
    if trusted {
        confirm(engine, &place).await?;
    }
    let projects = projects(engine).await?;
    Ok(Projects(&projects).edits(&place, trusted))
}

/// Confirms trust in a folder that the page names directly.
pub(crate) async fn confirm_folder(engine: &Engine, folder: &str) -> Result<(), Failure> {
    confirm(engine, &find(folder.to_owned()).await?).await
}

/// Asks the person outside of the page too, if trust would turn something on.
async fn confirm(engine: &Engine, place: &Place) -> Result<(), Failure> {
    let place = place.clone();
    let folder = place.target().display().to_string();
    let finds = off_thread(move || finds::of(&place)).await?;
    let mut lines: Vec<String> = finds.all.iter().map(finds::line).collect();
    if finds.cut {
        lines.push("… and more than can be listed".to_owned());
    }
    if lines.is_empty() { Ok(()) } else { crate::confirm::trust(engine, &folder, &lines).await }
}

/// Starts a thread if a person has answered for its folder.
pub(crate) async fn begin(engine: &Engine, mut params: ThreadStartParams) -> Result<ThreadSession, Failure> {
    let (_, standing) = stand(engine, params.cwd.clone().unwrap_or_default()).await?;
    if standing == Standing::Unanswered {
        return Err(unanswered());
    }
    // A server from before permission profiles turns "untrusted" into "trusted" when a thread that may write starts.
    // There the thread starts read-only, and each turn carries its permissions.
    let turns_over = standing == Standing::Untrusted && !engine.connection().methods.knows::<PermissionProfileList>();
    if turns_over {
        params.sandbox = Some(SandboxMode::ReadOnly);
    }
    let mut session = engine.peer().await?.call::<ThreadStart>(params).await?;
    if turns_over {
        session.sandbox = None;
    }
    Ok(session)
}

/// The folder, for a call that makes the server read project config. `None` before a person has answered.
pub(crate) async fn answered(engine: &Engine, cwd: Option<String>) -> Option<String> {
    let cwd = cwd?;
    match stand(engine, cwd.clone()).await {
        Ok((_, standing)) if standing != Standing::Unanswered => Some(cwd),
        _ => None,
    }
}

async fn stand(engine: &Engine, cwd: String) -> Result<(Place, Standing), Failure> {
    let place = find(cwd).await?;
    // The demo's folder is our own.
    let demo = engine.with(|core| core.state.server().demo.is_some()).await?;
    let (place, matters) = off_thread(move || {
        let matters = place.is_repository() || finds::any(&place);
        (place, matters)
    })
    .await?;
    if demo || !matters {
        return Ok((place, Standing::Nothing));
    }
    let projects = projects(engine).await?;
    let standing = match Projects(&projects).trusts(&place) {
        None => Standing::Unanswered,
        Some(false) => Standing::Untrusted,
        Some(true) => Standing::Trusted,
    };
    Ok((place, standing))
}

async fn find(cwd: String) -> Result<Place, Failure> {
    let path = PathBuf::from(&cwd);
    if !path.is_absolute() {
        return Err(Failure::bad_input(format!("The folder {cwd} does not exist. Choose another one.")));
    }
    off_thread(move || Place::of(&path)).await
}

/// The `projects` table of the config in force. No project config is read for it.
async fn projects(engine: &Engine) -> Result<Value, Failure> {
    let answer = engine.peer().await?.call::<ConfigRead>(ConfigReadParams::default()).await?;
    if answer.config["projects"].is_object() {
        return Ok(answer.config["projects"].clone());
    }
    // An older server leaves the table out, and so does one without projects.
    let home = engine.with(|core| core.state.server().home.clone()).await?;
    off_thread(move || {
        let text = std::fs::read_to_string(PathBuf::from(home).join("config.toml")).unwrap_or_default();
        let table = text.parse::<toml::Table>().unwrap_or_default();
        table.get("projects").and_then(|held| serde_json::to_value(held).ok()).unwrap_or_default()
    })
    .await
}

/// Runs on another thread, because a disk may hang.
async fn off_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Failure> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Failure::new(Code::Refused, "This folder could not be read."))
}

fn unanswered() -> Failure {
    let message = "Choose whether to trust this folder first. Nothing was sent.";
    Failure::new(Code::AskTrust, message)
}
