//! Which server runs: another codex, one fetched with npm, or the demo.

use super::outside;
use crate::demo::Demo;
use crate::engine::{Engine, SupervisorCommand};
use crate::failure::{Code, Failure};
use crate::intent::{Receipt, ServerIntent};
use crate::server::Setup;
use crate::server::{Places, find};
use std::path::PathBuf;
use tokio::sync::oneshot;

pub(super) async fn act(engine: &Engine, intent: ServerIntent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    match intent {
        ServerIntent::StartDemo => start_demo(engine).await.map(|()| nothing),
        ServerIntent::LeaveDemo => leave_demo(engine).await.map(|()| nothing),
        ServerIntent::RestartServer => restart(engine).map(|()| nothing),
        ServerIntent::UseCodex { path } => choose(engine, path).await.map(|()| nothing),
        ServerIntent::FetchCodex => fetch(engine).await.map(|()| nothing),
        ServerIntent::PickCodex => outside::pick(engine, crate::platform::Pick::Codex).await,
    }
}

pub(super) fn restart(engine: &Engine) -> Result<(), Failure> {
    engine.supervise(SupervisorCommand::Restart);
    Ok(())
}

/// The person confirms the choice in a native dialog, because a page alone must not name a program to run.
pub(super) async fn choose(engine: &Engine, path: Option<String>) -> Result<(), Failure> {
    if let Some(path) = &path {
        not_set_by_environment(engine)?;
        // Looking at the program already runs it to ask for its version, so the question comes first.
        crate::confirm::codex(engine, path).await?;
        let places = Places { setting: Some(PathBuf::from(path)), ..Places::default() };
        find(&places).await.map_err(|missing| Failure::bad_input(missing.to_string()))?;
    }
    use_codex(engine, path).await
}

fn not_set_by_environment(engine: &Engine) -> Result<(), Failure> {
    if engine.shared().options.codex.is_some() {
        return Err(Failure::bad_input(
            "The THREADLOFT_CODEX variable sets which Codex runs. Unset it to choose another one.",
        ));
    }
    Ok(())
}

async fn use_codex(engine: &Engine, path: Option<String>) -> Result<(), Failure> {
    not_set_by_environment(engine)?;
    engine
        .with(move |core| {
            let mut settings = core.state.settings().clone();
            settings.codex = path;
            core.put_settings(settings);
        })
        .await?;
    restart(engine)
}

pub(super) async fn fetch(engine: &Engine) -> Result<(), Failure> {
    let into = engine.shared().options.fetched();
    crate::private::folder(&into)
        .map_err(|error| refused(format!("{} could not be created: {error}.", into.display())))?;
    engine.shared().platform.fetch_codex(&into).await.map_err(refused)?;
    let places = Places { fetched: into, ..Places::default() };
    let found = find(&places).await.map_err(|_| refused("npm installed no Codex for this computer.".into()))?;
    // The person asked for this codex, so it is used even where another one would be found first.
    use_codex(engine, Some(found.path.display().to_string())).await
}

pub(super) async fn start_demo(engine: &Engine) -> Result<(), Failure> {
    let mut held = engine.shared().demo.lock().await;
    if held.is_some() {
        return Ok(());
    }
    let demo = Demo::start(&engine.shared().options.data_dir).await.map_err(refused)?;
    switch(engine, demo.setup()).await;
    *held = Some(demo);
    Ok(())
}

pub(super) async fn leave_demo(engine: &Engine) -> Result<(), Failure> {
    let mut held = engine.shared().demo.lock().await;
    let Some(demo) = held.take() else { return Ok(()) };
    switch(engine, Setup::normal(engine)).await;
    // The demo's folder is removed only now, after its server has ended.
    drop(demo);
    Ok(())
}

/// Returns once the old server has ended and every window has been reset.
async fn switch(engine: &Engine, setup: Setup) {
    let (done, switched) = oneshot::channel();
    engine.supervise(SupervisorCommand::Use(Box::new(setup), done));
    switched.await.ok();
}

fn refused(message: String) -> Failure {
    Failure::new(Code::Refused, message)
}
