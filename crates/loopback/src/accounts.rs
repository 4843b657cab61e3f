//! The other half of OpenAI: who signs in, and what their account may still use.
//!
//! One account, whose facts a test may change at any time. Tokens are made up and worth nothing; refresh tokens
//! rotate and end as the real ones do.

use std::collections::HashSet;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::{Server, locked, request};

mod apps;
mod backend;
mod browser;
mod catalogue;
mod issuer;
pub(crate) mod tls;
mod token;

pub use apps::Listed;
pub use browser::browse;
pub use catalogue::Offered;

/// The facts of the account, and the ways in which signing in may go wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    pub email: String,
    pub id: String,
    pub user: String,
    pub workspace: String,
    /// Ids and names of the person's other workspaces.
    pub others: Vec<(String, String)>,
    pub plan: String,
    /// Dollars left, as the backend writes them.
    pub credits: Option<String>,
    /// How many earned resets of the limits wait to be used.
    pub resets: u32,
    /// Tokens per day, as `2026-11-15`.
    pub days: Vec<(String, u64)>,
    /// Kind (`headline`, `announcement`) and words; `None`: the workspace has no such feature.
    pub messages: Option<Vec<(String, String)>>,
    /// Laid over the usage report, for what has no field here.
    pub more_usage: Value,
    /// Seconds an access token lasts; below zero it has expired when it is made.
    pub lifetime: i64,
    /// The code of the refusal, such as `refresh_token_expired`; `None`: refreshing works.
    pub refuse_refresh: Option<String>,
    /// What the sign-in page answers instead of a code, such as `access_denied`.
    pub refuse_login: Option<String>,
    /// Whether the person has typed in the device's code.
    pub device_ready: bool,
    /// What `accounts/check` calls the workspace's origin; `None`: this server over TLS, the only kind that codex takes.
    pub origin: Option<String>,
    /// Of the directory of apps, in its order.
    pub apps: Vec<Listed>,
    /// The page of the directory that is answered with an error, counted from 0.
    pub directory_breaks_at: Option<usize>,
    /// Plugins on offer.
    pub catalogue: Vec<Offered>,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            email: "ada@example.invalid".to_owned(),
            id: "acct-loopback".to_owned(),
            user: "user-loopback".to_owned(),
            workspace: "Loopback".to_owned(),
            others: Vec::new(),
            plan: "pro".to_owned(),
            credits: Some("12.50".to_owned()),
            resets: 1,
            days: vec![("2026-11-14".to_owned(), 48_000), ("2026-11-15".to_owned(), 31_000)],
            messages: None,
            more_usage: json!({}),
            lifetime: 3600,
            refuse_refresh: None,
            refuse_login: None,
            device_ready: true,
            origin: None,
            apps: Vec::new(),
            directory_breaks_at: None,
            catalogue: Vec::new(),
        }
    }
}

pub(crate) struct Accounts {
    secure: SocketAddr,
    authority: PathBuf,
    facts: Mutex<Account>,
    ledger: Mutex<Ledger>,
}

/// What was handed out and what of it still counts.
#[derive(Default)]
struct Ledger {
    codes: HashSet<String>,
    refreshes: HashSet<String>,
    accesses: HashSet<String>,
    rejected: HashSet<String>,
    redeemed: HashSet<String>,
}

impl Accounts {
    /// Makes the certificate authority, and leaves its certificate in the folder for codex to trust.
    pub(crate) async fn open(folder: &Path) -> io::Result<(Self, tls::Secure)> {
        let (listener, certificate) = tls::Secure::bind().await?;
        let secure = axum::serve::Listener::local_addr(&listener)?;
        // The port is nobody else's while we live, so neither is the name.
        let authority = folder.join(format!("loopback-ca-{}.pem", secure.port()));
        std::fs::write(&authority, certificate)?;
        Ok((Self { secure, authority, facts: Mutex::default(), ledger: Mutex::default() }, listener))
    }

    pub(crate) fn env(&self, address: SocketAddr) -> Vec<(String, String)> {
        let issuer = format!("http://{address}");
        vec![
            ("CODEX_CA_CERTIFICATE".to_owned(), self.authority.display().to_string()),
            ("CODEX_APP_SERVER_LOGIN_ISSUER".to_owned(), issuer.clone()),
            ("CODEX_REFRESH_TOKEN_URL_OVERRIDE".to_owned(), format!("{issuer}/oauth/token")),
            ("CODEX_REVOKE_TOKEN_URL_OVERRIDE".to_owned(), format!("{issuer}/oauth/revoke")),
        ]
    }

    pub(crate) fn facts(&self) -> Account {
        locked(&self.facts).clone()
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut Account)) {
        change(&mut locked(&self.facts));
    }

    pub(crate) fn access_token(&self) -> String {
        self.access_token_for(&self.facts().id)
    }

    /// For one of the person's workspaces.
    pub(crate) fn access_token_for(&self, workspace: &str) -> String {
        let token = token::access(&Account { id: workspace.to_owned(), ..self.facts() });
        locked(&self.ledger).accesses.insert(token.clone());
        token
    }

    pub(crate) fn reject_issued(&self) {
        let mut ledger = locked(&self.ledger);
        let accesses = std::mem::take(&mut ledger.accesses);
        ledger.rejected.extend(accesses);
    }

    pub(crate) fn reject(&self, bearer: &str) {
        locked(&self.ledger).rejected.insert(bearer.to_owned());
    }

    /// `None`: this path is not ours.
    pub(crate) fn route(&self, server: &Server, parts: &Parts, body: &Value) -> Option<Response> {
        if let Some(response) = issuer::route(self, parts, body) {
            return Some(response);
        }
        let rejected =
            request::bearer(&parts.headers).is_some_and(|bearer| locked(&self.ledger).rejected.contains(bearer));
        if rejected {
            return Some(error(StatusCode::UNAUTHORIZED, "token_expired", "The access token has expired."));
        }
        let facts = self.facts();
        backend::route(self, server, parts, body)
            .or_else(|| apps::route(&facts, parts, body))
            .or_else(|| catalogue::route(&facts, parts))
    }
}

impl Drop for Accounts {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.authority);
    }
}

fn error(status: StatusCode, code: &str, message: &str) -> Response {
    (status, axum::Json(json!({ "error": { "code": code, "message": message } }))).into_response()
}
