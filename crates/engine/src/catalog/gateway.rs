//! A company's model gateway, which needs a sign-in of its own. Codex keeps the credentials.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::intent::Receipt;
pub use contract::catalog::gateway::GatewayIntent;
use model::state::LocalEvent;
use protocol::method::{GatewayCancel, GatewayLogin, GatewayRead};
use std::sync::atomic::Ordering;

pub(crate) fn on_ready(engine: &Engine) {
    let engine = engine.clone();
    tokio::spawn(async move {
        if engine.connection().methods.knows::<GatewayRead>()
            && let Ok(peer) = engine.peer().await
        {
            peer.call::<GatewayRead>(()).await.ok();
        }
    });
}

pub(crate) async fn act(engine: &Engine, intent: GatewayIntent) -> Result<Receipt, Failure> {
    let peer = engine.peer().await?;
    match intent {
        GatewayIntent::SignIn => {
            // The call is answered only when the person has finished. Notifications report everything except an
            // immediate refusal.
            let engine = engine.clone();
            engine.shared().gateway_wanted.store(true, Ordering::Relaxed);
            tokio::spawn(async move {
                if let Err(error) = peer.call_until_done::<GatewayLogin>(()).await {
                    let why = Failure::from(error).message;
                    engine.post(move |core| core.apply_local(LocalEvent::GatewayRefused(why)));
                }
            });
        }
        GatewayIntent::Cancel => {
            engine.shared().gateway_wanted.store(false, Ordering::Relaxed);
            peer.call::<GatewayCancel>(()).await?;
        }
    }
    Ok(Receipt::default())
}

/// Opens the sign-in page in the browser, once per sign-in that a person started: no server may open pages by itself.
pub(crate) fn open_page(engine: &Engine, url: &str) {
    if engine.shared().gateway_wanted.swap(false, Ordering::Relaxed) {
        engine.shared().platform.open_url(url).ok();
    }
}
