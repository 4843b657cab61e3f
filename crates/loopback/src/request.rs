//! Recorded requests. Secrets are replaced by fingerprints before anything is stored.

use std::collections::VecDeque;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde_json::Value;
use tokio::sync::watch;

use crate::locked;

/// The most requests kept: tests look at their last few, and a demo that runs all day must not grow.
const KEPT: usize = 512;

#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    pub method: String,
    pub path: String,
    /// Headers with lower-case names, without `authorization` and cookies.
    pub headers: Vec<(String, String)>,
    /// The fingerprint of the bearer token.
    pub bearer: Option<String>,
    /// JSON, a form as an object, or plain text; null if there was no body.
    pub body: Value,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn of(parts: &Parts, body: &Value) -> Self {
        let mut body = body.clone();
        hide(&mut body);
        let headers =
            parts.headers.iter().filter(|(name, _)| **name != header::AUTHORIZATION && **name != header::COOKIE);
        Self {
            method: parts.method.to_string(),
            path: parts.uri.path().to_owned(),
            headers: headers
                .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
                .collect(),
            bearer: bearer(&parts.headers).map(fingerprint),
            body,
        }
    }
}

/// A hash that is equal for equal secrets within one run.
pub fn fingerprint(secret: &str) -> String {
    let mut hasher = DefaultHasher::new();
    secret.hash(&mut hasher);
    format!("#{:016x}", hasher.finish())
}

pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// Replaces the OAuth fields that hold a secret, at any depth.
fn hide(body: &mut Value) {
    const SECRETS: [&str; 7] =
        ["access_token", "refresh_token", "id_token", "subject_token", "token", "code", "code_verifier"];
    if let Value::Object(fields) = body {
        for (name, value) in fields {
            if let (true, Value::String(secret)) = (SECRETS.contains(&name.as_str()), &mut *value) {
                *secret = fingerprint(secret);
            }
        }
    }
}

pub(crate) struct Asked {
    kept: Mutex<VecDeque<Request>>,
    count: watch::Sender<usize>,
}

impl Default for Asked {
    fn default() -> Self {
        Self { kept: Mutex::default(), count: watch::Sender::new(0) }
    }
}

impl Asked {
    pub(crate) fn keep(&self, request: Request) {
        {
            let mut kept = locked(&self.kept);
            if kept.len() == KEPT {
                kept.pop_front();
            }
            kept.push_back(request);
        }
        self.count.send_modify(|count| *count += 1);
    }

    pub(crate) fn all(&self) -> Vec<Request> {
        locked(&self.kept).iter().cloned().collect()
    }

    pub(crate) async fn wait(&self, wanted: impl Fn(&Request) -> bool) -> Request {
        let mut count = self.count.subscribe();
        loop {
            count.mark_unchanged();
            let found = locked(&self.kept).iter().find(|request| wanted(request)).cloned();
            if let Some(request) = found {
                return request;
            }
            // This cannot fail, because `self` owns the sender.
            let _ = count.changed().await;
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_kept_only_as_its_fingerprint() {
        let request =
            axum::http::Request::post("/oauth/token").header("authorization", "Bearer at-1").body(()).unwrap();
        let (parts, ()) = request.into_parts();
        let body = serde_json::json!({"grant_type": "refresh_token", "refresh_token": "rt-1"});
        let kept = Request::of(&parts, &body);
        assert!(!format!("{kept:?}").contains("at-1") && !format!("{kept:?}").contains("rt-1"));
        assert_eq!(kept.bearer, Some(fingerprint("at-1")));
        assert_eq!(kept.body["refresh_token"], fingerprint("rt-1"));
    }
}
