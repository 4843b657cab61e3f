//! The connection to one app-server: sends calls, and receives events in wire order.
//!
//! Invariant: an unreadable line is skipped and counted, and never ends the connection.
//!
//! Invariant: reading never waits for writing.
//!
//! Invariant: no call outlives its caller, its deadline or its connection.

mod lines;
mod pace;
mod pending;
mod quiet;
mod tally;

pub use self::pace::Pace;
pub use self::quiet::Quiet;
pub use self::tally::{Tally, add};

use self::lines::{InputLine, LineReader};
use self::pending::Pending;
use crate::clock::now_ms;
use crate::tools::ClientTools;
use crate::trace::{Dir, Trace};
use model::ask::by_rule;
use model::refusal::Refusal;
use protocol::frame::{answer_line, notification_line, refusal_line, request_line};
use protocol::{Event, Frame, Method, RequestId, RpcError};
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// A cheap handle. The server's stdin closes when the last clone is dropped.
#[derive(Clone)]
pub struct Peer(Arc<Wire>);

struct Wire {
    pending: Mutex<Pending>,
    /// `None` closes the server's stdin.
    lines: mpsc::UnboundedSender<Option<Vec<u8>>>,
    slots: Semaphore,
    pace: Pace,
    tally: Arc<Tally>,
    trace: Option<Trace>,
    tools: ClientTools,
}

