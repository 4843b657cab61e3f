//! OpenAI's login issuer and ChatGPT backend.
//!
//! They serve one account, whose facts a test may change at any time. Tokens are made up; refresh tokens rotate and
//! expire as the real ones do.

use std::collections::HashSet;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::{ServerState, locked, request};

mod apps;
mod backend;
mod browser;
mod catalogue;
mod issuer;
pub(crate) mod tls;
mod token;

pub use apps::ListedApp;
pub use browser::browse;
pub use catalogue::OfferedPlugin;

/// The account, and the errors that signing in should meet.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptedAccount {
    pub email: String,
    pub id: String,
    pub user: String,
    pub workspace: String,
    /// Ids and names of the person's other workspaces.
    pub others: Vec<(String, String)>,
    pub plan: String,
    /// Remaining dollars, in the backend's notation.
    pub credits: Option<String>,
    /// The number of earned rate-limit resets.
    pub resets: u32,
    /// Days such as `2026-11-15`, with their tokens.
    pub days: Vec<(String, u64)>,
    /// Kind (`headline`, `announcement`) and text; `None` if the workspace has no messages feature.
    pub messages: Option<Vec<(String, String)>>,
    /// Merged into the usage report, for values without a field here.
    pub more_usage: Value,
    /// Lifetime of an access token in seconds. A negative one makes tokens that have already expired.
    pub lifetime: i64,
    /// The error code of a refused refresh, such as `refresh_token_expired`; `None` if refreshing works.
    pub refuse_refresh: Option<String>,
    /// The error that the sign-in page returns instead of a code, such as `access_denied`.
    pub refuse_login: Option<String>,
    /// The person has entered the device code.
    pub device_ready: bool,
    /// The workspace's origin in `accounts/check`; `None` for this server over TLS, the only kind that codex accepts.
    pub origin: Option<String>,
    /// The directory of apps, in order.
    pub apps: Vec<ListedApp>,
    /// The page of the directory that fails, counted from 0.
    pub directory_breaks_at: Option<usize>,
    /// The plugins of the catalogue.
    pub catalogue: Vec<OfferedPlugin>,
}

impl Default for ScriptedAccount {
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
    facts: Mutex<ScriptedAccount>,
    ledger: Mutex<Ledger>,
}

/// The tokens handed out so far, and which of them are still valid.
#[derive(Default)]
struct Ledger {
    codes: HashSet<String>,
    refreshes: HashSet<String>,
    accesses: HashSet<String>,
    rejected: HashSet<String>,
    redeemed: HashSet<String>,
}

impl Accounts {
    /// Creates the certificate authority and writes its certificate into the folder, for codex to trust.
    pub(crate) async fn open(folder: &Path) -> io::Result<(Self, tls::Secure)> {
        let (listener, certificate) = tls::Secure::bind().await?;
        let secure = axum::serve::Listener::local_addr(&listener)?;
        // The port is ours alone, so the file name is unique.
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

    pub(crate) fn facts(&self) -> ScriptedAccount {
        locked(&self.facts).clone()
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut ScriptedAccount)) {
        change(&mut locked(&self.facts));
    }

    pub(crate) fn access_token(&self) -> String {
        self.access_token_for(&self.facts().id)
    }

    /// An access token for one of the person's workspaces.
    pub(crate) fn access_token_for(&self, workspace: &str) -> String {
        let token = token::access(&ScriptedAccount { id: workspace.to_owned(), ..self.facts() });
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

    /// Returns `None` for other servers' paths.
    pub(crate) fn route(&self, server: &ServerState, parts: &Parts, body: &Value) -> Option<Response> {
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
