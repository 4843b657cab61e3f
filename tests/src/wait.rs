//! Waiting for something to become true. The ceiling is generous: it only ends a test that hangs.

use std::time::{Duration, Instant};

const CEILING: Duration = Duration::from_secs(60);
/// The pause between two checks of something that sends no event.
const BEAT: Duration = Duration::from_millis(25);

/// Checks until the answer is `Some`; `None` after the ceiling.
pub async fn for_some<T>(mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    let began = Instant::now();
    loop {
        if let Some(seen) = look().await {
            return Some(seen);
        }
        if began.elapsed() > CEILING {
            return None;
        }
        tokio::time::sleep(BEAT).await;
    }
}

/// Waits for a future that must end by itself.
pub async fn for_end<T>(what: &str, work: impl Future<Output = T>) -> T {
    let ended = tokio::time::timeout(CEILING, work).await;
    ended.unwrap_or_else(|_| panic!("waited {} s in vain for the end: {what}", CEILING.as_secs()))
}

/// Checks until it is true; panics with `what` after the ceiling.
pub async fn until(what: &str, mut look: impl AsyncFnMut() -> bool) {
    let seen = for_some(async || look().await.then_some(())).await;
    assert!(seen.is_some(), "waited {} s in vain: {what}", CEILING.as_secs());
}
