//! Deadlines of calls, and pauses after a refusal for overload.
//!
//! Every call has a deadline because the real server loses answers: it never answers a second `turn/interrupt`, and
//! drops replies when its queue is full.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

#[derive(Debug, Clone)]
pub struct Pace {
    /// Replaces every method's own deadline, for tests.
    pub deadline: Option<Duration>,
    pub first_wait: Duration,
    pub tries: u32,
    pub in_flight: usize,
    /// Longer lines are discarded.
    pub line_ceiling: usize,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            deadline: None,
            first_wait: Duration::from_millis(100),
            tries: 7,
            in_flight: 32,
            line_ceiling: 256 * 1024 * 1024,
        }
    }
}

impl Pace {
    pub fn deadline(&self, method: &str) -> Duration {
        self.deadline.unwrap_or_else(|| Duration::from_secs(seconds(method)))
    }

    /// Doubles with each try, plus up to the same again at random, so that callers do not retry together.
    pub fn wait(&self, attempts: u32) -> Duration {
        let wait = self.first_wait * 2u32.saturating_pow(attempts.saturating_sub(1)).min(64);
        wait + wait.mul_f64(chance())
    }
}

fn seconds(method: &str) -> u64 {
    match method {
        // A first start reads every rollout before it answers. 10,000 threads took 26 s, and some people have many
        // more.
        "initialize" => 600,
        // The history may have to be built first.
        "thread/resume" | "thread/read" | "thread/turns/list" | "thread/fork" => 90,
        "thread/list" => 60,
        "turn/start" | "thread/start" => 60,
        // Answered within milliseconds, or never.
        "turn/interrupt" | "turn/steer" => 10,
        // The keychain may wait for a person.
        "account/login/start" | "account/logout" => 120,
        // Codex itself gives up on a hanging MCP server after the time in its config.
        "mcpServerStatus/list" | "mcpServer/tool/call" | "mcpServer/resource/read" => 120,
        "feedback/save" | "feedback/upload" | "externalAgentConfig/import" => 120,
        "command/exec" => 30,
        // A repository is downloaded.
        "marketplace/add" | "marketplace/upgrade" | "plugin/install" => 180,
        // These catalogues come from OpenAI.
        "app/list" | "plugin/list" | "plugin/search" | "plugin/reconcile" => 90,
        _ => 30,
    }
}

/// A random number between 0 and 1. The standard library's hasher is seeded by the OS, which is random enough for
/// jitter.
fn chance() -> f64 {
    let bits = RandomState::new().build_hasher().finish();
    (bits >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_backoff_doubles_within_bounds() {
        let pace = Pace::default();
        for (attempts, least) in [(1, 100), (2, 200), (3, 400), (20, 6400)] {
            let wait = pace.wait(attempts);
            assert!(wait >= Duration::from_millis(least) && wait <= Duration::from_millis(least * 2), "{wait:?}");
        }
    }
}
