//! The door: `subscribe`, `act`, `look`. A page has no other way in, and nothing is decided here.

use crate::windows;
use engine::House;
use engine::failure::Failure;
use engine::id::WindowId;
use engine::intent::{Intent, Receipt};
use engine::look::{Look, Sight};
use tauri::ipc::{Channel, InvokeResponseBody};
use tauri::{State, WebviewWindow};

/// One channel per window for its life; a reload asks again and is told everything again.
#[tauri::command]
pub fn subscribe(window: WebviewWindow, house: State<'_, House>, channel: Channel<InvokeResponseBody>) {
    windows::listens(&window);
    let send = move |batch: String| channel.send(InvokeResponseBody::Json(batch)).is_ok();
    house.subscribe(WindowId::from(window.label()), Box::new(send));
}

#[tauri::command]
pub async fn act(window: WebviewWindow, house: State<'_, House>, intent: Intent) -> Result<Receipt, Failure> {
    house.act(WindowId::from(window.label()), intent).await
}

#[tauri::command]
pub async fn look(house: State<'_, House>, look: Look) -> Result<Sight, Failure> {
    house.look(look).await
}
