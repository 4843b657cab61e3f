//! A scripted OpenAI API on 127.0.0.1, for tests, benchmarks and the built-in demo.
//!
//! It answers the requests of the real codex binary, plays scripted responses, and records every request.
//! Invariant: it listens on the loopback address only, and keeps a fingerprint instead of a bearer token.

use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::net::TcpListener;
use tokio::sync::watch;

#[cfg(feature = "accounts")]
pub mod accounts;
pub mod demo;
#[cfg(feature = "accounts")]
pub mod gallery;
mod gate;
mod input;
mod limits;
#[cfg(feature = "accounts")]
pub mod mcp;
mod prompt;
mod recipe;
mod request;
mod responses;
mod routes;
mod script;
mod sse;
mod step;

pub use gate::Gate;
pub use input::RequestInput;
pub use limits::{LimitHeaders, LimitPeriod};
pub use request::{Request, fingerprint};
pub use script::{Pauses, Script};
pub use step::{ScriptedUsage, Step, Turn};

/// A running server. Dropping it stops the server and every open stream.
pub struct Loopback {
    address: SocketAddr,
    server: Arc<ServerState>,
}

/// The state shared by all connections.
pub(crate) struct ServerState {
    script: Script,
    said: Mutex<VecDeque<Turn>>,
    gates: gate::Gates,
    asked: request::Asked,
    limits: Mutex<Option<LimitHeaders>>,
    models: Mutex<serde_json::Value>,
    #[cfg(feature = "accounts")]
    accounts: Option<accounts::Accounts>,
    stop: watch::Sender<bool>,
}

impl Loopback {
    pub async fn start(script: Script) -> io::Result<Self> {
        Self::open(ServerState::new(script)).await
    }

    async fn open(server: ServerState) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let server = Arc::new(server);
        server.serve(listener);
        Ok(Self { address, server })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The base address of the Responses API, for `base_url` of a model provider.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The `-c key=value` pairs that make codex talk to this server only. Values are TOML.
    pub fn config(&self) -> Vec<(String, String)> {
        recipe::config(self.address, self.server.signs_in())
    }

    /// The environment variables that codex needs besides [`config`](Self::config).
    pub fn env(&self) -> Vec<(String, String)> {
        let env = recipe::env();
        #[cfg(feature = "accounts")]
        let env = env
            .into_iter()
            .chain(self.server.accounts.iter().flat_map(|accounts| accounts.env(self.address)))
            .collect();
        env
    }

    /// Queues a model response. Without queued ones the script answers.
    pub fn say(&self, turn: impl Into<Turn>) {
        locked(&self.server.said).push_back(turn.into());
    }

    /// The number of queued responses that were not requested yet.
    pub fn unsaid(&self) -> usize {
        locked(&self.server.said).len()
    }

    /// The last few hundred requests, oldest first.
    pub fn requests(&self) -> Vec<Request> {
        self.server.asked.all()
    }

    /// Waits for a matching request, past or future.
    pub async fn asked(&self, wanted: impl Fn(&Request) -> bool) -> Request {
        self.server.asked.wait(wanted).await
    }

    /// The gate of this name. A turn with `Step::Wait(name)` waits until it opens.
    pub fn gate(&self, name: &str) -> Gate {
        self.server.gates.get(name)
    }

    /// Sets the `x-codex-*` headers of all later responses; `None` sends none.
    pub fn set_limits(&self, limits: Option<LimitHeaders>) {
        *locked(&self.server.limits) = limits;
    }

    /// Sets the body of `GET /models`.
    pub fn set_models(&self, models: serde_json::Value) {
        *locked(&self.server.models) = models;
    }
}

#[cfg(feature = "accounts")]
impl Loopback {
    /// Starts a server with a login issuer and a ChatGPT backend. The certificate for codex is written into the folder.
    pub async fn with_accounts(script: Script, folder: &std::path::Path) -> io::Result<Self> {
        let (accounts, secure) = accounts::Accounts::open(folder).await?;
        let opened = Self::open(ServerState { accounts: Some(accounts), ..ServerState::new(script) }).await?;
        opened.server.serve(secure);
        Ok(opened)
    }

    /// Changes the account. Does nothing if there is none.
    pub fn account(&self, change: impl FnOnce(&mut accounts::ScriptedAccount)) {
        if let Some(accounts) = &self.server.accounts {
            accounts.change(change);
        }
    }

    /// An access token for the external sign-in, as another program would provide it.
    pub fn access_token(&self) -> Option<String> {
        self.server.accounts.as_ref().map(accounts::Accounts::access_token)
    }

    /// Answers every access token issued so far with 401 from now on.
    pub fn reject_issued(&self) {
        if let Some(accounts) = &self.server.accounts {
            accounts.reject_issued();
        }
    }

    /// Answers this bearer token with 401 from now on, whoever issued it.
    pub fn reject(&self, bearer: &str) {
        if let Some(accounts) = &self.server.accounts {
            accounts.reject(bearer);
        }
    }
}

impl ServerState {
    fn new(script: Script) -> Self {
        Self {
            script,
            said: Mutex::default(),
            gates: gate::Gates::default(),
            asked: request::Asked::default(),
            limits: Mutex::new(Some(LimitHeaders::default())),
            models: Mutex::new(serde_json::json!({ "models": [] })),
            #[cfg(feature = "accounts")]
            accounts: None,
            stop: watch::Sender::new(false),
        }
    }

    /// Serves this listener until the server is dropped.
    fn serve<L: axum::serve::Listener>(self: &Arc<Self>, listener: L)
    where
        L::Addr: std::fmt::Debug,
    {
        let (router, mut stopped) = (routes::router(self.clone()), self.stop.subscribe());
        tokio::spawn(async move {
            let until = async move {
                let _ = stopped.wait_for(|stop| *stop).await;
            };
            let _ = axum::serve(listener, router).with_graceful_shutdown(until).await;
        });
    }

    /// True if there is an account to sign in to.
    fn signs_in(&self) -> bool {
        #[cfg(feature = "accounts")]
        return self.accounts.is_some();
        #[cfg(not(feature = "accounts"))]
        return false;
    }
}

impl Drop for Loopback {
    fn drop(&mut self) {
        self.server.stop.send_replace(true);
    }
}

/// Ignores poisoning, because the guarded data is never left half written.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