#[derive(Debug, thiserror::Error)]
pub enum CallError {
    #[error("the app-server is gone")]
    Closed,
    #[error("{method} was not answered within {} s", deadline.as_secs())]
    TimedOut { method: &'static str, deadline: Duration },
    #[error("{method}: {source}")]
    Refused { method: &'static str, source: RpcError },
    #[error("{method}: the answer cannot be read")]
    Unreadable { method: &'static str, source: serde_json::Error },
}

impl CallError {
    /// The kind of refusal. `None` if the server did not answer, or not in a readable way.
    pub fn refusal(&self) -> Option<Refusal> {
        match self {
            Self::Refused { method, source } => Some(Refusal::of_call(method, source)),
            Self::Closed | Self::TimedOut { .. } | Self::Unreadable { .. } => None,
        }
    }

    /// Whether the thread does not exist (any more).
    pub fn is_missing_thread(&self) -> bool {
        self.refusal().is_some_and(|refusal| refusal.is_missing_thread())
    }

    /// Whether the server does not have what the call named.
    pub fn is_not_found(&self) -> bool {
        self.refusal().is_some_and(|refusal| refusal.is_not_found())
    }

    /// Whether the running turn accepts no input, because it is a review or a compaction.
    pub fn is_closed_turn(&self) -> bool {
        self.refusal() == Some(Refusal::ClosedTurn)
    }

    /// The turn that is running, if the call named another one.
    pub fn runs_instead(&self) -> Option<String> {
        match self.refusal()? {
            Refusal::OtherTurn(turn) => Some(turn),
            _ => None,
        }
    }

    pub fn is_unknown_method(&self) -> bool {
        self.refusal() == Some(Refusal::UnknownMethod)
    }
}

/// Receives events on the reading task in wire order, so it must not block.
pub type Sink = Box<dyn Fn(Event) + Send + Sync>;

impl Peer {
    /// `sink` receives every event, and `Event::Closed` at the end.
    pub fn connect(
        stdout: impl AsyncRead + Unpin + Send + 'static,
        stdin: impl AsyncWrite + Unpin + Send + 'static,
        tally: Arc<Tally>,
        pace: Pace,
        tools: ClientTools,
        sink: Sink,
    ) -> Self {
        let (lines, outbox) = mpsc::unbounded_channel();
        let wire = Arc::new(Wire {
            pending: Mutex::default(),
            lines,
            slots: Semaphore::new(pace.in_flight),
            pace,
            tally,
            trace: Trace::from_env(),
            tools,
        });
        // Two tasks, so that a server that reads slowly can never stop us from reading it.
        tokio::spawn(write_lines(stdin, outbox, Arc::downgrade(&wire)));
        tokio::spawn(read_lines(stdout, Arc::downgrade(&wire), wire.pace.line_ceiling, wire.tally.clone(), sink));
        Self(wire)
    }

    pub async fn call<M: Method>(&self, params: M::Params) -> Result<M::Answer, CallError> {
        let deadline = self.0.pace.deadline(M::NAME);
        let open_call = OpenCall::new(&self.0.tally);
        let outcome = tokio::time::timeout(deadline, self.call_with_retry::<M>(Arc::new(params))).await;
        drop(open_call);
        match outcome {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                add(&self.0.tally.calls_failed, 1);
                Err(error)
            }
            Err(_) => {
                add(&self.0.tally.calls_timed_out, 1);
                tracing::warn!(method = M::NAME, ?deadline, "a call was not answered");
                Err(CallError::TimedOut { method: M::NAME, deadline })
            }
        }
    }

    /// Answers a request of the server. Returns whether the writer accepted the line. Replies need no slot, because
    /// the server may be waiting for one.
    pub fn reply(&self, id: &RequestId, outcome: Result<Value, RpcError>) -> bool {
        self.0.reply(id, outcome)
    }

    pub fn notify(&self, method: &str, params: Value) {
        if let Some(trace) = &self.0.trace {
            trace.notification(Dir::Out, method, None);
        }
        if let Ok(line) = notification_line(method, &params) {
            self.0.queue_line(Some(line));
        }
    }

    /// Fails every open call and closes the server's stdin, so that the server ends by itself.
    pub fn hang_up(&self) {
        self.0.close();
        self.0.queue_line(None);
    }

    /// Makes a call, and repeats it with growing pauses while the server reports overload.
    async fn call_with_retry<M: Method>(&self, params: Arc<M::Params>) -> Result<M::Answer, CallError> {
        let mut attempts = 0;
        loop {
            let outcome = self.call_in_slot::<M>(params.clone()).await;
            attempts += 1;
            match outcome {
                Err(CallError::Refused { ref source, .. })
                    if source.is_overloaded() && attempts < self.0.pace.tries =>
                {
                    add(&self.0.tally.overloads, 1);
                    tokio::time::sleep(self.0.pace.wait(attempts)).await;
                }
                outcome => return outcome,
            }
        }
    }

    /// Makes a call that is answered only when what it started has ended. It takes no slot, has no deadline, and ends
    /// early only with its caller or the wire.
    pub async fn call_until_done<M: Method>(&self, params: M::Params) -> Result<M::Answer, CallError> {
        let _open = OpenCall::new(&self.0.tally);
        self.exchange::<M>(Arc::new(params)).await
    }

    async fn call_in_slot<M: Method>(&self, params: Arc<M::Params>) -> Result<M::Answer, CallError> {
        let _slot = self.0.slots.acquire().await.map_err(|_| CallError::Closed)?;
        self.exchange::<M>(params).await
    }

    async fn exchange<M: Method>(&self, params: Arc<M::Params>) -> Result<M::Answer, CallError> {
        let (sender, receiver) = oneshot::channel();
        let unreadable = |source| CallError::Unreadable { method: M::NAME, source };
        let asked = params.clone();
        let id = self.0.pending().open(Box::new(move |outcome, emit| {
            let answer = outcome
                .map_err(|source| CallError::Refused { method: M::NAME, source })
                .and_then(|raw| serde_json::from_str::<M::Answer>(raw.get()).map_err(unreadable));
            if let Some(event) = answer.as_ref().ok().and_then(|answer| M::event(&asked, answer)) {
                emit(event);
            }
            sender.send(answer).ok();
        }));
        let id = id.ok_or(CallError::Closed)?;
        let _forget = ForgetCall { wire: &self.0, id };
        let id = RequestId::Number(id);
        if let Some(trace) = &self.0.trace {
            trace.request(Dir::Out, &id, M::NAME);
        }
        self.0.queue_line(Some(request_line(&id, M::NAME, &*params).map_err(unreadable)?));
        receiver.await.map_err(|_| CallError::Closed)?
    }
}

impl Wire {
    fn pending(&self) -> std::sync::MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a line. If the writer is gone the line is dropped and `false` is returned; the reader then fails every
    /// open call.
    fn queue_line(&self, line: Option<Vec<u8>>) -> bool {
        if line.is_some() {
            add(&self.tally.lines_out, 1);
        }
        self.lines.send(line).is_ok()
    }

    fn reply(&self, id: &RequestId, outcome: Result<Value, RpcError>) -> bool {
        // After a hang-up, or once the server has ended, a line would only be queued.
        if self.slots.is_closed() {
            return false;
        }
        if let Some(trace) = &self.trace {
            trace.answer(Dir::Out, id);
        }
        let line = match outcome {
            Ok(result) => answer_line(id, &result),
            Err(error) => refusal_line(id, &error),
        };
        line.is_ok_and(|line| self.queue_line(Some(line)))
    }

    /// Fails every open call, and every later one.
    fn close(&self) {
        self.pending().close();
        self.slots.close();
    }

    /// Runs a tool of ours that the server calls, and replies when it is done. `false`: it calls none.
    fn run_tool(self: &Arc<Self>, asked: &protocol::ServerRequest) -> bool {
        let Some(running) = self.tools.call(asked) else { return false };
        let (wire, id) = (Arc::downgrade(self), asked.id.clone());
        tokio::spawn(async move {
            let reply = running.await;
            if let Some(wire) = wire.upgrade() {
                wire.reply(&id, Ok(reply));
            }
        });
        true
    }

    fn handle_frame(self: &Arc<Self>, frame: Frame<'_>, emit: &dyn Fn(Event)) {
        match frame {
            Frame::Notification { method, params, emitted_at_ms } => {
                if let Some(trace) = &self.trace {
                    trace.notification(Dir::In, &method, emitted_at_ms);
                }
                emit(Event::from_notification(&method, &params));
            }
            Frame::Answer { id, outcome } => {
                if let Some(trace) = &self.trace {
                    trace.answer(Dir::In, &id);
                }
                let settle = match id {
                    RequestId::Number(id) => self.pending().take(id),
                    _ => None,
                };
                match settle {
                    Some(settle) => settle(outcome.as_deref().map_err(Clone::clone), emit),
                    None => tracing::debug!("an answer that nobody waits for"),
                }
            }
            Frame::Request { id, method, params } => {
                if let Some(trace) = &self.trace {
                    trace.request(Dir::In, &id, &method);
                }
                match Event::from_request(id.clone(), &method, &params) {
                    Event::Asked(asked) if self.run_tool(&asked) => {}
                    Event::Asked(asked) => match by_rule(&asked, now_ms()) {
                        Some(reply) => {
                            if reply.outcome.is_err() {
                                self.tally.refused.count(&method);
                            }
                            // Published although it was answered automatically, because the record of approvals lists
                            // it.
                            if self.reply(&id, reply.outcome) {
                                emit(Event::Asked(asked));
                            }
                        }
                        None => emit(Event::Asked(asked)),
                    },
                    event => emit(event),
                }
            }
        }
    }
}

/// Counts an open call until it is dropped, so that a cancelled one is counted down too.
struct OpenCall<'a>(&'a Tally);

impl<'a> OpenCall<'a> {
    fn new(tally: &'a Tally) -> Self {
        add(&tally.calls_open, 1);
        Self(tally)
    }
}

impl Drop for OpenCall<'_> {
    fn drop(&mut self) {
        self.0.calls_open.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
    }
}

