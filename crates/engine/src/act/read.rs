//! Opening and closing a thread in a window.

use crate::failure::Failure;
use crate::house::House;
use crate::id::{ThreadId, WindowId};

pub(super) async fn open(house: &House, window: WindowId, thread: ThreadId) -> Result<(), Failure> {
    let asked = thread.clone();
    let must_read = house.ask(move |room| room.open(&window, &asked)).await?;
    if must_read { house.read_thread(&thread).await } else { Ok(()) }
}

pub(super) async fn close(house: &House, window: WindowId, thread: ThreadId) -> Result<(), Failure> {
    let asked = thread.clone();
    if house.ask(move |room| room.close_thread(&window, &asked)).await? {
        house.release(thread);
    }
    Ok(())
}
