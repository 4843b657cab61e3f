//! Puts the engine together: the core, and the modules that act on it.

use crate::engine::{Engine, Handlers};
use crate::id::{TerminalId, ThreadId};
use crate::paths::Options;
use crate::peer::Peer;
use crate::platform::{BoxFuture, Platform};
use crate::server::Setup;
use crate::watch::Watch;
use crate::{act, catalog, login, usage};
use protocol::RequestId;
use protocol::ask::TokenRefreshAsk;
use protocol::notification::LoginCompleted;
use std::path::Path;
use std::sync::Arc;

impl Engine {
    /// Returns at once; the server starts in the background. Needs a tokio runtime.
    pub fn open(options: Options, platform: Arc<dyn Platform>) -> Self {
        Self::start(options, platform, Box::new(Wiring))
    }
}

struct Wiring;

impl Handlers for Wiring {
    fn prepare(&self, engine: Engine, setup: Setup) -> BoxFuture<Vec<(String, String)>> {
        Box::pin(async move { login::prepare(&engine, &setup).await })
    }

    fn greeted(&self, engine: &Engine, peer: &Peer) {
        login::on_greeted(engine, peer);
    }

    fn ready(&self, engine: &Engine) {
        catalog::skills::on_ready(engine);
        catalog::projects::on_ready(engine);
        catalog::gateway::on_ready(engine);
    }

    fn watch(&self, engine: &Engine, home: &Path) -> Option<Watch> {
        catalog::watch(engine, home)
    }

    fn refresh_tokens(&self, engine: &Engine, request: RequestId, ask: TokenRefreshAsk) {
        login::refresh_tokens(engine, request, ask);
    }

    fn read_account(&self, engine: &Engine) {
        usage::read(engine);
    }

    fn login_completed(&self, engine: &Engine, done: &LoginCompleted) {
        login::completed(engine, done);
    }

    fn read_project(&self, engine: &Engine, project: String) {
        catalog::projects::read(engine, project);
    }

    fn open_gateway_page(&self, engine: &Engine, url: &str) {
        catalog::gateway::open_page(engine, url);
    }

    fn read_queue(&self, engine: &Engine, thread: ThreadId) {
        engine.read_queue(thread);
    }

    fn send_waiting(&self, engine: &Engine, thread: ThreadId) {
        engine.send_waiting(thread);
    }

    fn read_terminals(&self, engine: &Engine, thread: ThreadId) {
        engine.read_terminals(thread);
    }

    fn release(&self, engine: &Engine, thread: ThreadId) {
        engine.release(thread);
    }

    fn release_soon(&self, engine: &Engine, thread: ThreadId) {
        engine.release_soon(thread);
    }

    fn tell_read(&self, engine: &Engine, thread: ThreadId, revision: String) {
        act::tell_read(engine, thread, revision);
    }

    fn end_terminal(&self, engine: &Engine, terminal: TerminalId) {
        let engine = engine.clone();
        tokio::spawn(async move { act::terminate(&engine, &terminal).await });
    }

    fn type_into_terminal(&self, engine: &Engine, terminal: TerminalId, bytes: Vec<u8>) {
        let engine = engine.clone();
        tokio::spawn(async move { act::write_terminal(&engine, &terminal, &bytes).await });
    }
}
