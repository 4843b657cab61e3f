//! Signing in: the engine on the real codex, a real keychain, and the loopback as issuer and backend.

use crate::engine_fixture::{Client, OpenEngine};
use crate::keyring::PrivateSession;
use engine::Options;
use engine::id::WindowId;
use engine::vault::{Place, Vault};
use loopback::{Loopback, Script};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

pub struct SignInFixture {
    pub model: Loopback,
    pub session: PrivateSession,
    /// Every batch that was sent to a window.
    told: Arc<Mutex<Vec<String>>>,
    /// Every secret that the test came across.
    secrets: Vec<String>,
}

impl SignInFixture {
    pub async fn new(session: PrivateSession) -> Self {
        let ca = session.folder("ca");
        let model = Loopback::with_accounts(Script::echo(), &ca).await.unwrap_or_else(|why| panic!("{why}"));
        let log = session.root.join("engine.log");
        let log = std::fs::File::create(&log).unwrap_or_else(|why| panic!("{}: {why}", log.display()));
        let all = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log).with_ansi(false);
        all.try_init().unwrap_or_else(|why| panic!("no log: {why}"));
        // The folders are inside this clone, which is a repository, so trust it beforehand.
        crate::trust::trust(&session.folder("codex"), &session.folder("project"));
        Self { model, session, told: Arc::default(), secrets: Vec::new() }
    }

    pub fn home(&self) -> PathBuf {
        self.session.folder("codex")
    }

    pub fn auth_json(&self) -> PathBuf {
        self.home().join("auth.json")
    }

    pub fn options(&self) -> Options {
        let mut env = self.model.env();
        // Codex refuses a home below the folder for temporary files.
        env.push(("TMPDIR".into(), self.session.folder("tmp").display().to_string()));
        Options {
            data_dir: self.session.folder("data"),
            codex_home: Some(self.home()),
            codex: Some(crate::codex()),
            extra_config: self.model.config(),
            env,
            ..Options::default()
        }
    }

    /// Opens the engine with one client, and waits until the account is known.
    pub async fn open(&self) -> (OpenEngine, Client) {
        self.open_with(self.options()).await
    }

    pub async fn open_with(&self, options: Options) -> (OpenEngine, Client) {
        let opened = OpenEngine::open(options);
        let told = self.told.clone();
        let listen = move |batch| {
            told.lock().unwrap_or_else(PoisonError::into_inner).push(batch);
            true
        };
        opened.engine.subscribe(WindowId::from("listener"), Box::new(listen));
        let mut client = opened.window("main");
        client.ready().await;
        client.mirror.until("the account is known", |seen| seen.0["account"]["kind"] != "unknown").await;
        (opened, client)
    }

    /// Remembers a secret, to search for it later.
    pub fn remember_secret(&mut self, secret: &str) {
        self.secrets.push(secret.to_owned());
    }

    /// What codex stores in the keychain; every secret in it is remembered.
    pub async fn stored_sign_in(&mut self) -> Option<Value> {
        let held = Vault::default().get(Place::Codex(self.home())).await.unwrap_or_else(|why| panic!("{why:?}"))?;
        let json: Value = serde_json::from_str(held.expose_str()).unwrap_or_else(|why| panic!("{why}"));
        for pointer in ["/OPENAI_API_KEY", "/tokens/access_token", "/tokens/refresh_token", "/tokens/id_token"] {
            if let Some(secret) = json.pointer(pointer).and_then(Value::as_str) {
                self.secrets.push(secret.to_owned());
            }
        }
        Some(json)
    }

    /// No secret is in CODEX_HOME, in our data folder, in the log, or in what a window was sent.
    pub fn assert_nothing_leaked(&self) {
        assert!(!self.secrets.is_empty(), "nothing was looked for");
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        // Every token of the loopback begins like one of these, including those that the test never saw.
        let any = ["eyJhbGciOiJub25l", "rt-secret", "sk-secret"].map(str::to_owned);
        for secret in self.secrets.iter().chain(&any) {
            let start: String = secret.chars().take(12).collect();
            assert_eq!(self.session.holding(secret), Vec::<PathBuf>::new(), "{start}…");
            assert!(!told.iter().any(|batch| batch.contains(secret)), "{start}… was told to a window");
        }
    }
}

/// The state of the sign-in in the client's copy.
pub fn login(client: &Client) -> &Value {
    &client.mirror.seen.0["login"]
}

pub async fn until_login(client: &mut Client, kind: &str) {
    client.mirror.until(&format!("the sign-in is {kind}"), |seen| seen.0["login"]["kind"] == kind).await;
}

pub async fn until_account(client: &mut Client, kind: &str) {
    client.mirror.until(&format!("the account is {kind}"), |seen| seen.0["account"]["kind"] == kind).await;
}
