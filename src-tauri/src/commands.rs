//! The door: `subscribe`, `act`, `query`. A page has no other way in, and nothing is decided here.

use crate::windows;
use engine::Engine;
use engine::failure::Failure;
use engine::id::WindowId;
use engine::intent::{Intent, Receipt};
use engine::query::{Query, QueryResult};
use tauri::ipc::{Channel, InvokeResponseBody};
use tauri::{State, WebviewWindow};

/// One channel per window for its life; a reload asks again and is told everything again.
#[tauri::command]
pub fn subscribe(window: WebviewWindow, engine: State<'_, Engine>, channel: Channel<InvokeResponseBody>) {
    windows::listens(&window);
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
