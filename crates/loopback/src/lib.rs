//! A small OpenAI on 127.0.0.1: the model for tests, benchmarks and the built-in demo.
//!
//! It answers what the real codex binary asks, plays back what it was told to say, and remembers what it was asked.
//! It refuses to listen on anything but the loopback address, and keeps no bearer token: only a fingerprint.

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
pub use input::Input;
pub use limits::{Limits, Window};
pub use request::{Request, fingerprint};
pub use script::{Pace, Script};
pub use step::{Step, Turn, Usage};

/// A running server. It stops, and every open stream with it, when this is dropped.
pub struct Loopback {
    address: SocketAddr,
    server: Arc<Server>,
}

/// What the server's connections share.
pub(crate) struct Server {
    script: Script,
    said: Mutex<VecDeque<Turn>>,
    gates: gate::Gates,
    asked: request::Asked,
    limits: Mutex<Option<Limits>>,
    models: Mutex<serde_json::Value>,
    #[cfg(feature = "accounts")]
    accounts: Option<accounts::Accounts>,
    stop: watch::Sender<bool>,
}

impl Loopback {
    pub async fn start(script: Script) -> io::Result<Self> {
        Self::open(Server::new(script)).await
    }

    async fn open(server: Server) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let server = Arc::new(server);
        server.serve(listener);
        Ok(Self { address, server })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The Responses API's base, as `base_url` of a model provider wants it.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The `-c key=value` pairs that make a codex talk to this server and to nobody else. Values are TOML.
    pub fn config(&self) -> Vec<(String, String)> {
        recipe::config(self.address, self.server.signs_in())
    }

    /// What the environment of that codex needs beside [`config`](Self::config).
    pub fn env(&self) -> Vec<(String, String)> {
        let env = recipe::env();
        #[cfg(feature = "accounts")]
        let env = env
            .into_iter()
            .chain(self.server.accounts.iter().flat_map(|accounts| accounts.env(self.address)))
            .collect();
        env
    }

    /// Queues the next model response; when nothing is queued the script decides.
    pub fn say(&self, turn: impl Into<Turn>) {
        locked(&self.server.said).push_back(turn.into());
    }

    /// How many queued responses nobody has asked for yet.
    pub fn unsaid(&self) -> usize {
        locked(&self.server.said).len()
    }

    /// What was asked, oldest first; the newest few hundred.
    pub fn requests(&self) -> Vec<Request> {
        self.server.asked.all()
    }

    /// Waits for a request, already seen or yet to come.
    pub async fn asked(&self, wanted: impl Fn(&Request) -> bool) -> Request {
        self.server.asked.wait(wanted).await
    }

    /// The gate of this name: a turn with `Step::Wait(name)` stands still until it opens.
    pub fn gate(&self, name: &str) -> Gate {
        self.server.gates.get(name)
    }

    /// The `x-codex-*` headers of every later response; `None` sends none.
    pub fn set_limits(&self, limits: Option<Limits>) {
        *locked(&self.server.limits) = limits;
    }

    /// The body of `GET /models`.
    pub fn set_models(&self, models: serde_json::Value) {
        *locked(&self.server.models) = models;
    }
}

#[cfg(feature = "accounts")]
impl Loopback {
    /// The same with a login issuer and a ChatGPT backend; the certificate that codex must trust is left in the folder.
    pub async fn with_accounts(script: Script, folder: &std::path::Path) -> io::Result<Self> {
        let (accounts, secure) = accounts::Accounts::open(folder).await?;
        let opened = Self::open(Server { accounts: Some(accounts), ..Server::new(script) }).await?;
        opened.server.serve(secure);
        Ok(opened)
    }

    /// Changes the facts of the account; nothing happens without one.
    pub fn account(&self, change: impl FnOnce(&mut accounts::Account)) {
        if let Some(accounts) = &self.server.accounts {
            accounts.change(change);
        }
    }

    /// An access token for the external sign-in, as an outside program would bring it.
    pub fn access_token(&self) -> Option<String> {
        self.server.accounts.as_ref().map(accounts::Accounts::access_token)
    }

    /// From now on every access token handed out so far is answered with 401.
    pub fn reject_issued(&self) {
        if let Some(accounts) = &self.server.accounts {
            accounts.reject_issued();
        }
    }

    /// From now on this bearer is answered with 401, whoever made it.
    pub fn reject(&self, bearer: &str) {
        if let Some(accounts) = &self.server.accounts {
            accounts.reject(bearer);
        }
    }
}

impl Server {
    fn new(script: Script) -> Self {
        Self {
            script,
            said: Mutex::default(),
            gates: gate::Gates::default(),
            asked: request::Asked::default(),
            limits: Mutex::new(Some(Limits::default())),
            models: Mutex::new(serde_json::json!({ "models": [] })),
            #[cfg(feature = "accounts")]
            accounts: None,
            stop: watch::Sender::new(false),
        }
    }

    /// Answers on this listener until the server is dropped.
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

    /// Whether there is an account to sign in to.
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

/// A poisoned lock here guards plain data that is never left half written.
pub(crate) fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
