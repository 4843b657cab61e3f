//! The app itself: its settings and windows, and what it opens outside.

use super::{outside, settings};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::id::WindowId;
use crate::intent::{Receipt, WindowIntent};

pub(super) async fn act(engine: &Engine, window: WindowId, intent: WindowIntent) -> Result<Receipt, Failure> {
    let nothing = Receipt::default();
    match intent {
        WindowIntent::ChangeSettings { patch } => settings::change(engine, patch).await.map(|()| nothing),
        WindowIntent::Zoom { way } => settings::zoom(engine, way).await.map(|()| nothing),
        WindowIntent::DismissBanner { banner } => engine
            .with(move |core| core.apply_local(model::state::LocalEvent::BannerGone(banner)))
            .await
            .map(|()| nothing),
        WindowIntent::OpenLink { thread, url } => outside::link(engine, thread, &url).await,
        WindowIntent::OpenFolder { path } => outside::folder(engine, path).await.map(|()| nothing),
        WindowIntent::OpenWindow { thread } => {
            outside::or_refused(engine.shared().platform.open_window(&thread)).map(|()| nothing)
        }
        WindowIntent::PickFolder => outside::pick(engine, crate::platform::Pick::Folder).await,
        WindowIntent::CloseAnyway => {
            outside::or_refused(engine.shared().platform.close_window(&window)).map(|()| nothing)
        }
    }
}
