//! The commands a page can call: `subscribe`, `act` and `query`. They only forward to the engine.

use crate::windows;
use engine::Engine;
use engine::failure::Failure;
use engine::id::WindowId;
use engine::intent::{Intent, Receipt};
use engine::query::{Query, QueryResult};
use tauri::ipc::{Channel, InvokeResponseBody};
use tauri::{State, WebviewWindow};

/// Opens the window's channel, which lasts as long as the window. A reload subscribes again and gets a new snapshot.
#[tauri::command]
pub fn subscribe(window: WebviewWindow, engine: State<'_, Engine>, channel: Channel<InvokeResponseBody>) {
    windows::page_is_ready(&window);
    let send = move |batch: String| channel.send(InvokeResponseBody::Json(batch)).is_ok();
    engine.subscribe(WindowId::from(window.label()), Box::new(send));
}

#[tauri::command]
pub async fn act(window: WebviewWindow, engine: State<'_, Engine>, intent: Intent) -> Result<Receipt, Failure> {
    engine.act(WindowId::from(window.label()), intent).await
}

#[tauri::command]
pub async fn query(engine: State<'_, Engine>, query: Query) -> Result<QueryResult, Failure> {
    engine.query(query).await
}
