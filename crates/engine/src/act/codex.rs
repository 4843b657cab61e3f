//! Which server runs, and on what: another codex, a fetched one, the demo.

use crate::demo::Demo;
use crate::failure::{Code, Failure};
use crate::house::{House, Setup, Wish};
use crate::server::{Places, find};
use std::path::PathBuf;
use tokio::sync::oneshot;

pub(super) fn restart(house: &House) -> Result<(), Failure> {
    house.wish(Wish::Restart);
    Ok(())
}

pub(super) async fn point_to(house: &House, path: Option<String>) -> Result<(), Failure> {
    if house.inner().options.codex.is_some() {
        return Err(Failure::bad_input("THREADLOFT_CODEX decides which codex runs. Unset it to choose another one."));
    }
    if let Some(path) = &path {
        let places = Places { setting: Some(PathBuf::from(path)), ..Places::default() };
        find(&places).await.map_err(|missing| Failure::bad_input(missing.to_string()))?;
    }
    house
        .ask(move |room| {
            let mut settings = room.state.settings().clone();
            settings.codex = path;
            room.put_settings(settings);
        })
        .await?;
    restart(house)
}

pub(super) async fn fetch(house: &House) -> Result<(), Failure> {
    let into = house.inner().options.fetched();
    std::fs::create_dir_all(&into).map_err(|error| refused(format!("{} cannot be made: {error}.", into.display())))?;
    house.inner().desk.fetch_codex(&into).await.map_err(refused)?;
    let places = Places { fetched: into, ..Places::default() };
    let found = find(&places).await.map_err(|_| refused("npm brought no codex for this computer.".into()))?;
    // It was asked for, so it is used, wherever another one may be.
    point_to(house, Some(found.path.display().to_string())).await
}

pub(super) async fn start_demo(house: &House) -> Result<(), Failure> {
    let mut held = house.inner().demo.lock().await;
    if held.is_some() {
        return Ok(());
    }
    let demo = Demo::start(&house.inner().options.data_dir).await.map_err(refused)?;
    switch(house, demo.setup()).await;
    *held = Some(demo);
    Ok(())
}

pub(super) async fn leave_demo(house: &House) -> Result<(), Failure> {
    let mut held = house.inner().demo.lock().await;
    let Some(demo) = held.take() else { return Ok(()) };
    switch(house, Setup::normal(house)).await;
    // Only now: its server has gone.
    drop(demo);
    Ok(())
}

/// Returns when the old server is gone and every window has been reset.
async fn switch(house: &House, setup: Setup) {
    let (done, switched) = oneshot::channel();
    house.wish(Wish::Use(Box::new(setup), done));
    switched.await.ok();
}

fn refused(message: String) -> Failure {
    Failure::new(Code::Refused, message)
}
