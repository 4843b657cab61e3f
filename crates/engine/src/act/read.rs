//! Opening and closing a thread in a window.

use crate::failure::Failure;
use crate::found::Spot;
use crate::house::House;
use crate::id::{ThreadId, WindowId};
use crate::intent::Receipt;
use crate::state::News;

pub(super) async fn open(house: &House, window: WindowId, thread: ThreadId) -> Result<(), Failure> {
    let asked = thread.clone();
    let must_read = house
        .ask(move |room| {
            let must_read = room.open(&window, &asked);
            if must_read {
                // Somebody held it when we last tried; who tries again is told anew.
                room.note(News::Locked { thread: asked, locked: false });
            }
            must_read
        })
        .await?;
    if must_read {
        house.read_queue(thread.clone());
        house.read_terminals(thread.clone());
        house.read_thread(&thread).await?;
        super::goal::read(house, thread);
    }
    Ok(())
}

/// The place itself is read first: its thread may be long, and nobody wants to see another end of it before.
pub(super) async fn open_at(
    house: &House,
    window: WindowId,
    thread: ThreadId,
    spot: &Spot,
) -> Result<Receipt, Failure> {
    open(house, window, thread.clone()).await?;
    let row = house.show_spot(&thread, spot).await?;
    Ok(Receipt { thread: Some(thread), row, ..Receipt::default() })
}

pub(super) async fn close(house: &House, window: WindowId, thread: ThreadId) -> Result<(), Failure> {
    let asked = thread.clone();
    if house.ask(move |room| room.close_thread(&window, &asked)).await? {
        house.release(thread);
    }
    Ok(())
}
