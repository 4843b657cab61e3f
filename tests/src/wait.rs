//! Waiting for something to become true. The ceiling is generous: it ends a run that hangs, it judges no speed.

use std::time::{Duration, Instant};

const CEILING: Duration = Duration::from_secs(60);
/// Between two looks at a thing that cannot tell us itself.
const BEAT: Duration = Duration::from_millis(25);

/// Looks until the answer is `Some`, or gives up with the last state of things in words.
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

/// What must come to its end by itself.
pub async fn for_end<T>(what: &str, work: impl Future<Output = T>) -> T {
    let ended = tokio::time::timeout(CEILING, work).await;
    ended.unwrap_or_else(|_| panic!("waited {} s in vain for the end: {what}", CEILING.as_secs()))
}

/// Looks until it is true; panics with `what` otherwise.
pub async fn until(what: &str, mut look: impl AsyncFnMut() -> bool) {
    let seen = for_some(async || look().await.then_some(())).await;
    assert!(seen.is_some(), "waited {} s in vain: {what}", CEILING.as_secs());
}
