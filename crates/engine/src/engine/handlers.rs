//! What the core needs from the modules above it.
//!
//! Invariant: the core names none of these modules. `wiring` passes it one value that implements this trait.

use super::Engine;
use crate::id::{TerminalId, ThreadId};
use crate::peer::Peer;
use crate::platform::BoxFuture;
use crate::server::Setup;
use crate::watch::Watch;
use protocol::RequestId;
use protocol::ask::TokenRefreshAsk;
use protocol::notification::LoginCompleted;
use std::path::Path;

/// Every method returns at once; longer work continues in a task of its own.
pub(crate) trait Handlers: Send + Sync + 'static {
    /// Returns the config to start a server with. It decides where the server keeps the sign-in.
    fn prepare(&self, engine: Engine, setup: Setup) -> BoxFuture<Vec<(String, String)>>;
    /// Called after the handshake, when the server accepts only calls about the account.
    fn greeted(&self, engine: &Engine, peer: &Peer);
    /// Called when the server is ready.
    fn ready(&self, engine: &Engine);
    /// Watches what other programs change in the server's home, until the result is dropped.
    fn watch(&self, engine: &Engine, home: &Path) -> Option<Watch>;
    fn refresh_tokens(&self, engine: &Engine, request: RequestId, ask: TokenRefreshAsk);
    fn read_account(&self, engine: &Engine);
    fn login_completed(&self, engine: &Engine, done: &LoginCompleted);
    fn read_project(&self, engine: &Engine, project: String);
    fn open_gateway_page(&self, engine: &Engine, url: &str);
    fn read_queue(&self, engine: &Engine, thread: ThreadId);
    fn send_waiting(&self, engine: &Engine, thread: ThreadId);
    fn read_terminals(&self, engine: &Engine, thread: ThreadId);
    /// Lets other clients write to the thread, if nothing here needs it any more.
    fn release(&self, engine: &Engine, thread: ThreadId);
    fn release_soon(&self, engine: &Engine, thread: ThreadId);
    fn tell_read(&self, engine: &Engine, thread: ThreadId, revision: String);
    fn end_terminal(&self, engine: &Engine, terminal: TerminalId);
    fn type_into_terminal(&self, engine: &Engine, terminal: TerminalId, bytes: Vec<u8>);
}