/// Removes the entry of a call whose caller was cancelled.
struct ForgetCall<'a> {
    wire: &'a Wire,
    id: i64,
}

impl Drop for ForgetCall<'_> {
    fn drop(&mut self) {
        self.wire.pending().take(self.id);
    }
}

async fn read_lines(stdout: impl AsyncRead + Unpin, wire: Weak<Wire>, ceiling: usize, tally: Arc<Tally>, sink: Sink) {
    let emit = |event: Event| {
        count(&tally, &event);
        sink(event);
    };
    let mut lines = LineReader::new(BufReader::with_capacity(64 * 1024, stdout), ceiling);
    loop {
        let text = match lines.next().await {
            Ok(InputLine::Text(text)) => text,
            Ok(InputLine::TooLong(bytes)) => {
                tracing::error!(bytes, ceiling, "a line is longer than the ceiling and was skipped");
                emit(Event::Garbled { bytes });
                continue;
            }
            Ok(InputLine::End) => break,
            Err(error) => {
                tracing::warn!(%error, "the server's stdout cannot be read");
                break;
            }
        };
        add(&tally.lines_in, 1);
        add(&tally.bytes_in, text.len() as u64 + 1);
        if text.trim().is_empty() {
            continue;
        }
        match (Frame::parse(&text), wire.upgrade()) {
            (Ok(frame), Some(wire)) => wire.handle_frame(frame, &emit),
            // Nobody can call or answer any more, but notifications still count.
            (Ok(Frame::Notification { method, params, .. }), None) => emit(Event::from_notification(&method, &params)),
            (Ok(_), None) => {}
            (Err(_), _) => {
                tracing::warn!(bytes = text.len(), "a line that is no frame was skipped");
                emit(Event::Garbled { bytes: text.len() });
            }
        }
    }
    if let Some(wire) = wire.upgrade() {
        wire.close();
    }
    emit(Event::Closed);
}

fn count(tally: &Tally, event: &Event) {
    match event {
        Event::Unknown { method } => tally.unknown.count(method),
        Event::Unreadable { method } => tally.unreadable.count(method),
        Event::Garbled { .. } => add(&tally.garbled, 1),
        _ => {}
    }
}

/// Writes queued lines. All of them were serialised here, because one invalid UTF-8 byte makes the real server exit.
async fn write_lines(
    mut stdin: impl AsyncWrite + Unpin,
    mut outbox: mpsc::UnboundedReceiver<Option<Vec<u8>>>,
    wire: Weak<Wire>,
) {
    while let Some(Some(line)) = outbox.recv().await {
        if stdin.write_all(&line).await.is_err() || stdin.flush().await.is_err() {
            if let Some(wire) = wire.upgrade() {
                wire.close();
            }
            return;
        }
    }
}

#[cfg(test)]
#[path = "peer/tests.rs"]
mod tests;
