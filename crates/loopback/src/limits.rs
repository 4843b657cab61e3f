//! The account's limits, as `x-codex-*` headers of a model response.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The account's limits, sent with every model response.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitHeaders {
    pub primary: Option<LimitPeriod>,
    pub secondary: Option<LimitPeriod>,
    /// Further headers, sent verbatim.
    pub more: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitPeriod {
    pub used_percent: f64,
    pub minutes: u64,
    pub resets_in_seconds: u64,
}

impl Default for LimitHeaders {
    /// A five-hour and a weekly window with little used.
    fn default() -> Self {
        Self {
            primary: Some(LimitPeriod { used_percent: 12.0, minutes: 300, resets_in_seconds: 9_000 }),
            secondary: Some(LimitPeriod { used_percent: 7.0, minutes: 10_080, resets_in_seconds: 340_000 }),
            more: Vec::new(),
        }
    }
}

impl LimitHeaders {
    pub(crate) fn headers(&self, into: &mut HeaderMap) {
        let mut put = |name: String, value: String| {
            if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(&value)) {
                into.insert(name, value);
            }
        };
        for (which, window) in [("primary", self.primary), ("secondary", self.secondary)] {
            let Some(window) = window else { continue };
            put(format!("x-codex-{which}-used-percent"), format!("{:.1}", window.used_percent));
            put(format!("x-codex-{which}-window-minutes"), window.minutes.to_string());
            put(format!("x-codex-{which}-reset-at"), (now() + window.resets_in_seconds).to_string());
        }
        for (name, value) in &self.more {
            put(name.to_ascii_lowercase(), value.clone());
        }
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_that_cannot_be_sent_is_left_out() {
        let mut limits = LimitHeaders { primary: None, secondary: None, more: Vec::new() };
        limits.more = vec![("X-Codex-Note".into(), "fine".into()), ("x-bad".into(), "two\nlines".into())];
        let mut headers = HeaderMap::new();
        limits.headers(&mut headers);
        assert_eq!(headers.len(), 1);
        assert_eq!(headers["x-codex-note"], "fine");
    }
}
